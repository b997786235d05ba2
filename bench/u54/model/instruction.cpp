// SPDX-License-Identifier: GPL-3.0-or-later
#include "instruction.hpp"

#include <array>

namespace hartls::u54 {
namespace {

constexpr std::uint8_t link = 1, alternate_link = 5, stack_pointer = 2;

constexpr std::uint32_t bits(std::uint32_t word, unsigned low, unsigned count) {
  return (word >> low) & ((1U << count) - 1);
}

constexpr std::uint8_t integer(std::uint32_t number) {
  return number == 0 ? no_register : static_cast<std::uint8_t>(number);
}
constexpr std::uint8_t fp(std::uint32_t number) {
  return static_cast<std::uint8_t>(fp_registers + number);
}
constexpr bool is_link(std::uint8_t number) {
  return number == link || number == alternate_link;
}

Instruction load(std::uint8_t rd, std::uint8_t rs1, std::uint32_t log_bytes) {
  Instruction result;
  result.kind = Kind::load;
  result.latency = rd != no_register && rd >= fp_registers ? Constant::fp_load
                   : log_bytes < 2                         ? Constant::load_small
                                                           : Constant::load;
  result.rd = rd;
  result.rs1 = rs1;
  result.access_bytes = static_cast<std::uint8_t>(1U << log_bytes);
  return result;
}

Instruction store(std::uint8_t rs2, std::uint8_t rs1, std::uint32_t log_bytes) {
  Instruction result;
  result.kind = Kind::store;
  result.rs1 = rs1;
  result.rs2 = rs2;
  result.access_bytes = static_cast<std::uint8_t>(1U << log_bytes);
  return result;
}

Instruction plain(std::uint8_t rd, std::uint8_t rs1 = no_register, std::uint8_t rs2 = no_register) {
  Instruction result;
  result.rd = rd;
  result.rs1 = rs1;
  result.rs2 = rs2;
  return result;
}

Instruction branch(std::uint8_t rs1, std::uint8_t rs2 = no_register) {
  Instruction result = plain(no_register, rs1, rs2);
  result.flow = Flow::branch;
  return result;
}

Instruction jump(std::uint8_t rd) {
  Instruction result = plain(rd);
  result.flow = is_link(rd) ? Flow::call : Flow::jump;
  return result;
}

/// The hints of the ISA manual, table 2.1.
Instruction jump_register(std::uint8_t rd, std::uint8_t rs1) {
  Instruction result = plain(rd, rs1);
  if (is_link(rd))
    result.flow = Flow::indirect_call;
  else
    result.flow = is_link(rs1) ? Flow::ret : Flow::indirect;
  return result;
}

/// OP and OP-32.
Instruction operate(std::uint32_t word) {
  Instruction result =
      plain(integer(bits(word, 7, 5)), integer(bits(word, 15, 5)), integer(bits(word, 20, 5)));
  if (bits(word, 25, 7) == 1) {
    const bool divides = bits(word, 14, 1) != 0;
    result.kind = divides ? Kind::divide : Kind::multiply;
    result.latency = divides ? Constant::divide : Constant::multiply_pipelined;
  }
  return result;
}

Instruction atomic(std::uint32_t word) {
  Instruction result =
      plain(integer(bits(word, 7, 5)), integer(bits(word, 15, 5)), integer(bits(word, 20, 5)));
  const bool reserves = bits(word, 27, 5) == 0x02;  // lr writes nothing
  result.kind = reserves ? Kind::load : Kind::atomic;
  result.latency = Constant::atomic;
  result.access_bytes = static_cast<std::uint8_t>(1U << bits(word, 12, 3));
  return result;
}

Instruction system(std::uint32_t word) {
  const std::uint32_t function = bits(word, 12, 3);
  if (function == 0)
    return {};
  Instruction result =
      plain(integer(bits(word, 7, 5)), function < 4 ? integer(bits(word, 15, 5)) : no_register);
  result.latency = Constant::csr;
  return result;
}

Instruction fused(std::uint32_t word) {
  Instruction result = plain(fp(bits(word, 7, 5)), fp(bits(word, 15, 5)), fp(bits(word, 20, 5)));
  result.rs3 = fp(bits(word, 27, 5));
  result.latency = bits(word, 25, 2) == 0 ? Constant::fma_s : Constant::fma_d;
  return result;
}

/// OP-FP, by funct5.
Instruction operate_fp(std::uint32_t word) {
  const bool is_double = bits(word, 25, 2) != 0;
  const std::uint32_t rd = bits(word, 7, 5), rs1 = bits(word, 15, 5), rs2 = bits(word, 20, 5);
  Instruction result = plain(fp(rd), fp(rs1), fp(rs2));
  switch (bits(word, 27, 5)) {
    case 0x00:
    case 0x01:
    case 0x05:  // add, subtract, minimum and maximum
      result.latency = is_double ? Constant::fadd_d : Constant::fadd_s;
      break;
    case 0x02:
      result.latency = is_double ? Constant::fmul_d : Constant::fmul_s;
      break;
    case 0x03:
      result.kind = Kind::fp_divide;
      result.latency = is_double ? Constant::fdiv_d : Constant::fdiv_s;
      break;
    case 0x0b:
      result.kind = Kind::fp_divide;
      result.rs2 = no_register;
      result.latency = is_double ? Constant::fsqrt_d : Constant::fsqrt_s;
      break;
    case 0x04:
      result.latency = is_double ? Constant::fp_move_d : Constant::fp_move_s;
      break;
    case 0x14:  // compare
      result.rd = integer(rd);
      result.latency = Constant::fp_convert;
      break;
    case 0x18:  // to integer
    case 0x1c:  // move to integer, class
      result.rd = integer(rd);
      result.rs2 = no_register;
      result.latency = Constant::fp_convert;
      break;
    case 0x1a:  // from integer
    case 0x1e:
      result.rs1 = integer(rs1);
      result.rs2 = no_register;
      result.latency = Constant::fp_convert;
      break;
    default:  // 0x08: between the precisions
      result.rs2 = no_register;
      result.latency = Constant::fp_convert;
      break;
  }
  return result;
}

Instruction decode_full(std::uint32_t word) {
  const std::uint32_t function = bits(word, 12, 3);
  const std::uint32_t rd = bits(word, 7, 5), rs1 = bits(word, 15, 5), rs2 = bits(word, 20, 5);
  switch (bits(word, 2, 5)) {
    case 0x00:
      return load(integer(rd), integer(rs1), function & 3U);
    case 0x01:
      return load(fp(rd), integer(rs1), function & 3U);
    case 0x03: {
      Instruction result;
      result.kind = Kind::fence;
      return result;
    }
    case 0x04:
    case 0x06:
      return plain(integer(rd), integer(rs1));
    case 0x05:
    case 0x0d:
      return plain(integer(rd));
    case 0x08:
      return store(integer(rs2), integer(rs1), function & 3U);
    case 0x09:
      return store(fp(rs2), integer(rs1), function & 3U);
    case 0x0b:
      return atomic(word);
    case 0x0c:
    case 0x0e:
      return operate(word);
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x13:
      return fused(word);
    case 0x14:
      return operate_fp(word);
    case 0x18:
      return branch(integer(rs1), integer(rs2));
    case 0x19:
      return jump_register(integer(rd), integer(rs1));
    case 0x1b:
      return jump(integer(rd));
    case 0x1c:
      return system(word);
    default:
      return {};
  }
}

/// Quadrants 0, 1 and 2 of RVC, for RV64.
Instruction decode_compressed(std::uint32_t word) {
  const std::uint32_t function = bits(word, 13, 3);
  const std::uint32_t rd = bits(word, 7, 5), rs2 = bits(word, 2, 5);
  const std::uint32_t short_rd = 8 + bits(word, 2, 3), short_rs1 = 8 + bits(word, 7, 3);
  switch ((bits(word, 0, 2) << 3U) | function) {
    case 000:  // addi4spn
      return plain(integer(short_rd), stack_pointer);
    case 001:
      return load(fp(short_rd), integer(short_rs1), 3);
    case 002:
      return load(integer(short_rd), integer(short_rs1), 2);
    case 003:
      return load(integer(short_rd), integer(short_rs1), 3);
    case 005:
      return store(fp(short_rd), integer(short_rs1), 3);
    case 006:
      return store(integer(short_rd), integer(short_rs1), 2);
    case 007:
      return store(integer(short_rd), integer(short_rs1), 3);
    case 010:  // addi
    case 011:  // addiw
      return plain(integer(rd), integer(rd));
    case 012:  // li
      return plain(integer(rd));
    case 013:  // addi16sp, lui
      return plain(integer(rd), rd == stack_pointer ? stack_pointer : no_register);
    case 014:
      return plain(integer(short_rs1), integer(short_rs1),
                   bits(word, 10, 2) == 3 ? integer(short_rd) : no_register);
    case 015:
      return jump(no_register);
    case 016:
    case 017:
      return branch(integer(short_rs1));
    case 020:  // slli
      return plain(integer(rd), integer(rd));
    case 021:
      return load(fp(rd), stack_pointer, 3);
    case 022:
      return load(integer(rd), stack_pointer, 2);
    case 023:
      return load(integer(rd), stack_pointer, 3);
    case 024:
      if (rs2 != 0)  // mv, add
        return plain(integer(rd), bits(word, 12, 1) != 0 ? integer(rd) : no_register, integer(rs2));
      if (rd == 0)  // ebreak
        return {};
      return jump_register(bits(word, 12, 1) != 0 ? link : no_register, integer(rd));
    case 025:
      return store(fp(rs2), stack_pointer, 3);
    case 026:
      return store(integer(rs2), stack_pointer, 2);
    case 027:
      return store(integer(rs2), stack_pointer, 3);
    default:
      return {};
  }
}

}  // namespace

Instruction decode(std::uint32_t word) noexcept {
  if ((word & 3U) == 3)
    return decode_full(word);
  Instruction result = decode_compressed(word & 0xffffU);
  result.bytes = 2;
  return result;
}

}  // namespace hartls::u54
