#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/io/character_file.h"
#include "isoskin/math/transform.h"

namespace isoskin {

enum class BvhChannel { PositionX, PositionY, PositionZ, RotationX, RotationY, RotationZ };

struct BvhJoint {
    std::string name;
    std::optional<std::size_t> parent;  ///< Precedes its children.
    Vec3d offset = Vec3d::Zero();
    std::vector<BvhChannel> channels;  ///< In the order of the file; empty for an end site.
    std::size_t first_channel = 0;     ///< Where its values start in a frame.
    bool end_site = false;
    bool keeps_offset = false;  ///< Has position channels that hold nothing but zeros.
};

/// A motion as the file has it: its axes, its units, degrees. See docs/formats/bvh.md.
struct BvhFile {
    std::vector<BvhJoint> joints;  ///< End sites included.
    std::size_t channel_count = 0;
    std::size_t frame_count = 0;
    double frame_time = 0.0;     ///< Seconds.
    std::vector<double> values;  ///< Frame after frame, `channel_count` each.
};

/// `name` stands for the file in error sentences.
Result<BvhFile> parse_bvh(std::string_view text, std::string_view name);

/// Where the joint is in its parent at `frame`. Positions replace the offset, except where the file
/// holds nothing but zeros for a joint below the root.
Transform local_transform(const BvhFile& bvh, std::size_t joint, std::size_t frame);

/// Seconds of each frame.
std::vector<float> frame_times(const BvhFile& bvh);

}  // namespace isoskin
