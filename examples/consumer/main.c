/* A bar of two joints from bare arrays, bent by 80 degrees at constant volume, with an installed isoskin. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <isoskin/isoskin.h>
#include <isoskin/version.h>

enum { RINGS = 17, CORNERS = 4, VERTICES = RINGS * CORNERS };

static float positions[VERTICES][3];
static uint16_t joints[VERTICES][2];
static float weights[VERTICES][2];
static uint32_t triangles[2 * (RINGS - 1) * CORNERS + 4][3];
static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static size_t triangle_count = 0;
static void add_triangle(uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t corners[3] = {a, b, c};
    memcpy(triangles[triangle_count++], corners, sizeof corners);
}

static void make_bar(void) {
    static const float corner[CORNERS][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int ring = 0; ring < RINGS; ++ring)
        for (int k = 0; k < CORNERS; ++k) {
            const int v = ring * CORNERS + k;
            const float x = 8.0F * (float)ring / (RINGS - 1) - 4.0F;
            const float share = fminf(1.0F, fmaxf(0.0F, 0.5F + x / 2.0F));
            positions[v][0] = x;
            positions[v][1] = corner[k][0];
            positions[v][2] = corner[k][1];
            joints[v][1] = 1;
            weights[v][0] = 1.0F - share;
            weights[v][1] = share;
        }
    for (uint32_t ring = 0; ring + 1 < RINGS; ++ring)
        for (uint32_t k = 0; k < CORNERS; ++k) {
            const uint32_t a = ring * CORNERS + k, b = ring * CORNERS + (k + 1) % CORNERS;
            add_triangle(a, b, b + CORNERS);
            add_triangle(a, b + CORNERS, a + CORNERS);
        }
    const uint32_t last = VERTICES - CORNERS;
    add_triangle(0, 2, 1);
    add_triangle(0, 3, 2);
    add_triangle(last, last + 1, last + 2);
    add_triangle(last, last + 2, last + 3);
}

int main(void) {
    if (isoskin_version() / 100 != 100 * ISOSKIN_VERSION_MAJOR + ISOSKIN_VERSION_MINOR) return 1;
    make_bar();
    float binds[2][16], pose[2][16];
    const int32_t parents[2] = {-1, 0};
    for (int j = 0; j < 2; ++j) {
        memcpy(binds[j], identity, sizeof identity);
        memcpy(pose[j], identity, sizeof identity);
    }
    pose[1][0] = pose[1][5] = cosf(1.4F);
    pose[1][1] = sinf(1.4F);
    pose[1][4] = -sinf(1.4F);

    isoskin_arrays arrays = ISOSKIN_INIT(isoskin_arrays);
    arrays.vertex_count = VERTICES;
    arrays.positions = positions[0];
    arrays.index_count = 3 * triangle_count;
    arrays.indices = triangles[0];
    arrays.joint_count = 2;
    arrays.inverse_binds = binds[0];
    arrays.parents = parents;
    arrays.influence_count = 2;
    arrays.joints = joints[0];
    arrays.weights = weights[0];

    isoskin_character* bar = NULL;
    isoskin_deformer* deformer = NULL;
    isoskin_pose bent = ISOSKIN_INIT(isoskin_pose);
    bent.matrices = pose[0];
    bent.matrix_count = 2;
    isoskin_part part = ISOSKIN_INIT(isoskin_part);
    if (isoskin_character_from_arrays(&arrays, &bar) || isoskin_deformer_create(bar, NULL, &deformer) ||
        isoskin_deformer_pose(deformer, &bent) ||
        isoskin_deformer_positions(deformer, 0, positions[0], 0, VERTICES) ||
        isoskin_deformer_part(deformer, 0, &part)) {
        fprintf(stderr, "%s\n", isoskin_error());
        return 1;
    }
    printf("isoskin %s: plain skinning %+.2f %%, isoskin %+.4f %%\n", isoskin_version_text(),
           100 * (part.skinned / part.target - 1), 100 * (part.corrected / part.target - 1));
    const int holds = part.reached && part.skinned < 0.99 * part.target &&
                      fabs(part.corrected / part.target - 1) < 1e-6;
    isoskin_deformer_free(deformer);
    isoskin_character_free(bar);
    return holds ? 0 : 1;
}
