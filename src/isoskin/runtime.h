/* Constant volume while a character is posed live: the weights of the morph targets that
 * `isoskin bake --runtime` put into a file, for any pose. Plain C, no dependencies.
 *
 * A run-time serves one thread at a time; different ones are independent. Matrices are 4 by 4
 * floats, column after column, as in glTF, OpenGL and three.js. */
#ifndef ISOSKIN_RUNTIME_H
#define ISOSKIN_RUNTIME_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct isoskin_runtime isoskin_runtime;

/* Reads what lies beside a baked file (docs/formats/runtime.md); the bytes may go away afterwards.
 * NULL if they are not such data; `isoskin_runtime_error` then says why. */
isoskin_runtime* isoskin_runtime_open(const void* bytes, size_t size);
const char* isoskin_runtime_error(void);
void isoskin_runtime_close(isoskin_runtime* runtime);

/* Meshes that have targets, in the order of the file, and their names. */
int isoskin_runtime_mesh_count(const isoskin_runtime* runtime);
const char* isoskin_runtime_mesh_name(const isoskin_runtime* runtime, int mesh);
/* How many matrices a pose of the mesh has: one per joint of its skin, in the order of the file. */
int isoskin_runtime_joint_count(const isoskin_runtime* runtime, int mesh);
/* How many weights come out, and the name of the morph target each belongs to. */
int isoskin_runtime_weight_count(const isoskin_runtime* runtime, int mesh);
const char* isoskin_runtime_weight_name(const isoskin_runtime* runtime, int mesh, int weight);

/* Weights of the targets of one mesh in a pose.
 *
 * `palette` holds joint_count matrices: where the joint is, times its inverse bind matrix.
 * `weights` takes weight_count numbers, none negative. Returns the number of parts of the mesh
 * whose volume could not be kept in this pose and that are left as skinned; 0 if all is well. */
int isoskin_runtime_solve(isoskin_runtime* runtime, int mesh, const float* palette, float* weights);

#ifdef __cplusplus
}
#endif

#endif
