#include "render/camera.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace isoskin::render {
namespace {

constexpr double kRadiansPerDegree = kPi / 180.0;
constexpr double kMargin = 1.16;  // of the half picture; room for the shadow and a caption

struct NamedView {
    std::string_view name;
    double yaw;  // degrees
    double pitch;
};

constexpr std::array kNamedViews{NamedView{"front", 0.0, 8.0}, NamedView{"side", 90.0, 8.0},
                                 NamedView{"back", 180.0, 8.0}, NamedView{"top", 0.0, 89.9},
                                 NamedView{"three-quarter", 35.0, 13.0}};

Camera camera_of_degrees(double yaw, double pitch, double zoom) {
    Camera camera;
    camera.yaw = yaw * kRadiansPerDegree;
    camera.pitch = pitch * kRadiansPerDegree;
    camera.zoom = zoom;
    return camera;
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* end = text.data() + text.size();
    while (true) {
        double number = 0.0;
        const auto [next, failure] = std::from_chars(at, end, number);
        if (failure != std::errc() || !std::isfinite(number)) return std::nullopt;
        numbers.push_back(number);
        if (next == end) return numbers;
        if (*next != ',') return std::nullopt;
        at = next + 1;
    }
}

Eigen::Matrix3d camera_from_model(const Camera& camera) {
    return (Eigen::AngleAxisd(camera.pitch, Vec3d::UnitX()) *
            Eigen::AngleAxisd(-camera.yaw, Vec3d::UnitY()))
        .toRotationMatrix();
}

/// Extent of points along one picture axis: the interval of `x ± slope · z` decides where the eye
/// has to be so that all of them lie between the two planes of the frustum.
struct Reach {
    double right = -std::numeric_limits<double>::infinity();
    double left = -std::numeric_limits<double>::infinity();

    void include(double x, double z, double slope) {
        right = std::max(right, x + slope * z);
        left = std::max(left, -x + slope * z);
    }
    double center() const { return 0.5 * (right - left); }
    double distance(double slope) const { return 0.5 * (right + left) / slope; }
};

Eigen::Matrix4d perspective(double slope_x, double slope_y, double near_plane, double far_plane) {
    Eigen::Matrix4d clip_from_view = Eigen::Matrix4d::Zero();
    clip_from_view(0, 0) = 1.0 / slope_x;
    clip_from_view(1, 1) = 1.0 / slope_y;
    clip_from_view(2, 2) = -(far_plane + near_plane) / (far_plane - near_plane);
    clip_from_view(2, 3) = -2.0 * far_plane * near_plane / (far_plane - near_plane);
    clip_from_view(3, 2) = -1.0;
    return clip_from_view;
}

}  // namespace

Result<Camera> parse_camera(std::string_view text) {
    for (const NamedView& view : kNamedViews) {
        if (view.name == text) return camera_of_degrees(view.yaw, view.pitch, 1.0);
    }
    const auto numbers = parse_numbers(text);
    if (numbers && (numbers->size() == 2 || numbers->size() == 3)) {
        const double zoom = numbers->size() == 3 ? (*numbers)[2] : 1.0;
        if (zoom > 0.0) return camera_of_degrees((*numbers)[0], (*numbers)[1], zoom);
    }
    return usage_error("'" + std::string(text) +
                       "' is no camera: use front, side, back, top, three-quarter or "
                       "YAW,PITCH[,ZOOM] in degrees with a zoom above 0");
}

View frame_points(const Camera& camera, std::span<const Vec3> points, double aspect) {
    assert(!points.empty() && aspect > 0.0 && camera.zoom > 0.0);
    const Eigen::Matrix3d rotation = camera_from_model(camera);
    const double slope_y = std::tan(0.5 * camera.field_of_view);
    const double slope_x = slope_y * aspect;

    Reach across;
    Reach upwards;
    Eigen::AlignedBox3d box;
    for (const Vec3& point : points) {
        const Vec3d seen = rotation * point.cast<double>();
        box.extend(seen);
        across.include(seen.x(), seen.z(), slope_x / kMargin);
        upwards.include(seen.y(), seen.z(), slope_y / kMargin);
    }
    const double size = std::max(box.diagonal().norm(), 1e-6);
    const double fitting =
        std::max({across.distance(slope_x / kMargin), upwards.distance(slope_y / kMargin),
                  box.max().z() + 0.1 * size});
    const double middle = box.center().z();
    const double eye_z = middle + (fitting - middle) / camera.zoom;
    const Vec3d eye(across.center(), upwards.center(), eye_z);

    View view;
    view.near_plane = std::max(eye_z - box.max().z() - size, 0.01 * size);
    view.far_plane = eye_z - box.min().z() + 8.0 * size;
    Eigen::Matrix4d view_from_model = Eigen::Matrix4d::Identity();
    view_from_model.topLeftCorner<3, 3>() = rotation;
    view_from_model.topRightCorner<3, 1>() = -eye;
    const Eigen::Matrix4d clip_from_view =
        perspective(slope_x, slope_y, view.near_plane, view.far_plane);
    view.view_from_model = view_from_model.cast<float>();
    view.clip_from_view = clip_from_view.cast<float>();
    view.clip_from_model = (clip_from_view * view_from_model).cast<float>();
    view.eye = (rotation.transpose() * eye).cast<float>();
    return view;
}

}  // namespace isoskin::render
