// SPDX-License-Identifier: GPL-3.0-or-later
#include "wycheproof_reader.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "der.hpp"
#include "family.hpp"
#include "hartls/core/hex.hpp"
#include "kat_reader.hpp"
#include "wycheproof_policy.hpp"

namespace hartls::testcrypt {
namespace {

using Json = nlohmann::json;

// Why a test, a group or a whole file is of no use here.
class NotForUs : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string text_of(const Json& object, const char* name) {
  return object.at(name).get<std::string>();
}

Field bytes(std::string_view name, const Json& object, const char* key) {
  return {std::string(name), from_hex(text_of(object, key))};
}

Field text(std::string_view name, std::string value) {
  return {std::string(name), Value(std::in_place_type<std::string>, std::move(value))};
}

Field number(std::string_view name, std::uint64_t value) {
  return {std::string(name), value};
}

// A number that JSON has with or without leading zeros, in `size` bytes where it fits.
Bytes sized(Bytes value, std::size_t size) {
  while (value.size() > size && value.front() == 0)
    value.erase(value.begin());
  if (value.size() < size)
    value.insert(value.begin(), size - value.size(), 0);
  return value;
}

struct Context {
  const std::string& algorithm;  // of the file
  const Json& group;
  const Json& test;

  std::size_t group_bits(const char* name) const { return group.at(name).get<std::size_t>(); }
};

using Names = std::map<std::string, std::string, std::less<>>;

const std::string& mapped(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  if (found == names.end())
    throw NotForUs("algorithm " + name + " is not known here");
  return found->second;
}

// "AES-" + 128 + "-GCM". A key of another size must be refused, by any of the three.
std::string with_key_bits(std::string_view front, const Context& context, std::string_view back) {
  const std::size_t bits = context.group_bits("keySize");
  const bool usual = bits == 128 || bits == 192 || bits == 256;
  return std::string(front) + std::to_string(usual ? bits : 128) + std::string(back);
}

void read_mac(const Context& context, Vector& vector) {
  static const Names hmacs{{"HMACSHA1", "HMAC-SHA-1"},
                           {"HMACSHA224", "HMAC-SHA-224"},
                           {"HMACSHA256", "HMAC-SHA-256"},
                           {"HMACSHA384", "HMAC-SHA-384"},
                           {"HMACSHA512", "HMAC-SHA-512"},
                           {"HMACSHA512/224", "HMAC-SHA-512/224"},
                           {"HMACSHA512/256", "HMAC-SHA-512/256"},
                           {"HMACSHA3-224", "HMAC-SHA3-224"},
                           {"HMACSHA3-256", "HMAC-SHA3-256"},
                           {"HMACSHA3-384", "HMAC-SHA3-384"},
                           {"HMACSHA3-512", "HMAC-SHA3-512"}};
  vector.algorithm = context.algorithm == "AES-CMAC" ? with_key_bits("AES-", context, "-CMAC")
                                                     : mapped(hmacs, context.algorithm);
  vector.fields = {bytes("Key", context.test, "key"), bytes("Msg", context.test, "msg"),
                   bytes("Mac", context.test, "tag")};
}

void read_hkdf(const Context& context, Vector& vector) {
  vector.algorithm = context.algorithm;
  if (family_of(vector.algorithm) == nullptr)
    throw NotForUs("algorithm " + context.algorithm + " is not known here");
  vector.fields = {bytes("Ikm", context.test, "ikm"), bytes("Salt", context.test, "salt"),
                   bytes("Info", context.test, "info")};
  if (vector.expected == Expected::refusal)
    vector.fields.push_back(number("Length", context.test.at("size").get<std::uint64_t>()));
  else
    vector.fields.push_back(bytes("Okm", context.test, "okm"));
}

void read_aead(const Context& context, Vector& vector) {
  if (context.algorithm == "CHACHA20-POLY1305")
    vector.algorithm = "ChaCha20-Poly1305";
  else if (context.algorithm == "AES-GCM")
    vector.algorithm = with_key_bits("AES-", context, "-GCM");
  else if (context.algorithm == "AES-CCM")
    vector.algorithm = with_key_bits("AES-", context, "-CCM");
  else
    throw NotForUs("algorithm " + context.algorithm + " is not known here");
  vector.fields = {bytes("Key", context.test, "key"),       bytes("Nonce", context.test, "iv"),
                   bytes("Aad", context.test, "aad"),       bytes("Plaintext", context.test, "msg"),
                   bytes("Ciphertext", context.test, "ct"), bytes("Tag", context.test, "tag")};
}

void read_cbc(const Context& context, Vector& vector) {
  if (context.algorithm == "AES-CBC-PKCS5")
    vector.algorithm = with_key_bits("AES-", context, "-CBC");
  else if (context.algorithm == "CAMELLIA-CBC-PKCS5")
    vector.algorithm = with_key_bits("Camellia-", context, "-CBC");
  else
    throw NotForUs("algorithm " + context.algorithm + " is not known here");
  vector.fields = {bytes("Key", context.test, "key"), bytes("Iv", context.test, "iv"),
                   bytes("Plaintext", context.test, "msg"), bytes("Ciphertext", context.test, "ct"),
                   text("Padding", "PKCS#7")};
}

NamedGroup curve_named(const std::string& name) {
  try {
    const NamedGroup group = group_from_name(name);
    if (info(group).kind == GroupKind::weierstrass)
      return group;
  } catch (const std::system_error&) {
  }
  throw NotForUs("curve " + name + " is not known here");
}

// The contents of the OIDs of the curves that Wycheproof has ECDH tests for.
const Bytes& curve_oid(const std::string& name) {
  static const std::map<std::string, Bytes, std::less<>> oids{
      {"secp224r1", from_hex("2b81040021")},
      {"secp256r1", from_hex("2a8648ce3d030107")},
      {"secp384r1", from_hex("2b81040022")},
      {"secp521r1", from_hex("2b81040023")},
      {"secp256k1", from_hex("2b8104000a")},
      {"brainpoolP224r1", from_hex("2b2403030208010105")},
      {"brainpoolP256r1", from_hex("2b2403030208010107")},
      {"brainpoolP320r1", from_hex("2b2403030208010109")},
      {"brainpoolP384r1", from_hex("2b240303020801010b")},
      {"brainpoolP512r1", from_hex("2b240303020801010d")}};
  const auto found = oids.find(name);
  if (found == oids.end())
    throw NotForUs("the OID of curve " + name + " is not known here");
  return found->second;
}

Bytes ecdh_point(const Context& context, const std::string& curve) {
  const Bytes peer = from_hex(text_of(context.test, "public"));
  if (text_of(context.group, "encoding") == "ecpoint")
    return peer;
  const auto key = read_ec_public_key_info(peer);
  if (!key || key->curve_oid != curve_oid(curve))
    throw NotForUs("decided by the ASN.1 around the point, which providers do not read");
  return key->point;
}

void read_ecdh(const Context& context, Vector& vector) {
  const std::string curve = text_of(context.group, "curve");
  const NamedGroup group = curve_named(curve);
  vector.algorithm = "ECDH";
  vector.fields = {
      text("Curve", curve),
      {"Private", sized(from_hex(text_of(context.test, "private")), info(group).private_bytes())},
      {"Peer", ecdh_point(context, curve)},
      bytes("Shared", context.test, "shared")};
}

void read_ecdsa(const Context& context, Vector& vector) {
  const Json& key =
      context.group.contains("publicKey") ? context.group.at("publicKey") : context.group.at("key");
  const std::string curve = text_of(key, "curve");
  static_cast<void>(curve_named(curve));
  const bool p1363 = text_of(context.group, "type") == "EcdsaP1363Verify";
  vector.algorithm = "ECDSA";
  vector.fields = {text("Curve", curve), text("Hash", text_of(context.group, "sha")),
                   bytes("Public", key, "uncompressed"), bytes("Msg", context.test, "msg"),
                   bytes(p1363 ? "P1363" : "Der", context.test, "sig")};
}

void read_eddsa(const Context& context, Vector& vector) {
  static const Names names{{"edwards25519", "Ed25519"}, {"edwards448", "Ed448"}};
  const Json& key =
      context.group.contains("publicKey") ? context.group.at("publicKey") : context.group.at("key");
  vector.algorithm = mapped(names, text_of(key, "curve"));
  vector.fields = {bytes("Public", key, "pk"), bytes("Msg", context.test, "msg"),
                   bytes("Signature", context.test, "sig")};
}

void read_xdh(const Context& context, Vector& vector) {
  static const Names names{{"curve25519", "X25519"}, {"curve448", "X448"}};
  vector.algorithm = mapped(names, text_of(context.group, "curve"));
  vector.fields = {bytes("Private", context.test, "private"), bytes("Peer", context.test, "public"),
                   bytes("Shared", context.test, "shared")};
}

void add_rsa_public(const Json& key, Vector& vector) {
  vector.fields.push_back(bytes("N", key, "modulus"));
  vector.fields.push_back(bytes("E", key, "publicExponent"));
}

void add_rsa_private(const Context& context, Vector& vector) {
  const auto key = read_rsa_private_key_info(from_hex(text_of(context.group, "privateKeyPkcs8")));
  if (!key)
    throw NotForUs("an RSA private key that is no plain PKCS#8");
  constexpr std::array names{"N", "E", "D", "P", "Q", "Dp", "Dq", "Qinv"};
  for (std::size_t i = 0; i < names.size(); ++i)
    vector.fields.push_back({names[i], (*key)[i]});
}

void add_message_and_signature(const Context& context, Vector& vector) {
  vector.fields.push_back(bytes("Msg", context.test, "msg"));
  vector.fields.push_back(bytes("Signature", context.test, "sig"));
}

void read_rsa_pkcs1_verify(const Context& context, Vector& vector) {
  vector.algorithm = "RSASSA-PKCS1-v1_5";
  vector.fields = {text("Hash", text_of(context.group, "sha"))};
  add_rsa_public(context.group.at("publicKey"), vector);
  add_message_and_signature(context, vector);
}

void read_rsa_pkcs1_sign(const Context& context, Vector& vector) {
  vector.algorithm = "RSASSA-PKCS1-v1_5";
  vector.fields = {text("Hash", text_of(context.group, "sha"))};
  add_rsa_private(context, vector);
  add_message_and_signature(context, vector);
}

void require_mgf1(const Context& context) {
  const std::string mgf = text_of(context.group, "mgf");
  if (mgf != "MGF1")
    throw NotForUs("mask generation function " + mgf + " is not known here");
}

void read_rsa_pss(const Context& context, Vector& vector) {
  require_mgf1(context);
  vector.algorithm = "RSASSA-PSS";
  vector.fields = {text("Hash", text_of(context.group, "sha")),
                   text("MgfHash", text_of(context.group, "mgfSha")),
                   number("SaltBytes", context.group.at("sLen").get<std::uint64_t>())};
  add_rsa_public(context.group.at("publicKey"), vector);
  add_message_and_signature(context, vector);
}

void read_rsa_oaep(const Context& context, Vector& vector) {
  require_mgf1(context);
  vector.algorithm = "RSAES-OAEP";
  vector.fields = {text("Hash", text_of(context.group, "sha")),
                   text("MgfHash", text_of(context.group, "mgfSha")),
                   bytes("Label", context.test, "label")};
  add_rsa_private(context, vector);
  vector.fields.push_back(bytes("Msg", context.test, "msg"));
  vector.fields.push_back(bytes("Ciphertext", context.test, "ct"));
}

void read_rsa_pkcs1_decrypt(const Context& context, Vector& vector) {
  vector.algorithm = "RSAES-PKCS1-v1_5";
  add_rsa_private(context, vector);
  vector.fields.push_back(bytes("Msg", context.test, "msg"));
  vector.fields.push_back(bytes("Ciphertext", context.test, "ct"));
}

void add_if_there(const Context& context, Vector& vector, std::string_view name, const char* key) {
  if (context.test.contains(key))
    vector.fields.push_back(bytes(name, context.test, key));
}

void read_ml_kem(const Context& context, Vector& vector) {
  vector.algorithm = text_of(context.group, "parameterSet");
  if (family_of(vector.algorithm) == nullptr)
    throw NotForUs("parameter set " + vector.algorithm + " is not known here");
  add_if_there(context, vector, "Seed", "seed");
  add_if_there(context, vector, "Dk", "dk");
  add_if_there(context, vector, "M", "m");
  if (vector.expected != Expected::refusal || vector.has("M"))
    add_if_there(context, vector, "Ek", "ek");
  add_if_there(context, vector, "Ciphertext", "c");
  add_if_there(context, vector, "Shared", "K");
}

void add_ml_dsa_test(const Context& context, Vector& vector) {
  vector.algorithm = context.algorithm;
  if (family_of(vector.algorithm) == nullptr)
    throw NotForUs("parameter set " + vector.algorithm + " is not known here");
  vector.fields.push_back(bytes("Msg", context.test, "msg"));
  add_if_there(context, vector, "Context", "ctx");
  vector.fields.push_back(bytes("Signature", context.test, "sig"));
}

void read_ml_dsa_verify(const Context& context, Vector& vector) {
  vector.fields = {bytes("Public", context.group, "publicKey")};
  add_ml_dsa_test(context, vector);
}

void read_ml_dsa_sign(const Context& context, Vector& vector) {
  if (!context.test.contains("msg"))
    throw NotForUs("a signature over a message representative (mu)");
  const bool seed = context.group.contains("privateSeed");
  vector.fields = {
      bytes(seed ? "Seed" : "Private", context.group, seed ? "privateSeed" : "privateKey"),
      number("Deterministic", 1)};
  add_ml_dsa_test(context, vector);
}

using Read = void (*)(const Context&, Vector&);

Read reader_of(const std::string& group_type) {
  static const std::map<std::string, Read, std::less<>> readers{
      {"MacTest", read_mac},
      {"HkdfTest", read_hkdf},
      {"AeadTest", read_aead},
      {"IndCpaTest", read_cbc},
      {"EcdhTest", read_ecdh},
      {"EcdhEcpointTest", read_ecdh},
      {"EcdsaVerify", read_ecdsa},
      {"EcdsaP1363Verify", read_ecdsa},
      {"EddsaVerify", read_eddsa},
      {"XdhComp", read_xdh},
      {"RsassaPkcs1Verify", read_rsa_pkcs1_verify},
      {"RsassaPkcs1Generate", read_rsa_pkcs1_sign},
      {"RsassaPssVerify", read_rsa_pss},
      {"RsaesOaepDecrypt", read_rsa_oaep},
      {"RsaesPkcs1Decrypt", read_rsa_pkcs1_decrypt},
      {"MLKEMTest", read_ml_kem},
      {"MLKEMKeyGen", read_ml_kem},
      {"MLKEMEncapsTest", read_ml_kem},
      {"MLKEMDecapsValidationTest", read_ml_kem},
      {"MlDsaVerify", read_ml_dsa_verify},
      {"MlDsaSign", read_ml_dsa_sign}};
  const auto found = readers.find(group_type);
  if (found == readers.end())
    throw NotForUs("tests of type " + group_type + " are not known here");
  return found->second;
}

std::vector<std::string> flags_of(const Json& test) {
  return test.contains("flags") ? test.at("flags").get<std::vector<std::string>>()
                                : std::vector<std::string>{};
}

void take_result(const Json& test, const std::string& group_type, Vector& vector) {
  const std::string result = text_of(test, "result");
  vector.acceptable = result == "acceptable";
  if (result == "valid")
    vector.expected = Expected::success;
  else if (result == "invalid")
    vector.expected = Expected::refusal;
  else if (vector.acceptable)
    vector.expected = expected_of_acceptable(group_type, flags_of(test));
  else
    throw FormatError(vector.place() + ": result '" + result +
                      "' found; allowed: valid, invalid, acceptable");
}

class File {
 public:
  File(std::string_view name, const Json& root) : name_(name), root_(root) {}

