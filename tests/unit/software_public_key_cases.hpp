// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and parameters for the tests of the software provider's public-key half.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string_view>

#include "expect_error.hpp"
#include "hartls/core/hex.hpp"
#include "hartls/crypto/provider.hpp"
#include "untouched.hpp"

namespace hartls {

// How GoogleTest prints parameters: by name.
inline void PrintTo(const GroupInfo& group, std::ostream* out) {
  *out << group.name;
}
inline void PrintTo(NamedGroup group, std::ostream* out) {
  *out << info(group).name;
}
inline void PrintTo(KemAlgorithm algorithm, std::ostream* out) {
  *out << info(algorithm).name;
}
inline void PrintTo(SignatureAlgorithm algorithm, std::ostream* out) {
  *out << info(algorithm).name;
}

}  // namespace hartls

namespace hartls::test {

inline const Provider& software() {
  return find_provider("software");
}

inline SecretBytes secret_from_hex(std::string_view hex) {
  const Bytes bytes = from_hex(hex);
  return {bytes.begin(), bytes.end()};
}

/// SEC 2 section 2.4.2, which has a name here too.
inline CurveParameters secp256r1_parameters() {
  return {.name = "P-256 by parameters",
          .p = from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
          .a = from_hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"),
          .b = from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"),
          .gx = from_hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"),
          .gy = from_hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"),
          .order = from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
          .cofactor = 1};
}

/// RFC 5639 section 3.4: a = p - 3, which has no name here.
inline CurveParameters brainpoolP256t1_parameters() {
  return {.name = "brainpoolP256t1",
          .p = from_hex("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377"),
          .a = from_hex("a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5374"),
          .b = from_hex("662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04"),
          .gx = from_hex("a3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4"),
          .gy = from_hex("2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be"),
          .order = from_hex("a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7"),
          .cofactor = 1};
}

/// RFC 5114 section 2.1: a subgroup much smaller than the prime.
inline DhParameters rfc5114_1024_160() {
  return {.p = from_hex(
              "b10b8f96a080e01dde92de5eae5d54ec52c99fbcfb06a3c69a6a9dca52d23b616073e28675a23d189838"
              "ef1e2ee652c013ecb4aea906112324975c3cd49b83bfaccbdd7d90c4bd7098488e9c219a73724effd6fa"
              "e5644738faa31a4ff55bccc0a151af5f0dc8b4bd45bf37df365c1a65e68cfda76d4da708df1fb2bc2e4a"
              "4371"),
          .g = from_hex(
              "a4d1cbd5c3fd34126765a442efb99905f8104dd258ac507fd6406cff14266d31266fea1e5c41564b777e"
              "690f5504f213160217b4b01b886a5e91547f9e2749f4d7fbd7d3b9a92ee1909d0d2263f80a76a6a24c08"
              "7a091f531dbf0a0169b6a28ad662a4d18e73afa32d779d5918d08bc8858f4dcef97c2a24855e6eeb22b3"
              "b2e5"),
          .q = from_hex("f518aa8781a8df278aba4e7d64b7cb9d49462353")};
}

/// Made for these tests, as those below.
inline RsaPrivateParameters rsa_2048() {
  return {
      .n = from_hex(
          "b5b8dcbb35738b31e9051eb7293187f8a12b30cfaaec040bb2b45f4c850abfa52662c05d3bd2bb7bd85c"
          "2b708997bde0bee60d1092a47eada6bccfbc8469cec6bd2380a9c319f6d93ffe3660139149339c3f03f5"
          "2f28e423694d7924ffdff4564515fc27bec3f14f34383517d10d1c69a5f8de658b3a9afb0279f9a6cb24"
          "983944c099eb4bbfc835dfa5a4804f249eea5516ab95a6ba904d49d393c9793713d73f767acf3c9048f3"
          "66078e59407f40009f25834de45c8ba359816b438c70743305d4c1619adcc21d817beb29d6df413642ba"
          "e76db056ef1eb4809d496d2f1ad886f5721f372dff8d36f505e701a65666b80222ddac749ac90d72dee6"
          "0f6c5ad9"),
      .e = from_hex("010001"),
      .d = secret_from_hex(
          "125190dac46021eb85987108b8bbd7ff9dcb9b4f8be4dfe18801bbcb9c6bc176f6002571209b35301e56"
          "e8401f76aefaed738664a1cbb8436c18037ef7002d8a863d82765a870f05c6782b661302e5d4b08effa8"
          "a338e58a964e6b8469d0db322923b6b810f872a66fd6acaf7a70ee68ce04e0f26e8f19596d5dfb672f7a"
          "4067f5d8cdbe7fc5223ea8231f7259524b48d8ff645bdcdece481cf2c459ddc9d785b414a9564f969229"
          "a6e1b41baa913d640b4a75973bdbc4ed93f504f6bcb7975eabfa2a523789ee2e9fb499efa9d38bbc1d65"
          "3b7626f642d487db4e62981185d35cf181780df06de62a6bd420039205776789aab12576b4d3dd66971a"
          "4fb26b33"),
      .p = secret_from_hex(
          "c567c80534f541c0c8c5eb2a7490adeb57d337d34fd80bbb592c11072444d301baeb286bf0d0270fd4d1"
          "3d551db6b84415fa9483f633cc2deba900e16a7d5d964ba172331ac3bf317b96e2d10649bcf6ff69723d"
          "584fc85b2697384d801e8690b0c07fcc96add4dfadf75924c5b8386b768b4f7e64215e665fc64cd0721e"
          "8b1f"),
      .q = secret_from_hex(
          "eba95b909654a5e43a65860330b6857abeb64fd8ffc4d95b8bc135a9503fe0537d34d5ecc36f00084cdc"
          "ffaf7fec01d85ed560c37afeb17ecf9b6d33be00565d5bad43317366c60651ae2d48d6f83aa7ba266e87"
          "432f174f91b72a5c10dd6f06f5946de4ad9e392f9b027f54ae5b4ff8b2b51b605c89f06eea1b248fea94"
          "d307"),
      .dp = secret_from_hex(
          "c5585bf9009952f394836ff6907376baf8a0ba8570a3ae0ecc35a68c3a30e7b52a151ee2d1ea75b278f1"
          "f8db9789ec2a7cc276287a400c15b82acb2b8e96e7b171c8636f3d898520c5c9f0d43ff2058bf38889e1"
          "53e0e68e6144f9cf588eabbe0845593dc140e4b7fca57323b4d9d6e56fac137b6a4485a7d88558936612"
          "acc7"),
      .dq = secret_from_hex(
          "41fea67ec22aa85e56a031bc58faf43c60860bac584c171694f7a1806dd1c58f7be3bcf8d5ee12d3403b"
          "2f7b4556a159a78d17d10673a6df3d62685d721b041496e4d98952a8f851b2b415486db30c32066656d3"
          "9853eab244bb47a88aac883829b3cc669adc51656c827188145fcbf07893513c560de700189d4b4ae645"
          "9127"),
      .qinv = secret_from_hex(
          "1b9ed40ac1323a93aec069af16678cddb9ade6cac13a3775991fbc803d48314e3c8cfea49ca56e4fbfab"
          "e3e452d76d48f3f1fc9b8d61adefe224795ea63e6ad8df91bbd8e0db1086fd94471ec3ccf391212ee4a2"
          "1bc5e707ddf09e10526e473697c68b32a437719717575ad561d72be023194920759d18d57e9f3af3211b"
          "821a"),
  };
}

/// PSS has one byte less than the modulus here: 8k + 1 bits.
inline RsaPrivateParameters rsa_1025() {
  return {
      .n = from_hex(
          "0166ec2549e7886b56f347f26358f2efec1682c0a7fb529ea7999f471305cdf10a41e5d67f56288f4ae5"
          "54d1c789ce388dd08f5a17f694de29f99b93558662e9bcc51c9babbb484ab4580905c1622ba0b6c3a7ad"
          "b45a78379db6cd93809f636c4ba66e39ee2d2f2468213bc577a5eccadd7353171576c1166ad6cf71119b"
          "94b2bb"),
      .e = from_hex("010001"),
      .d = secret_from_hex(
          "3a3a45326025798479a34a67639ec5dd7f296727d955e5f73aace452e9b6274c8ab446c011b232ccebb7"
          "7ef0e822547a6d4354525ee677c447823dbcba3881c27c52b4335cdc65f2df9d460ffb04e06fd00e9843"
          "0e70eefd85d898a4e7818e3a6597464268b6a096c90fed64e1cec58ad16d4406b4ce178bf32f5b914ed1"
          "a101"),
      .p = secret_from_hex(
          "01bde8ca534e7a7311f33a72c8b1e76ab9127c22f0ea74bb8724f47c357ec59e551b98d67eccc88dc681"
          "27a367f822c3b6cb28f9c6e4a7ad110027112ab75901d1"),
      .q = secret_from_hex(
          "ce0f6619692661f516ca331c1b0e93e12be94560d820d3628a6181aee7718e1bd1df4ff075f32c8e83fc"
          "7a2b0d0d13d3779ee83d36df223906bc0d7123baa2cb"),
      .dp = secret_from_hex(
          "dd76118e806a965df2e4337ff3c390a0ac4a94fbfc25cfc1561c4ad832c72954f1a8ddd70a140d3dea85"
          "6a45c7da5443a3f10ce4b84982cdefba776f34b27311"),
      .dq = secret_from_hex(
          "307fbd5723c18df2c29f6ab225c823942ee2a39aaca3e53cdf371defcdb7936c06d4999b0e17e317d406"
          "dbb6404720b0780a25bd2aaa1002fe0bcada233fad4b"),
      .qinv = secret_from_hex(
          "370154ef6b9523e263b4c7700d5d01f40f708e863134deb5ed51f7e74859515790ed092b9205d018d2dd"
          "607b50501443c029dc71cc49f7784115efea6d9c64e3"),
  };
}

/// 1100 bits from primes of 600 and 500 bits: no SP code.
inline RsaPrivateParameters rsa_unbalanced() {
  return {
      .n = from_hex(
          "0c39a569c68e170dda50484456466087f195e79c07fcc428b476bb83b48bf006d5826792ae9caace4054"
          "627574438ad0cb604c975c7ccbb06ac6f1c1034bfcc8c60d6ada84f52e98a25a2ff65ba3b9a34954b618"
          "6a65f0ee48593db64568a90bc3d990a0a392301c15f8bfbdcf163b5e56e230f934b5933fdd41a162d810"
          "547e3e25e894485205d2595f"),
      .e = from_hex("010001"),
      .d = secret_from_hex(
          "03d896eba225cda6f409d1d27dfa022082a690890c123f7c36da2bc011aafcc689a14f085c9ab939ce0f"
          "3e3289733e56d5c4e413b26b2881c5f5f4d4ae3ed766f8f872cb15623f6fc5d004ec1d8489ed8b80587d"
          "61138e21994403f9ec0f5d955de318dd449120b5652c0f4251a27295186ab554aaeb60aadbdbf5badb38"
          "c52a704fd4ce42776d426421"),
      .p = secret_from_hex(
          "fbb9c47641f1fb417e5edc13e69df32fc0fe9c854a05f95a8d99315ebb341775238331243711eeb1b810"
          "6de27e9a13022b2e42cc1e713d2ddecd40e1dec31acdd9f251abc90bba6b48d839"),
      .q = secret_from_hex(
          "0c6ec9c02ac91824ea2f7824fa350eec70d93aa260f227f46a9817194a589d4f3fbe079dba68eab6ef2c"
          "437b939d839f1308200f3b35f91345c526a4abce57"),
      .dp = secret_from_hex(
          "8b87ea4d7eba4a0280b0c61ec5db519c6bc6f62dafdd65dd7ad5aa970eff8ded21552c1d1de573c0d0fd"
          "525b94bf84bfd3fd9d8b1568c177b6a3614e9232e59dab2c7576da4704fb48f289"),
      .dq = secret_from_hex(
          "02d43293c7287a95ebb36163088b8a19c293ab03c78b520c0b35100c711e38ad0f93eda7b602a9657686"
          "5bd4828214b0dd63bbe7bb514c9b5604c606321181"),
      .qinv = secret_from_hex(
          "7f70e6f6fb0bb5de58518dbe7db497aeebec2f0f995402daaf113218040f135268d164ec43bef4ed465e"
          "0bb55e0358a143172be2392e4fb597c9f55f000c63707d210b02b00d6522f24006"),
  };
}

/// 1024 bits with a public exponent of 81 bits.
inline RsaPrivateParameters rsa_large_exponent() {
  return {
      .n = from_hex(
          "cae8719e39a15c3045e21fdf3157128aba173e799e4fc30afc0f23aa1f14c26da2c4e2090396bc962a7e"
          "67ea4d58702b47217bc015c5dbff4147ed1c381967d6b56e985e89fd37fb2196711801318f6c944bc79e"
          "05015420e05f6a0c08c9f1e4adce3ef4fb7f7705e6f9474e1c4669385c058824abd21a95d411cd2fc5d7"
          "e15f"),
      .e = from_hex("010000000000000000005b"),
      .d = secret_from_hex(
          "06da8e62b962caa4d9bcafcb2169568759303299af85f3bd58ce49008aeed7cf4d9ca9481e5910771e55"
          "44c3843303a4e2c44954cc21869714aa72fbb301e95f2f9bb61aa5e368936839028e746284349da62669"
          "a12a034c30c9a3b4219d767c4dc21de4172fce01ad983cb55c1efa02ccae4cafe63880c20047303f5be7"
          "9d23"),
      .p = secret_from_hex(
          "da9efefcf07c0e77b6961feb8695b07eb56e1e9637e851544808884b64137c20213a839cdecc87f26f98"
          "e008f9c2000379582b950e0d7608d72dd24fd4b95d83"),
      .q = secret_from_hex(
          "ed99b04454a517670c652ac066ba99458455f4ef63651ce9e8274a4f3751237f0185216f72cbf046e83f"
          "4e258e36d254d01dc98b7c7519b75fbc84732136a1f5"),
      .dp = secret_from_hex(
          "1a43c19cb1fe5d12d04da9317b986312c2915f554fd05e02b83e7d306b74d929869b1567da922a7307f2"
          "86f7996d7326c6c0895215d8586a09856a2b700ef03d"),
      .dq = secret_from_hex(
          "b9708a25c00666da5c500dd22970a470ce97395115987835b72a0a675a1f54e3d7edc47777745bc601ef"
          "ac6c0811d1232f89e99f7ec0c5906d675a44f80a7673"),
      .qinv = secret_from_hex(
          "3d566dedd8854eb5524bdf87434325850481eec58fcee63cf97110b18bceafeb474f4cdb046ece7f7cd9"
          "0a4cd9da0547f36dd31bb1d1be176b578ab53eac7206"),
  };
}

}  // namespace hartls::test
