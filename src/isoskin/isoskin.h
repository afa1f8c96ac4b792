/* isoskin for programs in C and whatever calls C: skinned characters that keep their volume.
 *
 * Handles are opaque; who makes one frees it. Strings and arrays that go in are copied. No
 * exception crosses: what can fail returns an `isoskin_status`, and `isoskin_error` has a sentence
 * that names what is wrong. A handle serves one thread at a time; different ones are independent.
 *
 * Structs begin with their size, set by the caller (`ISOSKIN_INIT`): later versions add members at
 * the end, and programs compiled before keep working. Matrices are 4 by 4 floats, column after
 * column, as in glTF and OpenGL. Strides are in bytes from one element to the next; 0 means that
 * elements follow each other without gaps. Units are those of the mesh, seconds and radians. */
#ifndef ISOSKIN_ISOSKIN_H
#define ISOSKIN_ISOSKIN_H
/* NOLINTBEGIN(modernize-*, readability-identifier-naming): names and types of C */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ISOSKIN_API __attribute__((visibility("default")))
#else
#define ISOSKIN_API
#endif

/* All members zero but the size: isoskin_arrays arrays = ISOSKIN_INIT(isoskin_arrays); */
#ifdef __cplusplus
template <typename T>
T isoskin_sized() {
    T sized{};
    sized.struct_size = sizeof(T);
    return sized;
}
#define ISOSKIN_INIT(type) isoskin_sized<type>()
extern "C" {
#else
#define ISOSKIN_INIT(type) \
    { .struct_size = sizeof(type) }
#endif

/* ---- Errors and version ---------------------------------------------------------------------- */

/* The numbers are the exit codes of the program `isoskin`. */
typedef enum isoskin_status {
    ISOSKIN_OK = 0,
    ISOSKIN_USAGE = 2,        /* The call is wrong: a missing handle, an index out of range. */
    ISOSKIN_INVALID = 3,      /* The input is unreadable, broken or contradicts itself. */
    ISOSKIN_UNSUPPORTED = 4,  /* Legal, but nothing that isoskin does. */
    ISOSKIN_CANNOT_WRITE = 5, /* The result could not be stored; nothing is half written. */
    ISOSKIN_INTERNAL = 6      /* Out of memory, or a mistake of ours. */
} isoskin_status;

/* Why the last call that failed on this thread did so: a sentence, valid until the next failure. */
ISOSKIN_API const char* isoskin_error(void);

/* Of the library at run time: 10000 major + 100 minor + patch, and as "0.1.0". What it was when the
 * program was compiled stands in isoskin/version.h. */
ISOSKIN_API int isoskin_version(void);
ISOSKIN_API const char* isoskin_version_text(void);

/* ---- Characters ------------------------------------------------------------------------------ */

/* Meshes, the skeleton they follow, and its motions. */
typedef struct isoskin_character isoskin_character;

/* One skinned mesh as a program holds it that has no file. */
typedef struct isoskin_arrays {
    size_t struct_size;
    size_t vertex_count;
    const float* positions; /* x y z per vertex, in bind space. */
    size_t position_stride;
    size_t index_count; /* Three per triangle, counter-clockwise seen from outside. */
    const uint32_t* indices;
    size_t joint_count;
    const float* inverse_binds; /* A matrix per joint. */
    size_t inverse_bind_stride;
    /* Per joint: who carries it, -1 for a root; parents come first. NULL: all are roots. Constant
     * volume is better with it: it tells limbs that touch from limbs that carry. */
    const int32_t* parents;
    const char* const* joint_names; /* Per joint, or NULL for "joint 0", "joint 1", ... */
    size_t influence_count;         /* Joints per vertex. */
    const uint16_t* joints;         /* influence_count per vertex; the stride leads to the next. */
    size_t joint_stride;
    const float* weights; /* The same; need not sum to one. */
    size_t weight_stride;
} isoskin_arrays;

ISOSKIN_API isoskin_status isoskin_character_from_arrays(const isoskin_arrays* arrays,
                                                         isoskin_character** character);

/* Reads what the README lists, by the file's ending; paths are UTF-8. */
ISOSKIN_API isoskin_status isoskin_character_read(const char* path, isoskin_character** character);
/* glTF (.glb, .gltf, .vrm): all a character holds. */
ISOSKIN_API isoskin_status isoskin_character_write(const isoskin_character* character,
                                                   const char* path);
ISOSKIN_API void isoskin_character_free(isoskin_character* character);

/* Counts are 0 and names empty for a NULL handle and for indices out of range. */
ISOSKIN_API size_t isoskin_character_joint_count(const isoskin_character* character);
ISOSKIN_API const char* isoskin_character_joint_name(const isoskin_character* character,
                                                     size_t joint);
/* -1 for a root. */
ISOSKIN_API int32_t isoskin_character_joint_parent(const isoskin_character* character,
                                                   size_t joint);
ISOSKIN_API size_t isoskin_character_mesh_count(const isoskin_character* character);
ISOSKIN_API const char* isoskin_character_mesh_name(const isoskin_character* character,
                                                    size_t mesh);
ISOSKIN_API size_t isoskin_character_vertex_count(const isoskin_character* character, size_t mesh);
ISOSKIN_API size_t isoskin_character_triangle_count(const isoskin_character* character,
                                                    size_t mesh);
/* Weights that a pose has for morph targets of the file, over all meshes. */
ISOSKIN_API size_t isoskin_character_morph_count(const isoskin_character* character);
ISOSKIN_API size_t isoskin_character_clip_count(const isoskin_character* character);
ISOSKIN_API const char* isoskin_character_clip_name(const isoskin_character* character,
                                                    size_t clip);
/* Seconds. */
ISOSKIN_API double isoskin_character_clip_duration(const isoskin_character* character, size_t clip);

/* Copies the bind shape: vertex_count positions, 3 triangle_count indices. */
ISOSKIN_API isoskin_status isoskin_character_positions(const isoskin_character* character,
                                                       size_t mesh, float* positions,
                                                       size_t stride);
ISOSKIN_API isoskin_status isoskin_character_triangles(const isoskin_character* character,
                                                       size_t mesh, uint32_t* indices);

/* Where every joint is in model space, joint_count matrices, and morph_count weights (may be NULL):
 * as the file stores them, and in a clip at a time in seconds (held at both ends). */
ISOSKIN_API isoskin_status isoskin_character_stored_pose(const isoskin_character* character,
                                                         float* matrices, size_t stride,
                                                         float* morph_weights);
ISOSKIN_API isoskin_status isoskin_character_clip_pose(const isoskin_character* character,
                                                       size_t clip, double seconds, float* matrices,
                                                       size_t stride, float* morph_weights);

/* The same character with its volume kept by morph targets and keys that any player shows.
 * `settings` as in isoskin_options. */
ISOSKIN_API isoskin_status isoskin_character_bake(const isoskin_character* character,
                                                  const char* settings, isoskin_character** baked);

/* ---- Deformers ------------------------------------------------------------------------------- */

/* A character made ready to be posed many times; the character is not needed any more. */
typedef struct isoskin_deformer isoskin_deformer;

typedef enum isoskin_skinning {
    ISOSKIN_LINEAR = 0,
    ISOSKIN_DUAL_QUATERNION = 1,
    ISOSKIN_RIGID = 2
} isoskin_skinning;

typedef struct isoskin_options {
    size_t struct_size;
    /* How volume is kept, as JSON (docs/formats/settings_json.md); {"isoskin_volume": 1, "method":
     * "none"} is plain skinning. NULL: as the character's file says, else the defaults. */
    const char* settings;
    isoskin_skinning skinning;
    int skip_normals; /* Not zero: normals are not made. */
    int skip_check;   /* Not zero: volumes of parts are not measured on what was made. */
} isoskin_options;

/* A pose as one matrix per joint of the skeleton, each from joint to model space. */
typedef struct isoskin_pose {
    size_t struct_size;
    const float* matrices;
    size_t matrix_count; /* Must be joint_count. */
    size_t matrix_stride;
    const float* morph_weights; /* NULL: as stored in the file. */
    size_t morph_count;         /* Must be that of the character, or 0 with NULL. */
} isoskin_pose;

/* `options` may be NULL. */
ISOSKIN_API isoskin_status isoskin_deformer_create(const isoskin_character* character,
                                                   const isoskin_options* options,
                                                   isoskin_deformer** deformer);
ISOSKIN_API void isoskin_deformer_free(isoskin_deformer* deformer);

/* Poses all meshes, at about the price of skinning. */
ISOSKIN_API isoskin_status isoskin_deformer_pose(isoskin_deformer* deformer,
                                                 const isoskin_pose* pose);

/* Copies what the last pose made, in model space. `count` is what the buffer has room for and must
 * be at least vertex_count; normals are one per vertex too (where a file has several at a vertex,
 * their mean). */
ISOSKIN_API isoskin_status isoskin_deformer_positions(const isoskin_deformer* deformer, size_t mesh,
                                                      float* positions, size_t stride,
                                                      size_t count);
ISOSKIN_API isoskin_status isoskin_deformer_normals(const isoskin_deformer* deformer, size_t mesh,
                                                    float* normals, size_t stride, size_t count);

/* Writes it as a plain mesh (.glb .gltf .obj .ply .stl); `character` is the one it was made of. */
ISOSKIN_API isoskin_status isoskin_deformer_write(const isoskin_deformer* deformer,
                                                  const isoskin_character* character,
                                                  const char* path);

/* ---- What became of the volume --------------------------------------------------------------- */

/* A part is a piece of surface that hangs together; volumes in cubed model units, of the last pose.
 * Strings are valid until the next pose. */
typedef struct isoskin_part {
    size_t struct_size;
    size_t mesh;
    const char* label;
    double target;             /* What it ought to enclose. */
    double skinned;            /* What plain skinning leaves; 0 with skip_check. */
    double corrected;          /* What was made encloses, measured; 0 with skip_check. */
    double kept;               /* Share of the correction; below 1 it was held back. */
    int reached;               /* 0: `trouble` says why. */
    const char* trouble;       /* A sentence, or empty. */
    const char* trouble_joint; /* The joint at fault, or empty. */
} isoskin_part;

/* What one joint lost in a part: volume over the part's target, and the largest move it asked for
 * over the diagonal of the part. */
typedef struct isoskin_joint_loss {
    size_t struct_size;
    size_t part;
    size_t joint;
    double loss;
    double displacement;
} isoskin_joint_loss;

ISOSKIN_API size_t isoskin_deformer_part_count(const isoskin_deformer* deformer);
ISOSKIN_API isoskin_status isoskin_deformer_part(const isoskin_deformer* deformer, size_t index,
                                                 isoskin_part* part);
ISOSKIN_API size_t isoskin_deformer_loss_count(const isoskin_deformer* deformer);
ISOSKIN_API isoskin_status isoskin_deformer_loss(const isoskin_deformer* deformer, size_t index,
                                                 isoskin_joint_loss* loss);

/* Parts that are left as skinned because they enclose no volume, and why. */
ISOSKIN_API size_t isoskin_deformer_refusal_count(const isoskin_deformer* deformer);
ISOSKIN_API const char* isoskin_deformer_refusal(const isoskin_deformer* deformer, size_t index);

/* What the parts of a mesh that are kept enclose in any shape of it, together. */
ISOSKIN_API isoskin_status isoskin_deformer_measure(isoskin_deformer* deformer, size_t mesh,
                                                    const float* positions, size_t stride,
                                                    size_t count, double* volume);

/* ---- Constant volume as morph targets -------------------------------------------------------- */

typedef enum isoskin_role { ISOSKIN_BEND = 0, ISOSKIN_TWIST = 1, ISOSKIN_FLESH = 2 } isoskin_role;

/* A fixed way for a mesh to change its bind shape; strings live as long as the deformer. */
typedef struct isoskin_target {
    size_t struct_size;
    const char* name;
    size_t joint; /* Of the skeleton. */
    isoskin_role role;
    int profile; /* Which twist or function of flesh; 0 for a bend. */
} isoskin_target;

ISOSKIN_API size_t isoskin_deformer_target_count(const isoskin_deformer* deformer, size_t mesh);
ISOSKIN_API isoskin_status isoskin_deformer_target(const isoskin_deformer* deformer, size_t mesh,
                                                   size_t index, isoskin_target* target);
/* Its offsets from the bind shape at weight 1: x y z per vertex, zero where it does not reach. */
ISOSKIN_API isoskin_status isoskin_deformer_target_offsets(const isoskin_deformer* deformer,
                                                           size_t mesh, size_t index,
                                                           float* offsets, size_t stride,
                                                           size_t count);
/* Weights of all targets of a mesh in a pose, without touching the mesh: `count` is target_count.
 * Exist for the methods normal and flesh in the scope joints over linear skinning. */
ISOSKIN_API isoskin_status isoskin_deformer_weights(isoskin_deformer* deformer,
                                                    const isoskin_pose* pose, size_t mesh,
                                                    float* weights, size_t count);

/* ---- The run-time of baked files -------------------------------------------------------------
 *
 * For engines that pose live what `isoskin bake --runtime` wrote: weights of the file's morph
 * targets, from the joints alone. No files, no settings; also compiled by itself to WebAssembly
 * (packages/isoskin-runtime). Counts are 0 and names empty for indices out of range. */
typedef struct isoskin_runtime isoskin_runtime;

/* Reads what lies beside a baked file (docs/formats/runtime.md); the bytes may go away afterwards.
 * NULL if they are not such data; `isoskin_runtime_error` then says why. */
ISOSKIN_API isoskin_runtime* isoskin_runtime_open(const void* bytes, size_t size);
ISOSKIN_API const char* isoskin_runtime_error(void);
ISOSKIN_API void isoskin_runtime_close(isoskin_runtime* runtime);

/* Meshes that have targets, in the order of the file, and their names. */
ISOSKIN_API int isoskin_runtime_mesh_count(const isoskin_runtime* runtime);
ISOSKIN_API const char* isoskin_runtime_mesh_name(const isoskin_runtime* runtime, int mesh);
/* How many matrices a pose of the mesh has: one per joint of its skin, in the order of the file. */
ISOSKIN_API int isoskin_runtime_joint_count(const isoskin_runtime* runtime, int mesh);
/* How many weights come out, and the name of the morph target each belongs to. */
ISOSKIN_API int isoskin_runtime_weight_count(const isoskin_runtime* runtime, int mesh);
ISOSKIN_API const char* isoskin_runtime_weight_name(const isoskin_runtime* runtime, int mesh,
                                                    int weight);

/* Weights of the targets of one mesh in a pose.
 *
 * `palette` holds joint_count matrices: where the joint is, times its inverse bind matrix.
 * `weights` takes weight_count numbers, none negative. Returns the number of parts of the mesh
 * whose volume could not be kept in this pose and that are left as skinned; 0 if all is well, -1
 * if there is no such mesh. */
ISOSKIN_API int isoskin_runtime_solve(isoskin_runtime* runtime, int mesh, const float* palette,
                                      float* weights);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-*, readability-identifier-naming) */
#endif
