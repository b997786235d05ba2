// SPDX-License-Identifier: GPL-3.0-or-later
#include "hartls/bench/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "cpu_fixtures.hpp"

namespace hartls::bench {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

class OutputFileTest : public ::testing::Test {
 protected:
  cpu::FixtureTree tree_;
  fs::path path_ = tree_.root() / "result.json";
};

TEST_F(OutputFileTest, AppearsWholeAtCommit) {
  OutputFile file(path_);
  file.stream() << "first ";
  EXPECT_FALSE(fs::exists(path_)) << "nothing before commit";
  EXPECT_EQ(entries(tree_.root()), 0U) << "not even a temporary file";
  file.stream() << "second";
  file.commit();
  EXPECT_EQ(content(path_), "first second");
  EXPECT_EQ(entries(tree_.root()), 1U);
}

TEST_F(OutputFileTest, KeepsTheOldFileUntilCommit) {
  tree_.write("result.json", "old");
  {
    OutputFile file(path_);
    file.stream() << "never committed";
  }
  EXPECT_EQ(content(path_), "old");
  EXPECT_EQ(entries(tree_.root()), 1U);
}

TEST_F(OutputFileTest, KeepsThePermissionsOfTheFileItReplaces) {
  tree_.write("result.json", "old");
  fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  OutputFile file(path_);
  file.stream() << "new";
  file.commit();
  EXPECT_EQ(content(path_), "new");
  EXPECT_EQ(fs::status(path_).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(OutputFileTest, FollowsALink) {
  tree_.write("real.json", "old");
  fs::create_symlink("real.json", path_);
  OutputFile file(path_);
  file.stream() << "new";
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path_));
  EXPECT_EQ(content(tree_.root() / "real.json"), "new");
}

TEST_F(OutputFileTest, FollowsALinkToAFileThatIsNotThereYet) {
  fs::create_symlink("later.json", path_);
  OutputFile file(path_);
  file.stream() << "new";
  file.commit();
  EXPECT_TRUE(fs::is_symlink(path_));
  EXPECT_EQ(content(tree_.root() / "later.json"), "new");
}

TEST_F(OutputFileTest, WritesADeviceInPlace) {
  OutputFile file("/dev/null");
  file.stream() << "gone";
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null")) << "a device must never be replaced";
}

TEST_F(OutputFileTest, ReportsADeviceThatIsFull) {
  OutputFile file("/dev/full");
  file.stream() << "too much";
  EXPECT_THROW(file.commit(), std::system_error);
}

TEST_F(OutputFileTest, RefusesUnwritablePathsAtOnceAndNamesThem) {
  fs::create_directory(tree_.root() / "folder");
  tree_.write("file", "");
  fs::create_symlink("loop", tree_.root() / "loop");
  for (const char* name : {"missing/result.json", "folder", "file/result.json", "loop"}) {
    SCOPED_TRACE(name);
    try {
      const OutputFile file(tree_.root() / name);
      ADD_FAILURE();
    } catch (const std::system_error& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(OutputFile(""), std::system_error);
}

}  // namespace
}  // namespace hartls::bench
