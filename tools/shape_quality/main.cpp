// isoskin_shape_quality FOLDER_OF_CHARACTERS DATE [FOLDER_FOR_SHAPES]
//
// Bends and twists limbs, plays clips, and prints how the surfaces look as a Markdown table. With a
// third argument every posed limb is written there as a mesh to be looked at. Exit code 1 if
// `normal` misses a bound that is asked of it. Characters that the folder lacks are left out.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "isoskin/io/character_file.h"
#include "measure.h"

namespace isoskin::shape_quality {
namespace {

constexpr double kMostRoughness = 1.1;
constexpr double kMostDisplacement = 0.05;
constexpr double kMostVolumeError = 1e-6;
constexpr double kLeastRadius = 0.8;
constexpr double kLastAskedTwist = 120.0;  // degrees: beyond, a blend of two frames is nearly gone

std::size_t most_crossings(std::size_t skinned) {
    return static_cast<std::size_t>(1.25 * static_cast<double>(skinned)) + 10;
}

// A cell of the table, bold where it misses its target.
std::string cell(const char* format, double value, bool within) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return within ? std::string(text) : "**" + std::string(text) + "**";
}

struct Row {
    std::string subject, pose;
    Method method = Method::Linear;
    double relative_roughness = 1.0;
    double displacement = 0.0;
    std::size_t crossings = 0;
    std::size_t allowed_crossings = 0;
    double volume_error = 0.0;
    double radius = -1.0;  // negative: not a twist
    bool is_asked = true;  // else looked at only
};

class Table {
  public:
    void print_head() const {
        std::puts(
            "| character | pose | method | roughness ÷ linear | largest move, % of box | "
            "crossings (allowed) | volume error | radius kept |\n"
            "|---|---|---|---|---|---|---|---|");
    }
    void print(const Row& row) {
        const bool ours = row.method == Method::Normal || row.method == Method::Axes;
        const auto judge = [&](const char* format, double value, bool within) {
            if (ours) ++(within ? tally_of(row.method).kept : tally_of(row.method).missed);
            if (row.method == Method::Normal && row.is_asked && !within) ++missed_of_asked_;
            return cell(format, value, within || !ours);
        };
        const std::string rough =
            judge("%.2f", row.relative_roughness, row.relative_roughness <= kMostRoughness);
        const std::string move =
            ours ? judge("%.1f", 100.0 * row.displacement, row.displacement <= kMostDisplacement)
                 : "–";
        const std::string crossings = judge("%.0f", static_cast<double>(row.crossings),
                                            row.crossings <= row.allowed_crossings);
        const std::string error = judge(ours ? "%.0e" : "%+.4f", row.volume_error,
                                        std::abs(row.volume_error) <= kMostVolumeError);
        const std::string radius =
            row.radius < 0.0 ? "–" : judge("%.2f", row.radius, row.radius >= kLeastRadius);
        std::printf("| %s | %s | %s | %s | %s | %s (%zu) | %s | %s |\n", row.subject.c_str(),
                    row.pose.c_str(), name_of(row.method), rough.c_str(), move.c_str(),
                    crossings.c_str(), row.allowed_crossings, error.c_str(), radius.c_str());
    }
    void print_foot() const {
        std::puts("");
        for (const Method method : {Method::Normal, Method::Axes})
            std::printf("Of the figures of `%s`, %zu keep their bounds and %zu miss them.\n",
                        shape_quality::name_of(method), tallies_[index_of(method)].kept,
                        tallies_[index_of(method)].missed);
    }

    /// By `normal`, of what is asked of it.
    std::size_t missed_of_asked() const { return missed_of_asked_; }

  private:
    struct Tally {
        std::size_t kept = 0;
        std::size_t missed = 0;
    };
    static std::size_t index_of(Method method) { return static_cast<std::size_t>(method); }
    Tally& tally_of(Method method) { return tallies_[index_of(method)]; }

