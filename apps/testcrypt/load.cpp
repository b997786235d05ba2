// SPDX-License-Identifier: GPL-3.0-or-later
#include "load.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "embedded_vectors.hpp"
#include "kat_reader.hpp"
#include "wycheproof_reader.hpp"

namespace hartls::testcrypt {
namespace {

namespace fs = std::filesystem;

void append(Loaded& all, Loaded part) {
  std::ranges::move(part.vectors, std::back_inserter(all.vectors));
  std::ranges::move(part.skipped, std::back_inserter(all.skipped));
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in)
    throw FormatError(path.string() + ": cannot be read");
  return text;
}

std::vector<fs::path> files_of(const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
    if (entry.is_regular_file())
      files.push_back(entry.path());
  }
  if (code)
    throw FormatError("--vectors " + folder.string() + ": " + code.message() +
                      "; allowed: a folder with .kat or Wycheproof .json files");
  std::ranges::sort(files);
  return files;
}

Loaded load_file(const fs::path& path) {
  const std::string name = path.filename().string();
  if (path.extension() == ".kat")
    return {read_kat(name, contents(path)), {}};
  if (path.extension() == ".json")
    return read_wycheproof(name, contents(path));
  return {{}, {{name, "neither .kat nor .json"}}};
}

}  // namespace

Loaded load_embedded() {
  Loaded all;
  for (const EmbeddedFile& file : embedded_vectors())
    append(all, {read_kat(file.name, file.text), {}});
  return all;
}

Loaded load_folder(const fs::path& folder) {
  Loaded all;
  bool any = false;
  for (const fs::path& path : files_of(folder)) {
    any = any || path.extension() == ".kat" || path.extension() == ".json";
    append(all, load_file(path));
  }
  if (!any)
    throw FormatError("--vectors " + folder.string() +
                      ": no file found; allowed: a folder with .kat or Wycheproof .json files");
  return all;
}

}  // namespace hartls::testcrypt
