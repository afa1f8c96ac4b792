#include "flesh_page.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/core.h>

#include "comparison.h"
#include "isoskin/io/gltf_container.h"
#include "isoskin/volume/settings_json.h"
#include "render/renderer.h"
#include "report/report_page.h"
#include "report/svg_plot.h"

namespace isoskin::cli {
namespace {

using report::escape_html;

// How much of the limb is in the picture, in limb radii from the joint.
constexpr double kSeen = 1.6;
// From the axis of the bend towards the inside of the crook: seen from the axis alone a crook is a
// line, seen from straight in front it hides itself.
constexpr double kIntoCrook = 30.0 * kPi / 180.0;

// A joint of a skin and where its worst bend takes it from the stored pose.
struct TurnedJoint {
    Pose pose;
    Affine model_from_bind = Affine::Identity();  // of what does not turn

    TurnedJoint(const Character& character, const FleshReport& report)
        : pose(stored_pose(character)) {
        const Skin& skin = character.meshes[report.mesh].skin;
        const JointIndex joint = *character.skeleton.find(report.joint);
        std::vector<Affine> model_from_joint(character.skeleton.joints().size());
        compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
        const auto slot = std::find(skin.joints.begin(), skin.joints.end(), joint);
        const Affine& joint_from_bind =
            skin.joint_from_bind[static_cast<std::size_t>(slot - skin.joints.begin())];
        model_from_bind = model_from_joint[joint] * joint_from_bind;
        const Mat3d turn = joint_from_bind.linear() * report.shape.worst_turn.toRotationMatrix() *
                           joint_from_bind.linear().inverse();
        Transform& local = pose.parent_from_joint[joint];
        local.rotation = (local.rotation * Quatd(turn)).normalized();
    }
};

// Draws joints by linear skinning and with flesh.
class FleshPainter {
  public:
    static std::optional<FleshPainter> create(const Character& character) {
        auto renderer = render::Renderer::create(character);
        const auto settings = parse_volume_settings(character.settings_json, "the flesh");
        if (!renderer || !settings) return std::nullopt;
        auto comparison =
            Comparison::create(character, SkinMethod::Linear, *settings, NormalOutput::Normals);
        if (!comparison) return std::nullopt;
        return FleshPainter(character, *std::move(renderer), *std::move(comparison));
    }

    std::string figures(const FleshReport& report, const Vec3d& limb) {
        const TurnedJoint joint(character_, report);
        comparison_.go_to(joint.pose);
        const render::RenderSettings settings = close_up(report, limb, joint.model_from_bind);
        return "<div class='moment'>" +
               figure(comparison_.skinned(), settings, "Linear skinning at the worst bend") +
               figure(comparison_.corrected(), settings, "With flesh") + "</div>\n";
    }

  private:
    FleshPainter(const Character& character, render::Renderer renderer, Comparison comparison)
        : character_(character),
          renderer_(std::move(renderer)),
          comparison_(std::move(comparison)) {}

    render::RenderSettings close_up(const FleshReport& report, const Vec3d& limb,
                                    const Affine& model_from_bind) const {
        const Vec3d middle = render::bounding_box(comparison_.skinned()).center().cast<double>();
        const Mat3d& linear = model_from_bind.linear();
        const Vec3d at = model_from_bind * report.pivot;
        const double scale = std::cbrt(std::abs(linear.determinant()));
        const Vec3d half = Vec3d::Constant(kSeen * scale * report.radius);
        const Vec3d axis =
            (linear * Eigen::AngleAxisd(report.shape.worst_turn).axis()).normalized();
        const Vec3d crook = axis.cross((linear * limb).normalized());
        // From that end of the axis that looks away from the body, so that nothing is in between.
        const double end = axis.dot(at - middle) < 0.0 ? -1.0 : 1.0;
        const Vec3d from = std::cos(kIntoCrook) * end * axis + std::sin(kIntoCrook) * crook;
        render::RenderSettings settings;
        settings.width = 640;
        settings.height = 520;
        settings.ground = render::Ground::Hidden;
        settings.frame = Eigen::AlignedBox3f((at - half).cast<float>(), (at + half).cast<float>());
        settings.camera.yaw = std::atan2(from.x(), from.z());
        settings.camera.pitch = std::asin(std::clamp(from.y(), -1.0, 1.0));
        return settings;
    }

    std::string figure(std::span<const PosedMesh> posed, const render::RenderSettings& settings,
                       const char* caption) {
        const auto picture = renderer_.draw(posed, {}, settings);
        if (!picture) return "";
        const auto png = render::encode_png(*picture);
        if (!png) return "";
        return fmt::format(
            "<figure><img alt='{0}' src='data:image/png;base64,{1}'>"
            "<figcaption>{0}</figcaption></figure>",
            caption, gltf::encode_base64(*png));
    }

    const Character& character_;
    render::Renderer renderer_;
    Comparison comparison_;
};

std::string tile(const std::string& number, const char* what) {
    return fmt::format("<div><b>{}</b><span>{}</span></div>", number, what);
}

std::string figures_of(const FleshReport& report) {
    const FleshShape& shape = report.shape;
    const double worst = Eigen::AngleAxisd(shape.worst_turn).angle() * 180.0 / kPi;
    std::string html = "<div class='tiles'>";
    html += tile(fmt::format("{} → {}", shape.linear_crossings, shape.flesh_crossings),
                 "pairs of triangles that cross, all sampled bends");
    html += tile(fmt::format("× {:.2f}", shape.flesh_roughness / shape.linear_roughness),
                 "roughness over linear skinning's");
    html += tile(fmt::format("{:.0f}°", worst), "the worst bend");
    html += tile(fmt::format("{}", report.targets), "targets");
    html += tile(fmt::format("{:.2f} %", 100.0 * report.compression),
                 "of the limb radius, lost by compression");
    return html + "</div>\n";
}

const Vec3d& limb_of(const CharacterFlesh& flesh, const std::string& joint) {
    return std::find_if(flesh.joints.begin(), flesh.joints.end(),
                        [&](const FleshJoint& other) { return other.joint == joint; })
        ->function.limb;
}

std::string left_rows(const CharacterFlesh& flesh) {
    std::string rows;
    for (const FleshReport& report : flesh.reports)
        if (!report.simulated)
            rows += fmt::format("<tr><td>{}</td><td>{}</td></tr>", escape_html(report.joint),
                                escape_html(report.trouble));
    if (rows.empty()) return "";
    return "<h2>Joints that stay as by <em>normal</em></h2><div class='scroll'><table><tr>"
           "<th>joint</th><th>why</th></tr>" +
           rows + "</table></div>\n";
}

}  // namespace

std::string flesh_page(const std::string& file, const Character& character,
                       const CharacterFlesh& flesh) {
    std::string html = fmt::format(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<title>Flesh of {0}</title><style>{1}</style></head><body><main>\n<h1>Flesh of {0}</h1>",
        escape_html(file), report::kReportStyle);
    auto painter = FleshPainter::create(character);
    if (!painter) html += "<p class='note'>There are no pictures: nothing can be drawn here.</p>";
    for (const FleshReport& report : flesh.reports) {
        if (!report.simulated) continue;
        html += fmt::format("<h2>{}</h2>\n", escape_html(report.joint));
        if (painter) html += painter->figures(report, limb_of(flesh, report.joint));
        html += figures_of(report);
        if (!report.trouble.empty())
            html += fmt::format("<p class='note'>{}</p>\n", escape_html(report.trouble));
    }
    return html + left_rows(flesh) + "</main></body></html>\n";
}

}  // namespace isoskin::cli
