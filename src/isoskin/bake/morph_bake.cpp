#include "isoskin/bake/morph_bake.h"

#include <algorithm>
#include <cmath>

#include "isoskin/bake/baked_file.h"
#include "isoskin/bake/clip_times.h"
#include "isoskin/bake/key_placement.h"
#include "isoskin/bake/merged_source.h"
#include "isoskin/bake/morph_deviation.h"
#include "isoskin/bake/pulled_source.h"
#include "isoskin/rig/range_of_motion.h"

namespace isoskin {
namespace {

void tell(const BakeStep& step) {
    if (step) step();
}

/// Bakes one character; one object for one call.
class Baker {
  public:
    Baker(const Character& character, const BakeSettings& settings, const BakeStep& step,
          Deformer deformer)
        : character_(character),
          settings_(settings),
          step_(step),
          deformer_(std::move(deformer)),
          first_morph_(first_morph(character)) {}

    BakedCharacter run();

  private:
    void visit_poses(const PoseVisit& visit) const;
    void visit_clip(const Clip& clip, std::span<const float> moments, const PoseVisit& visit) const;
    std::vector<float> moments_of(std::size_t clip) const;
    MorphSource find_source(std::size_t mesh);
    void add_targets(std::size_t mesh, const MorphSource& source, SkinnedMesh& baked);
    Channel make_channel(std::size_t clip, std::size_t mesh, const MorphSource& source,
                         const MorphDeviation& deviation);
    void put_channel(Channel channel, Clip& clip) const;
    KeyPlacement placement() const {
        KeyPlacement placement;
        placement.tolerance = settings_.tolerance;
        return placement;
    }