  Loaded read() {
    algorithm_ = root_.value("algorithm", "");
    for (const Json& group : root_.at("testGroups"))
      take_group(group);
    for (const auto& [reason, count] : reasons_)
      loaded_.skipped.push_back({name_, std::to_string(count) + " tests: " + reason});
    return std::move(loaded_);
  }

 private:
  void take_group(const Json& group) {
    for (const Json& test : group.at("tests")) {
      try {
        loaded_.vectors.push_back(vector_of(group, test));
      } catch (const NotForUs& reason) {
        ++reasons_[reason.what()];
      }
    }
  }

  Vector vector_of(const Json& group, const Json& test) const {
    const std::string type = text_of(group, "type");
    const Read read_test = reader_of(type);
    Vector vector;
    vector.file = name_;
    vector.where = "tcId " + std::to_string(test.at("tcId").get<std::uint64_t>());
    vector.comment = test.value("comment", "");
    take_result(test, type, vector);
    read_test({algorithm_, group, test}, vector);
    // As for .kat files: what does not go together is the file's fault and must not be run.
    static_cast<void>(family_of(vector.algorithm)->line_of(vector));
    return vector;
  }

  std::string name_;
  const Json& root_;
  std::string algorithm_;
  Loaded loaded_;
  std::map<std::string, std::size_t, std::less<>> reasons_;
};

}  // namespace

Loaded read_wycheproof(std::string_view file_name, std::string_view text) {
  try {
    const Json root = Json::parse(text);
    if (!root.is_object() || !root.contains("testGroups"))
      return {{}, {{std::string(file_name), "no Wycheproof file: it has no 'testGroups'"}}};
    return File(file_name, root).read();
  } catch (const FormatError&) {
    throw;
  } catch (const std::exception& wrong) {
    throw FormatError(std::string(file_name) + ": " + wrong.what() +
                      "; allowed: a Wycheproof file as its schema says");
  }
}

}  // namespace hartls::testcrypt
