#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/motion/retarget.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// A file format isoskin knows, as shown in the README and by `isoskin help`.
struct FormatInfo {
    std::string_view name;
    std::string_view extensions;  ///< As in ".glb .gltf".
    bool reads = false;
    bool writes_character = false;  ///< Skeleton, weights and clips too, not only a posed mesh.
    bool writes_posed = false;
};
std::span<const FormatInfo> known_formats();

/// Which axis of a file points up, where the format does not say.
enum class UpAxis {
    Stored,  ///< Take the file's axes as ours; for motions, look where the head is.
    X,
    Y,
    Z,
};

/// Reads a character by its file's ending. A bare mesh comes with a skeleton of one joint.
///
/// OBJ looks for a text rig beside itself (docs/formats/text_rig.md) or for `.mhskel`/`.mhw` of the
/// same folder when named by `rig`. Memory is bounded by a multiple of the size of the files read.
struct ReadOptions {
    std::filesystem::path rig;        ///< A rig kept beside the mesh; empty: look for one.
    UpAxis up_axis = UpAxis::Stored;  ///< OBJ, text rig, MakeHuman and BVH only.
    double scale = 1.0;               ///< Our units per unit of the file; same formats.
};
Result<Character> read_character(const std::filesystem::path& path,
                                 const ReadOptions& options = {});

/// How a motion is read and fitted.
struct MotionOptions {
    ReadOptions read;
    std::string clip;           ///< Of a file with several: a name or an index; empty: the first.
    std::filesystem::path map;  ///< Which joint is which, docs/formats/map_json.md; empty: found.
};

/// Reads only a motion and makes it fit `character`: BVH or a clip of another character by
/// `retarget`, poses keyed in JSON (docs/formats/clip_json.md) by joint name.
Result<RetargetedMotion> read_motion(const std::filesystem::path& path, const Character& character,
                                     const MotionOptions& options = {});

/// The same, the clip alone.
Result<Clip> read_clip(const std::filesystem::path& path, const Character& character,
                       const MotionOptions& options = {});

/// Writes everything a character holds, with what its reader kept for it. glTF only.
Status write_character(const std::filesystem::path& path, const Character& character);

/// Writes one moment as a plain mesh: GLB, glTF, OBJ, PLY or STL by the ending. `posed` has one
/// element per mesh of `character`. Writes to a temporary name first, then renames.
Status write_posed(const std::filesystem::path& path, const Character& character,
                   std::span<const PosedMesh> posed);

}  // namespace isoskin