    const Character& character_;
    const BakeSettings& settings_;
    const BakeStep& step_;
    Deformer deformer_;
    std::vector<std::size_t> first_morph_;
};

// Increasing; with those that are watched where they are not nearer to others than keys may be.
std::vector<float> Baker::moments_of(std::size_t clip) const {
    std::vector<float> moments = key_times(character_.clips[clip]);
    if (clip < settings_.watched.size() && !moments.empty()) {
        std::vector<float> watched = settings_.watched[clip];
        std::sort(watched.begin(), watched.end());
        const double gap = placement().shortest_gap;
        std::vector<float> all;
        std::size_t next = 0;
        for (const float own : moments) {
            for (; next < watched.size() && watched[next] < own; ++next) {
                const auto at = static_cast<double>(watched[next]);
                if (!all.empty() && at - static_cast<double>(all.back()) >= gap &&
                    static_cast<double>(own) - at >= gap)
                    all.push_back(watched[next]);
            }
            all.push_back(own);
        }
        moments = std::move(all);
    }
    return subdivided(moments, settings_.longest_gap);
}

// Rotations may turn far between two keys: what only moves there has to be seen as well.
void Baker::visit_clip(const Clip& clip, std::span<const float> moments,
                       const PoseVisit& visit) const {
    CurveToKey curve;
    curve.width = visit.width;
    curve.at = [&](float time, std::span<float> moves) {
        visit.visit(clip_pose(character_, clip, static_cast<double>(time)), moves);
        tell(step_);
    };
    curve.deviation = [](std::span<const float> difference) {
        float farthest = 0.0F;
        for (const float move : difference)
            farthest = std::max(farthest, std::abs(move));
        return static_cast<double>(farthest);
    };
    if (visit.width == 0) {
        for (const float time : moments)
            curve.at(time, {});
    } else if (!moments.empty()) {
        place_keys(curve, moments, {}, placement());
    }
}

// What the targets are made for: all clips, or every joint's range where there are none.
void Baker::visit_poses(const PoseVisit& visit) const {
    std::vector<float> moves(visit.width);
    visit.visit(stored_pose(character_), moves);
    for (std::size_t k = 0; k < character_.clips.size(); ++k)
        visit_clip(character_.clips[k], moments_of(k), visit);
    if (!character_.clips.empty()) return;
    const Clip range = range_of_motion(character_);
    visit_clip(range, subdivided(key_times(range), settings_.longest_gap), visit);
}

void Baker::add_targets(std::size_t mesh, const MorphSource& source, SkinnedMesh& baked) {
    for (MorphTarget& morph : make_morph_targets(character_.meshes[mesh], source.shapes))
        baked.morphs.push_back(std::move(morph));
    std::vector<float> weights(source.shapes.size());
    source.weights(stored_pose(character_), weights);
    baked.stored_morph_weights.insert(baked.stored_morph_weights.end(), weights.begin(),
                                      weights.end());
}

Channel Baker::make_channel(std::size_t which, std::size_t mesh, const MorphSource& source,
                            const MorphDeviation& deviation) {
    const Clip& clip = character_.clips[which];
    const std::size_t old_count = character_.meshes[mesh].morphs.size();
    const auto first_old = static_cast<std::ptrdiff_t>(first_morph_[mesh]);
    CurveToKey curve;
    curve.width = old_count + source.shapes.size();
    curve.at = [&](float time, std::span<float> values) {
        const Pose pose = clip_pose(character_, clip, static_cast<double>(time));
        std::copy_n(pose.morph_weights.begin() + first_old, old_count, values.begin());
        source.weights(pose, values.subspan(old_count));
        tell(step_);
    };
    curve.deviation = [&](std::span<const float> difference) { return deviation(difference); };
    const auto moments = moments_of(which);
    KeyedValues keys = place_keys(curve, moments, morph_key_times(clip, mesh), placement());
    return {.path = ChannelPath::MorphWeights,
            .target = mesh,
            .interpolation = Interpolation::Linear,
            .times = std::move(keys.times),
            .values = std::move(keys.values)};
}

// In place of the channel that moved the mesh's own targets, else behind all others.
void Baker::put_channel(Channel channel, Clip& clip) const {
    const auto old =
        std::find_if(clip.channels.begin(), clip.channels.end(), [&](const Channel& other) {
            return other.path == ChannelPath::MorphWeights && other.target == channel.target;
        });
    if (old != clip.channels.end())
        *old = std::move(channel);
    else
        clip.channels.push_back(std::move(channel));
}

MorphSource Baker::find_source(std::size_t mesh) {
    const PoseList poses = [&](const PoseVisit& visit) { visit_poses(visit); };
    if (!is_closed_form(settings_))
        return pulled_source(deformer_, character_, mesh, poses,
                             {.most = settings_.max_morphs, .tolerance = settings_.tolerance});
    if (deformer_.targets(mesh).empty()) return {};
    constexpr double kUnseenOfTolerance = 0.01;
    constexpr double kLeftOutOfTolerance = 0.2;
    // What poses that come later ask of a target is not known: there nothing is too little.
    const bool clips_alone = settings_.keep == KeepTargets::Moved && !character_.clips.empty();
    const SourceSettings sources{
        .keep = clips_alone ? KeepTargets::Moved : KeepTargets::All,
        .unseen = kUnseenOfTolerance * settings_.tolerance,
        .left_out = clips_alone ? kLeftOutOfTolerance * settings_.tolerance : 0.0};
    MorphSource source = closed_form_source(deformer_, character_, mesh, poses, sources);
    if (settings_.max_morphs > 0) source = merged_source(source, poses, settings_.max_morphs);
    return source;
}

BakedCharacter Baker::run() {
    BakedCharacter baked{.character = character_,
                         .first_new_morph = {},
                         .sides = {},
                         .notes = {},
                         .refusals = deformer_.refusals()};
    for (std::size_t mesh = 0; mesh < character_.meshes.size(); ++mesh) {
        SkinnedMesh& out = baked.character.meshes[mesh];
        baked.first_new_morph.push_back(out.morphs.size());
        baked.sides.emplace_back();
        const MorphSource source = find_source(mesh);
        baked.notes.insert(baked.notes.end(), source.notes.begin(), source.notes.end());
        if (source.shapes.empty()) continue;
        baked.sides.back() = source.sides;
        add_targets(mesh, source, out);
        const MorphDeviation deviation(out);
        for (std::size_t k = 0; k < character_.clips.size(); ++k)
            if (!key_times(character_.clips[k]).empty())
                put_channel(make_channel(k, mesh, source, deviation), baked.character.clips[k]);
    }
    baked.character.settings_json = settings_of_baked(settings_.volume, baked.first_new_morph);
    return baked;
}

}  // namespace

bool is_closed_form(const BakeSettings& settings) {
    return settings.skinning == SkinMethod::Linear && !settings.lattice &&
           thickens(settings.volume.method) && settings.volume.scope == VolumeScope::Joints;
}

std::size_t BakedCharacter::new_morph_count() const {
    std::size_t count = 0;
    for (std::size_t mesh = 0; mesh < first_new_morph.size(); ++mesh)
        count += character.meshes[mesh].morphs.size() - first_new_morph[mesh];
    return count;
}

std::size_t estimate_bake_steps(const Character& character, const BakeSettings& settings) {
    constexpr std::size_t kLooks = 4;  // to learn the weights, at moments, between them, deeper
    std::size_t moments = 1;
    for (const Clip& clip : character.clips)
        moments += subdivided(key_times(clip), settings.longest_gap).size();
    return kLooks * moments * std::max<std::size_t>(1, character.meshes.size());
}

Result<BakedCharacter> bake_morphs(const Character& character, const BakeSettings& settings,
                                   const BakeStep& step) {
    auto deformer = Deformer::create(character, {.skinning = settings.skinning,
                                                 .normals = NormalOutput::None,
                                                 .volume = settings.volume,
                                                 .check = VolumeCheck::Skip,
                                                 .lattice = settings.lattice});
    if (!deformer) return deformer.error();
    return Baker(character, settings, step, *std::move(deformer)).run();
}

}  // namespace isoskin
