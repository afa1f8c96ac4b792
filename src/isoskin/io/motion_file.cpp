#include "isoskin/io/motion_file.h"

#include <charconv>

#include "isoskin/io/joint_map_json.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

Result<const Clip*> choose_clip(const Character& source, const std::filesystem::path& path,
                                const std::string& wanted) {
    if (source.clips.empty())
        return unsupported(path.string() +
                           ": holds no motion; give a file that does, as .bvh or an animated .glb");
    if (wanted.empty()) return &source.clips.front();
    std::string known;
    for (const Clip& clip : source.clips) {
        if (clip.name == wanted) return &clip;
        known += (known.empty() ? "" : ", ") + in_quotes(clip.name);
    }
    std::size_t index = 0;
    const char* end = wanted.data() + wanted.size();
    const auto [stop, error] = std::from_chars(wanted.data(), end, index);
    if (error == std::errc() && stop == end && index < source.clips.size())
        return &source.clips[index];
    return usage_error(path.string() + ": there is no clip " + in_quotes(wanted) + "; it has " +
                       known);
}

}  // namespace

Result<RetargetedMotion> fit_motion(const Character& source, const std::filesystem::path& path,
                                    const Character& character, const MotionOptions& options) {
    JointMap map;
    if (!options.map.empty()) {
        auto read = read_joint_map(options.map);
        if (!read) return read.error();
        map = *std::move(read);
    }
    const auto clip = choose_clip(source, path, options.clip);
    if (!clip) return clip.error();
    auto fitted = retarget(source, **clip, character, map);
    if (!fitted) return Error{fitted.error().kind, path.string() + ": " + fitted.error().message};
    if (fitted->clip.name.empty() || source.clips.size() == 1)
        fitted->clip.name = path.stem().string();
    return fitted;
}

}  // namespace isoskin
