#pragma once

#include <optional>

#include "isoskin/runtime/byte_stream.h"
#include "isoskin/volume/solve/correction_table.h"

/// A correction table as bytes: docs/formats/runtime.md, "Table". Reduced forms are left out.
namespace isoskin::runtime {

void write_table(const CorrectionTable& table, ByteWriter& out);

/// Nothing if the reader fails on the way: bytes cut short, or an index out of range.
std::optional<CorrectionTable> read_table(ByteReader& in, std::size_t slot_count);

}  // namespace isoskin::runtime
