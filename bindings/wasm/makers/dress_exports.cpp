// Clothes for a body.
#include "isoskin/weights/wear.h"
#include "maker.h"

using namespace isoskin;
using namespace isoskin::wasm;

/// Adds the meshes of one file that was laid down to those of another, a body with a skeleton. The
/// answer in bytes is the dressed character, in words where its weights came from.
ISOSKIN_EXPORT int isoskin_dress(const char* body_name, const char* garment_name) {
    return guarded([&]() -> Status {
        const auto body = read_laid_down(body_name);
        if (!body) return body.error();
        const auto garment = read_laid_down(garment_name);
        if (!garment) return garment.error();
        tell_stage(0.0, 1.0)(0.1);
        const auto worn = wear(*body, *garment);
        if (!worn) return worn.error();
        if (const Status written = answer_character(worn->character); !written) return written;
        answer(json_of(worn->bound));
        return Done{};
    });
}
