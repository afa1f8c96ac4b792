#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "isoskin/bake/clip_times.h"
#include "isoskin/bake/morph_bake.h"
#include "isoskin/io/file.h"
#include "isoskin/io/usd_skel_write.h"
#include "support/temporary_folder.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

using Numbers = std::vector<double>;
using Samples = std::map<double, Numbers>;

/// As much of USD's text as one mesh with a skeleton needs; shares no code with the writer.
class UsdText {
  public:
    explicit UsdText(std::string text) : text_(std::move(text)) {}

    Numbers numbers(const std::string& key) const { return numbers_in(line_of(key + " = ")); }
    std::vector<std::string> tokens(const std::string& key) const {
        std::vector<std::string> tokens;
        std::istringstream line(line_of(key + " = "));
        std::string skipped;
        std::string token;
        while (std::getline(line, skipped, '"') && std::getline(line, token, '"'))
            tokens.push_back(token);
        return tokens;
    }
    Samples samples(const std::string& key) const {
        const std::size_t begin = text_.find(key + ".timeSamples = {\n");
        EXPECT_NE(begin, std::string::npos) << key;
        std::istringstream lines(text_.substr(text_.find('\n', begin) + 1));
        Samples samples;
        for (std::string line; std::getline(lines, line) && line.find(':') != std::string::npos;)
            samples[std::stod(line)] = numbers_in(line.substr(line.find(':') + 1));
        return samples;
    }
    /// The text behind a place, for what is said several times.
    UsdText behind(const std::string& place) const { return UsdText(text_.substr(at(place))); }

  private:
    std::size_t at(const std::string& place) const {
        const std::size_t found = text_.find(place);
        EXPECT_NE(found, std::string::npos) << place;
        return found == std::string::npos ? text_.size() : found;
    }
    std::string line_of(const std::string& key) const {
        const std::size_t begin = at(key) + key.size();
        return begin < text_.size() ? text_.substr(begin, text_.find('\n', begin) - begin) : "";
    }
    static Numbers numbers_in(std::string line) {
        for (char& c : line)
            if (std::string("[](),:").find(c) != std::string::npos) c = ' ';
        std::istringstream words(line);
        Numbers numbers;
        for (double number = 0.0; words >> number;)
            numbers.push_back(number);
        return numbers;
    }
    std::string text_;
};

Numbers lerp_at(const Samples& samples, double time) {
    const auto after = samples.lower_bound(time);
    if (after == samples.end()) return samples.rbegin()->second;
    if (after == samples.begin() || after->first == time) return after->second;
    const auto before = std::prev(after);
    const double u = (time - before->first) / (after->first - before->first);
    Numbers made = before->second;
    for (std::size_t k = 0; k < made.size(); ++k)
        made[k] += u * (after->second[k] - made[k]);
    return made;
}

Quatd slerp_at(const Samples& samples, double time, std::size_t joint) {
    const auto quaternion = [&](const Numbers& n) {
        return Quatd(n[4 * joint], n[4 * joint + 1], n[4 * joint + 2], n[4 * joint + 3]);
    };
    const auto after = samples.lower_bound(time);
    if (after == samples.end()) return quaternion(samples.rbegin()->second);
    if (after == samples.begin() || after->first == time) return quaternion(after->second);
    const auto before = std::prev(after);
    return quaternion(before->second)
        .slerp((time - before->first) / (after->first - before->first), quaternion(after->second));
}

Vec3d vector_at(const Numbers& n, std::size_t k) {
    return {n[3 * k], n[3 * k + 1], n[3 * k + 2]};
}

Eigen::Matrix4d matrix_at(const Numbers& n, std::size_t k) {
    Eigen::Matrix4d m;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            m(column, row) = n[16 * k + static_cast<std::size_t>(4 * row + column)];
    return m;
}

