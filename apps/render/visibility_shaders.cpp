#include "render/glsl_version.h"
#include "render/shaders.h"

namespace isoskin::render {
namespace {

// Both searches are turned by one of sixteen angles, which repeat every 4 x 4 pixels: the blur that
// follows averages exactly those, so few taps give smooth results.
constexpr const char* kSampleLibrary = R"(
in vec2 uv;
uniform sampler2D depth_image;
uniform sampler2D normal_image;
uniform mat4 clip_from_view;
uniform mat4 model_from_view;
uniform float radius; // of the sky's occluders, in model units
uniform vec3 key_direction;
out vec4 color;

float pattern() { // each of k/16 once in 4 x 4 pixels
    ivec2 p = ivec2(gl_FragCoord.xy);
    int mixed = p.x ^ p.y;
    return float(((mixed & 1) << 3) | ((p.y & 1) << 2) | (mixed & 2) | ((p.y & 2) >> 1)) / 16.0;
}

vec2 disk(int i, int count, float shift) {
    float angle = float(i) * 2.3999632 + 6.2831853 * shift;
    return sqrt((float(i) + fract(shift * 7.0 + 0.03)) / float(count)) * vec2(cos(angle), sin(angle));
}

vec3 view_position(vec2 at) {
    float depth = textureLod(depth_image, at, 0.0).r * 2.0 - 1.0;
    float z = -clip_from_view[3][2] / (depth + clip_from_view[2][2]);
    vec2 slope = (at * 2.0 - 1.0) / vec2(clip_from_view[0][0], clip_from_view[1][1]);
    return vec3(slope * -z, z);
}
)";

// McGuire, Osman, Bukowski, Hennessy: "The Alchemy Screen-Space Ambient Obscurance Algorithm"
// (2011): occluders round a pixel, weighted by how far they rise over its tangent plane.
constexpr const char* kSkyLibrary = R"(
float sky_visibility(vec3 p, vec3 n, float shift) {
    const int kTaps = 9;
    vec2 reach = 0.5 * radius * vec2(clip_from_view[0][0], clip_from_view[1][1]) / -p.z;
    float sum = 0.0;
    for (int i = 0; i < kTaps; ++i) {
        float r = (float(i) + fract(shift * 5.0) + 0.1) / float(kTaps);
        vec2 direction = normalize(disk(i, kTaps, shift) + 1e-5);
        vec3 v = view_position(uv + reach * r * direction) - p;
        float vv = dot(v, v);
        float near = max(0.0, 1.0 - vv / (radius * radius));
        sum += near * near * max(0.0, dot(v, n) - 0.012 * radius) / (sqrt(vv) + 0.02 * radius);
    }
    return pow(max(0.0, 1.0 - 2.1 * sum / float(kTaps)), 1.3);
}
)";

// Fernando: "Percentage-Closer Soft Shadows" (2005): how far the occluders are decides how wide
// the shadow map is averaged.
constexpr const char* kShadowLibrary = R"(
uniform sampler2D shadow_depth;
uniform sampler2DShadow shadow_test;
uniform mat4 light_from_model;
uniform float light_softness; // shadow-map widths per unit of depth difference
uniform float light_texel;
uniform float shadow_bias; // model units

// 1 in full light, 0 in full shadow.
float key_visibility(vec3 p, vec3 n, float shift) {
    float slope = 1.0 - max(dot(n, key_direction), 0.0);
    vec3 receiver = p + n * (0.3 + slope) * shadow_bias;
    vec3 at = (light_from_model * vec4(receiver, 1.0)).xyz * 0.5 + 0.5;
    if (any(lessThan(at.xy, vec2(0.0))) || any(greaterThan(at.xy, vec2(1.0)))) return 1.0;
    float depth = at.z - 0.0006;

    float search = clamp(light_softness * 0.6, 4.0 * light_texel, 0.06);
    float blockers = 0.0;
    float sum = 0.0;
    for (int i = 0; i < 10; ++i) {
        float d = textureLod(shadow_depth, at.xy + search * disk(i, 10, shift), 0.0).r;
        if (d < min(depth, 1.0)) { // 1 is where nothing was drawn
            sum += d;
            blockers += 1.0;
        }
    }
    if (blockers == 0.0) return 1.0;

    float width = clamp((depth - sum / blockers) * light_softness, 1.5 * light_texel, search);
    float lit = 0.0;
    for (int i = 0; i < 10; ++i) {
        lit += texture(shadow_test, vec3(at.xy + width * disk(i, 10, shift), min(depth, 1.0)));
    }
    return lit / 10.0;
}
)";

constexpr const char* kVisibilityMain = R"(
void main() {
    color = vec4(1.0);
    if (textureLod(depth_image, uv, 0.0).r >= 1.0) return;
    vec4 coded = textureLod(normal_image, uv, 0.0);
    vec3 n = normalize(coded.xyz * 2.0 - 1.0);
    vec3 p = view_position(uv);
    float shift = pattern();
    if (coded.a > 0.5) color.r = sky_visibility(p, n, shift);
    vec3 model_normal = mat3(model_from_view) * n;
    color.g = dot(model_normal, key_direction) <= 0.0 ? 0.0 :
        key_visibility((model_from_view * vec4(p, 1.0)).xyz, model_normal, shift);
}
)";

constexpr const char* kBlurMain = R"(
uniform sampler2D visibility_image;
uniform sampler2D depth_image;
uniform mat4 clip_from_view;
uniform float radius;
out vec4 color;

float view_depth(ivec2 at) {
    float depth = texelFetch(depth_image, at, 0).r * 2.0 - 1.0;
    return clip_from_view[3][2] / (depth + clip_from_view[2][2]);
}

void main() {
    ivec2 center = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(depth_image, 0) - 1;
    float depth = view_depth(center);
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            ivec2 at = clamp(center + ivec2(x, y), ivec2(0), last);
            float weight = abs(view_depth(at) - depth) < 0.25 * radius ? 1.0 : 1e-4;
            sum += weight * texelFetch(visibility_image, at, 0).rg;
            weights += weight;
        }
    }
    color = vec4(sum / weights, 0.0, 1.0);
}
)";

}  // namespace

std::string visibility_fragment() {
    return std::string(kGlslVersion) + kSampleLibrary + kSkyLibrary + kShadowLibrary +
           kVisibilityMain;
}
std::string visibility_blur_fragment() {
    return std::string(kGlslVersion) + kBlurMain;
}

}  // namespace isoskin::render