    std::array<Tally, std::size(kMethods)> tallies_{};
    std::size_t missed_of_asked_ = 0;
};

std::string name_of(const Limb& limb, const Turn& turn) {
    char text[96];
    std::snprintf(text, sizeof text, "%s %s %.0f°", limb.label.c_str(),
                  turn.kind == Turn::Kind::Bend ? "bent" : "twisted", turn.degrees);
    return text;
}

void write_shape(const Character& character, const Bench& bench, const std::string& name,
                 const std::filesystem::path& folder) {
    std::string file = name;
    std::replace_if(
        file.begin(), file.end(), [](char c) { return c == ' ' || c == ',' || c < 0; }, '_');
    if (const Status written = write_posed(folder / (file + ".obj"), character, bench.posed());
        !written)
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
}

void measure_limb(const Character& character, Bench& bench, const Subject& subject,
                  const Limb& limb, const Turn& turn, const std::filesystem::path& folder,
                  Table& table) {
    const std::size_t mesh = body_of(character);
    const LimbMotion motion = limb_motion(character, mesh, limb, turn);
    const auto joints = moved_joints(character, mesh, limb, motion.motion);
    Shape linear;
    for (const Method method : kMethods) {
        const Shape shape = bench.run(method, joints);
        if (method == Method::Linear) linear = shape;
        Row row{.subject = subject.label, .pose = name_of(limb, turn), .method = method};
        row.relative_roughness = shape.roughness / linear.roughness;
        row.displacement = shape.displacement;
        row.crossings = shape.crossings;
        row.allowed_crossings = most_crossings(linear.crossings);
        row.volume_error = shape.volume_error;
        if (turn.kind == Turn::Kind::Twist) row.radius = bench.radius_kept(motion);
        row.is_asked = turn.kind == Turn::Kind::Bend || turn.degrees <= kLastAskedTwist;
        table.print(row);
        if (!folder.empty())
            write_shape(character, bench,
                        subject.label + " " + row.pose + " " + shape_quality::name_of(method),
                        folder);
    }
}

// The worst of every figure over all clips, each by itself.
void measure_clips(const Character& character, Bench& bench, const Subject& subject, Table& table) {
    constexpr int kFrames = 8;
    std::vector<Row> worst;
    for (const Method method : kMethods)
        worst.push_back({.subject = subject.label,
                         .pose = "worst of " + std::to_string(character.clips.size()) + " clips",
                         .method = method,
                         .relative_roughness = 0.0});
    std::vector<long> excess(worst.size(), -1'000'000);
    for (const Clip& clip : character.clips)
        for (int frame = 1; frame < kFrames; ++frame) {
            const Pose pose = clip_pose(character, clip, clip.duration() * frame / kFrames);
            Shape linear;
            for (std::size_t k = 0; k < worst.size(); ++k) {
                const Shape shape = bench.run(kMethods[k], pose);
                if (k == 0) linear = shape;
                Row& row = worst[k];
                row.relative_roughness =
                    std::max(row.relative_roughness, shape.roughness / linear.roughness);
                row.displacement = std::max(row.displacement, shape.displacement);
                if (std::abs(shape.volume_error) > std::abs(row.volume_error))
                    row.volume_error = shape.volume_error;
                const std::size_t allowed = most_crossings(linear.crossings);
                const long over = static_cast<long>(shape.crossings) - static_cast<long>(allowed);
                if (over <= excess[k]) continue;
                excess[k] = over;
                row.crossings = shape.crossings;
                row.allowed_crossings = allowed;
            }
        }
    for (const Row& row : worst)
        table.print(row);
}

int run(const std::filesystem::path& data, const char* date, const std::filesystem::path& folder) {
    std::printf(
        "# How corrected shapes look\n\nMeasured %s by `isoskin_shape_quality`, scope `joints`, "
        "default settings. Roughness is the mean change of dihedral angles against the bind shape, "
        "crossings are self-intersecting pairs of triangles; both stand beside plain linear "
        "skinning of the same pose. Bounds: roughness at most 1.1 of linear skinning, moves at "
        "most 5 %% of the box, crossings at most 1.25 of linear skinning + 10, volume within 1e-6, "
        "radius of a twisted limb at least 0.8. **Bold** misses its bound; twists of 150° are "
        "looked "
        "at, not asked, and bounds are not asked of `linear` and `dual`, which leave the volume as "
        "it falls.\n\n",
        date);
    Table table;
    table.print_head();
    for (const Subject& subject : subjects()) {
        const auto character = load(subject, data);
        if (!character) {
            std::fprintf(stderr, "left out: %s\n", character.error().message.c_str());
            continue;
        }
        Bench bench(*character, body_of(*character));
        for (const Limb& limb : subject.limbs)
            for (const Turn& turn : {Turn{Turn::Kind::Bend, 90}, Turn{Turn::Kind::Bend, 110},
                                     Turn{Turn::Kind::Twist, 120}, Turn{Turn::Kind::Twist, 150}})
                measure_limb(*character, bench, subject, limb, turn, folder, table);
        if (!character->clips.empty()) measure_clips(*character, bench, subject, table);
    }
    table.print_foot();
    return table.missed_of_asked() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace isoskin::shape_quality

int main(int count, char** arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: isoskin_shape_quality CHARACTERS DATE [SHAPES]\n");
        return 2;
    }
    return isoskin::shape_quality::run(arguments[1], arguments[2],
                                       count > 3 ? arguments[3] : std::filesystem::path());
}