/// Where the joints of the file carry bind space at a time code.
std::vector<Eigen::Matrix4d> skinning_matrices(const UsdText& usd, double time) {
    const auto joints = usd.tokens("joints");
    const Numbers bind = usd.numbers("bindTransforms");
    const Numbers translations = lerp_at(usd.samples("translations"), time);
    const Samples rotations = usd.samples("rotations");
    const Numbers scales = lerp_at(usd.samples("scales"), time);
    std::map<std::string, Eigen::Matrix4d> placed;
    std::vector<Eigen::Matrix4d> matrices;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        Affine local = Affine::Identity();
        local.linear() =
            slerp_at(rotations, time, j).toRotationMatrix() * vector_at(scales, j).asDiagonal();
        local.translation() = vector_at(translations, j);
        const std::size_t slash = joints[j].rfind('/');
        placed[joints[j]] = slash == std::string::npos
                                ? Eigen::Matrix4d(local.matrix())
                                : placed.at(joints[j].substr(0, slash)) * local.matrix();
        matrices.push_back(placed[joints[j]] * matrix_at(bind, j).inverse());
    }
    return matrices;
}

/// Vertices of the one mesh of the file.
std::vector<Vec3d> play(const UsdText& usd, double time) {
    const Numbers points = usd.numbers("points");
    std::vector<Vec3d> bind(points.size() / 3);
    for (std::size_t v = 0; v < bind.size(); ++v)
        bind[v] = vector_at(points, v);
    const Numbers weights = lerp_at(usd.samples("blendShapeWeights"), time);
    const auto shapes = usd.tokens("skel:blendShapes");
    EXPECT_EQ(shapes, usd.tokens("token[] blendShapes"));
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        const UsdText shape = usd.behind("def BlendShape \"" + shapes[k] + "\"");
        const Numbers offsets = shape.numbers("offsets");
        const Numbers places = shape.numbers("pointIndices");
        for (std::size_t i = 0; i < places.size(); ++i)
            bind[static_cast<std::size_t>(places[i])] += weights[k] * vector_at(offsets, i);
    }
    const auto matrices = skinning_matrices(usd, time);
    const Numbers joints = usd.numbers("primvars:skel:jointIndices");
    const Numbers shares = usd.numbers("primvars:skel:jointWeights");
    const std::size_t width = joints.size() / bind.size();
    std::vector<Vec3d> posed(bind.size(), Vec3d::Zero());
    for (std::size_t v = 0; v < bind.size(); ++v)
        for (std::size_t k = v * width; k < (v + 1) * width; ++k)
            posed[v] +=
                shares[k] *
                (matrices[static_cast<std::size_t>(joints[k])] * bind[v].homogeneous()).head<3>();
    return posed;
}

TEST(UsdSkel, plays_constant_volume_at_and_between_time_samples) {
    const TemporaryFolder folder;
    const Character arm = testing::make_scene("arm");
    BakeSettings settings;
    settings.tolerance = 2.5e-5;
    const auto baked = bake_morphs(arm, settings);
    ASSERT_TRUE(baked);
    const Clip& clip = baked->character.clips[0];
    const auto moments = subdivided(key_times(clip), 1.0 / 24.0);
    const auto path = folder / "arm.usda";
    ASSERT_TRUE(write_usd_skel(path, baked->character,
                               {.clip = &clip, .moments = moments, .frames_per_second = 24.0}));
    const UsdText usd(read_text(path).value());

    auto deformer =
        Deformer::create(arm, {.normals = NormalOutput::None, .volume = settings.volume});
    ASSERT_TRUE(deformer);
    auto native = deformer->make_output();
    const auto box = bounding_box(arm.meshes[0].mesh.positions);
    for (const double seconds : {0.0, 0.21, 0.5, 0.77, 1.0}) {
        const DeformReport report = deformer->deform(clip_pose(arm, arm.clips[0], seconds), native);
        const auto played = play(usd, 24.0 * seconds);
        ASSERT_EQ(played.size(), native[0].positions.size());
        std::vector<Vec3> floats;
        for (std::size_t v = 0; v < played.size(); ++v) {
            floats.push_back(played[v].cast<float>());
            EXPECT_LE((played[v] - native[0].positions[v].cast<double>()).norm(),
                      1e-4 * static_cast<double>(box.diagonal().norm()));
        }
        EXPECT_NEAR(deformer->measure(0, floats) / report.parts[0].target, 1.0, 1e-4) << seconds;
    }
}

}  // namespace
}  // namespace isoskin
