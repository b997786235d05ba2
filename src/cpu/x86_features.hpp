// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hartls/cpu/features.hpp"

namespace hartls::cpu {

/// By cpuid; the vector ones only where the operating system saves their registers. Empty where
/// this code was compiled for another architecture.
FeatureSet x86_features() noexcept;

/// True where cpuid names QEMU's translator (TCG) as the hypervisor.
bool x86_runs_under_tcg() noexcept;

}  // namespace hartls::cpu
