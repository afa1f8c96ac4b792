#include "poser.h"

#include "console.h"
#include "isoskin/io/character_file.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/mesh/normals.h"
#include "isoskin/volume/measure/target_volume.h"

namespace isoskin::cli {

Poser::Poser(Character character, std::optional<CharacterLattice> lattice, Motion motion,
             ChosenVolume volume, Deformer deformer)
    : character_(std::move(character)),
      lattice_(std::move(lattice)),
      motion_(std::move(motion)),
      volume_(std::move(volume)),
      deformer_(std::move(deformer)),
      posed_(deformer_.make_output()),
      model_from_joint_(character_.skeleton.joint_count()) {}

Result<Poser> Poser::create(const PoseOptions& options, NormalOutput normals) {
    auto character = read_character(options.file, options.read);
    if (!character) return character.error();
    std::optional<CharacterLattice> lattice;
    if (!options.lattice.empty()) {
        auto read = read_character_lattice(options, *character);
        if (!read) return read.error();
        lattice = *std::move(read);
        character = deform_bind(*character, lattice->lattice);
    }
    auto motion = find_motion(options, *character);
    if (!motion) return motion.error();
    auto volume = choose_volume(options.volume, *character);
    if (!volume) return volume.error();
    const auto refined = refine_if_asked(options.volume.refine, volume->settings, *character);
    if (!refined) return refined.error();
    auto deformer = Deformer::create(*character, {.skinning = options.skinning,
                                                  .normals = normals,
                                                  .volume = volume->settings,
                                                  .progress = building_progress()});
    if (!deformer) return deformer.error();
    return Poser(*std::move(character), std::move(lattice), *std::move(motion), *std::move(volume),
                 *std::move(deformer));
}

void Poser::go_to(double time) {
    pose_ = pose_at(motion_, character_, time);
    compute_model_pose(character_.skeleton, pose_.parent_from_joint, model_from_joint_);
    if (motion_.bind)
        show_bind_shape();
    else
        report_ = deformer_.deform(pose_, posed_);
}

void Poser::show_bind_shape() {
    for (std::size_t m = 0; m < posed_.size(); ++m) {
        const SkinnedMesh& skinned = character_.meshes[m];
        std::vector<Affine> palette(skinned.skin.joints.size());
        compute_palette(skinned.skin, model_from_joint_, palette);
        const auto shape = bind_shape_under_scales(skinned, character_.skeleton, palette);
        for (std::size_t vertex = 0; vertex < shape.size(); ++vertex)
            posed_[m].positions[vertex] = shape[vertex].cast<float>();
        if (!posed_[m].normals.empty())
            posed_[m].normals = compute_normals(skinned.mesh, posed_[m].positions);
        posed_[m].tangents = skinned.mesh.tangents;
    }
}

}  // namespace isoskin::cli
