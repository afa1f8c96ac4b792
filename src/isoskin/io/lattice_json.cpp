#include "isoskin/io/lattice_json.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "isoskin/base/json_walker.h"
#include "isoskin/io/file.h"
#include "isoskin/io/json_text.h"
#include "isoskin/io/lattice_words.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kMaxEdits = 2'000'000;

class Parser : JsonWalker<json> {
  public:
    using JsonWalker::JsonWalker;

    Result<LatticeEdits> run(const json& document) {
        LatticeEdits edits;
        read_version(document, "the edits", "isoskin_lattice", kVersion);
        if (!error_)
            check_words(document, {"isoskin_lattice", "comment", "build", "scheme", "blend",
                                   "edits", "simulate"});
        read_if(document, "scheme", [&](const json& value) {
            read_word("scheme", value, kSchemeWords, edits.settings.scheme);
        });
        read_if(document, "blend", [&](const json& value) {
            read_word("blend", value, kBlendWords, edits.settings.blend);
        });
        read_if(document, "build", [&](const json& value) { read_build(value, edits.tree); });
        read_if(document, "edits", [&](const json& value) { read_edits(value, edits.edits); });
        read_if(document, "simulate", [&](const json& value) { read_motion(value, edits.motion); });
        if (error_) return *error_;
        return edits;
    }

  private:
    void check_words(const json& object, std::initializer_list<std::string_view> known) {
        for (const auto& [word, value] : object.items()) {
            if (std::find(known.begin(), known.end(), word) != known.end()) continue;
            std::string list;
            for (const std::string_view other : known)
                list += (list.empty() ? "" : ", ") + std::string(other);
            return refuse(in_quotes(word) + " is not a word of this format; there are: " + list);
        }
    }

    template <typename Read>
    bool read_if(const json& object, const char* word, const Read& read) {
        if (error_) return false;
        const auto found = object.find(word);
        if (found == object.end()) return false;
        read(*found);
        return true;
    }

    void read_whole(const std::string& word, const json& value, int low, int& out) {
        const bool fits = value.is_number_integer() && value >= low && value <= 1'000'000'000;
        if (!fits) return refuse_value(word, "a whole number from " + std::to_string(low) + " on");
        out = value.get<int>();
    }

    static bool is_number(const json& value) {
        return value.is_number() && std::abs(value.get<double>()) <= 1e30;
    }

    static bool read_vector(const json& value, Vec3d& out) {
        if (!value.is_array() || value.size() != 3) return false;
        for (std::size_t i = 0; i < 3; ++i) {
            if (!is_number(value[i])) return false;
            out[static_cast<Eigen::Index>(i)] = value[i].get<double>();
        }
        return true;
    }

    bool read_vector_if(const json& object, const char* word, Vec3d& out) {
        return read_if(object, word, [&](const json& value) {
            if (!read_vector(value, out)) refuse_value(word, "a list of three numbers");
        });
    }
    void read_vector_if(const json& object, const char* word, std::optional<Vec3d>& out) {
        Vec3d value = Vec3d::Zero();
        if (read_vector_if(object, word, value)) out = value;
    }

    bool read_box(const json& value, Eigen::AlignedBox3d& box) {
        Vec3d low;
        Vec3d high;
        if (!value.is_array() || value.size() != 2 || !read_vector(value[0], low) ||
            !read_vector(value[1], high) || !(low.array() <= high.array()).all())
            return false;
        box = {low, high};
        return true;
    }

    // Three columns, each a list of three numbers.
    void read_matrix(const std::string& word, const json& value, Mat3d& out) {
        bool fits = value.is_array() && value.size() == 3;
        for (std::size_t column = 0; fits && column < 3; ++column) {
            Vec3d numbers;
            fits = read_vector(value[column], numbers);
            if (fits) out.col(static_cast<Eigen::Index>(column)) = numbers;
        }
        if (!fits) refuse_value(word, "a list of three columns of three numbers");
    }

    void read_build(const json& value, TreeRecipe& recipe) {
        const std::string outside = place_;
        place_ += ": build";
        if (!value.is_object()) return refuse("this is not an object");
        check_words(value, {"from", "depth", "max_points", "margin", "balance", "axes", "box"});
        OctreeSettings& settings = recipe.settings;
        read_if(value, "from",
                [&](const json& word) { read_word("from", word, kTreeSourceWords, recipe.from); });
        read_if(value, "depth",
                [&](const json& depth) { read_whole("depth", depth, 0, settings.max_depth); });
        read_if(value, "max_points", [&](const json& points) {
            int count = 1;
            read_whole("max_points", points, 1, count);
            settings.max_points = static_cast<std::size_t>(count);
        });
        read_if(value, "margin", [&](const json& margin) {
            if (!is_number(margin) || margin.get<double>() < 0.0 || margin.get<double>() > 100.0)
                return refuse_value("margin", "a number from 0 to 100");
            settings.margin = margin.get<double>();
        });
        read_if(value, "balance", [&](const json& word) {
            read_word("balance", word, kBalanceWords, settings.balance);
        });
        read_if(value, "axes",
                [&](const json& word) { read_word("axes", word, kAxesWords, settings.axes); });
        read_if(value, "box", [&](const json& box) {
            recipe.box.emplace();
            if (!read_box(box, *recipe.box))
                refuse_value("box", "a lowest and a highest corner, three numbers each");
        });
        if (recipe.box && recipe.from != TreeSource::Box) refuse("'box' needs \"from\": \"box\"");
        if (!error_) place_ = outside;
    }

    void read_number_if(const json& object, const char* word, std::optional<double>& out) {
        read_if(object, word, [&](const json& value) {
            if (!is_number(value)) return refuse_value(word, "a number");
            out = value.get<double>();
        });
    }

    void read_motion(const json& value, MotionRecipe& motion) {
        const std::string outside = place_;
        place_ += ": simulate";
        if (!value.is_object()) return refuse("this is not an object");
        check_words(value, {"mass", "stiffness", "levels", "damping", "drag", "friction", "gravity",
                            "return_rate", "soft", "height"});
        read_number_if(value, "mass", motion.mass);
        read_number_if(value, "stiffness", motion.stiffness);
        read_number_if(value, "damping", motion.damping);
        read_number_if(value, "drag", motion.drag);
        read_number_if(value, "friction", motion.friction);
        read_number_if(value, "return_rate", motion.return_rate);
        read_vector_if(value, "gravity", motion.gravity);
        read_if(value, "levels", [&](const json& word) {
            read_word("levels", word, kStiffnessWords, motion.levels.emplace());
        });
        read_if(value, "height", [&](const json& height) {
            if (!is_number(height) || height.get<double>() < 0.0)
                return refuse_value("height", "a number from 0 on");
            motion.height = height.get<double>();
        });
        read_if(value, "soft", [&](const json& balls) { read_soft(balls, motion.soft); });
        if (!error_) place_ = outside;
    }

    void read_soft(const json& value, std::vector<SoftBall>& soft) {
        constexpr const char* kWanted = "a list of [x, y, z, radius]";
        if (!value.is_array()) return refuse_value("soft", kWanted);
        for (const json& ball : value) {
            const bool fits = ball.is_array() && ball.size() == 4 &&
                              std::all_of(ball.begin(), ball.end(), is_number) &&
                              ball[3].get<double>() > 0.0;
            if (!fits) return refuse_value("soft", kWanted);
            soft.push_back(
                {Vec3d(ball[0].get<double>(), ball[1].get<double>(), ball[2].get<double>()),
                 ball[3].get<double>()});
        }
    }

    void read_edits(const json& value, std::vector<LatticeEdit>& edits) {
        if (!value.is_array()) return refuse_value("edits", "a list of edits");
        if (value.size() > kMaxEdits)
            return refuse("there are more than " + std::to_string(kMaxEdits) + " edits");
        const std::string outside = place_;
        for (std::size_t i = 0; i < value.size() && !error_; ++i) {
            place_ = outside + ": edit " + std::to_string(i + 1);
            read_edit(value[i], edits);
        }
        if (!error_) place_ = outside;
    }

    void read_edit(const json& edit, std::vector<LatticeEdit>& edits) {
        if (!edit.is_object()) return refuse("this is not an object");
        const std::string place = place_;
        const auto names = [&](const char* verb) {
            if (!edit.contains(verb)) return false;
            place_ = place + " (" + verb + ")";
            return true;
        };
        if (names("move"))
            edits.emplace_back(read_move(edit));
        else if (names("frame"))
            edits.emplace_back(read_frame(edit));
        else if (names("drag"))
            edits.emplace_back(read_drag(edit));
        else if (names("subdivide"))
            edits.emplace_back(read_subdivide(edit));
        else if (names("simplify"))
            edits.emplace_back(read_simplify(edit));
        else if (names("detail"))
            edits.emplace_back(read_detail(edit));
        else
            refuse("none of move, frame, drag, subdivide, simplify, detail is given");
    }

    MoveEdit read_move(const json& edit) {
        MoveEdit move;
        check_words(edit, {"move", "by", "to", "turn", "scale", "about", "comment"});
        move.vertices = read_place("move", edit.at("move"));
        read_vector_if(edit, "by", move.by);
        read_vector_if(edit, "turn", move.degrees);
        read_scale_if(edit, move.scale);
        read_vector_if(edit, "about", move.about);
        read_vector_if(edit, "to", move.to);
        if (move.to && edit.size() != 2U + edit.count("comment"))
            refuse("'to' says all; 'by', 'turn', 'scale' and 'about' cannot stand beside it");
        if (!edit.contains("by") && !edit.contains("to") && !edit.contains("turn") &&
            !edit.contains("scale"))
            refuse("where to? Give 'by', 'to', 'turn' or 'scale'");
        return move;
    }

    FrameEdit read_frame(const json& edit) {
        FrameEdit frame;
        check_words(edit, {"frame", "turn", "scale", "columns", "comment"});
        frame.vertices = read_place("frame", edit.at("frame"));
        read_vector_if(edit, "turn", frame.degrees);
        read_scale_if(edit, frame.scale);
        read_if(edit, "columns",
                [&](const json& value) { read_matrix("columns", value, frame.frame.emplace()); });
        if (frame.frame && (edit.contains("turn") || edit.contains("scale")))
            refuse("'columns' says all; 'turn' and 'scale' cannot stand beside it");
        if (!frame.frame && !edit.contains("turn") && !edit.contains("scale"))
            refuse("'turn', 'scale' or 'columns' is missing");
        return frame;
    }

    DragEdit read_drag(const json& edit) {
        DragEdit drag;
        check_words(edit, {"drag", "level", "by", "to", "comment"});
        read_vector_if(edit, "drag", drag.rest);
        read_if(edit, "level",
                [&](const json& value) { read_whole("level", value, 0, drag.level); });
        read_vector_if(edit, "by", drag.by);
        read_vector_if(edit, "to", drag.to);
        if (edit.contains("by") == edit.contains("to")) refuse("give one of 'by' and 'to'");
        return drag;
    }

    SubdivideEdit read_subdivide(const json& edit) {
        SubdivideEdit subdivide;
        check_words(edit, {"subdivide", "times", "comment"});
        subdivide.cells = read_place("subdivide", edit.at("subdivide"));
        read_if(edit, "times",
                [&](const json& value) { read_whole("times", value, 1, subdivide.times); });
        return subdivide;
    }

    SimplifyEdit read_simplify(const json& edit) {
        check_words(edit, {"simplify", "comment"});
        return {read_place("simplify", edit.at("simplify"))};
    }

    DetailEdit read_detail(const json& edit) {
        DetailEdit detail;
        check_words(edit, {"detail", "shift", "turn", "comment"});
        const TreePlace place = read_place("detail", edit.at("detail"));
        if (const auto* at = std::get_if<TreePlace::GridPlace>(&place.where))
            detail.vertex = {place.level, *at};
        else
            refuse_value("detail", "a vertex as [level, x, y, z]");
        read_vector_if(edit, "shift", detail.detail.shift);
        read_if(edit, "turn",
                [&](const json& value) { read_matrix("turn", value, detail.detail.turn); });
        return detail;
    }

    void read_scale_if(const json& edit, Vec3d& scale) {
        read_if(edit, "scale", [&](const json& value) {
            if (is_number(value))
                scale.setConstant(value.get<double>());
            else if (!read_vector(value, scale))
                refuse_value("scale", "a number or a list of three");
        });
    }

    // [level, x, y, z], or {"level": …, "near": point} or {"level": …, "within": box}.
    TreePlace read_place(const std::string& word, const json& value) {
        TreePlace place;
        if (error_) return place;
        constexpr const char* kWanted =
            "[level, x, y, z] in whole numbers, {\"level\", \"near\"} or {\"level\", \"within\"}";
        if (value.is_array()) {
            TreePlace::GridPlace at{};
            if (read_grid_place(value, place.level, at))
                place.where = at;
            else
                refuse_value(word, kWanted);
            return place;
        }
        if (!value.is_object() || !value.contains("level") ||
            value.contains("near") == value.contains("within")) {
            refuse_value(word, kWanted);
            return place;
        }
        check_words(value, {"level", "near", "within"});
        read_if(value, "level",
                [&](const json& level) { read_whole("level", level, 0, place.level); });
        if (Vec3d near; read_vector_if(value, "near", near)) place.where = near;
        read_if(value, "within", [&](const json& within) {
            Eigen::AlignedBox3d box;
            if (!read_box(within, box))
                refuse_value("within", "a lowest and a highest corner, three numbers each");
            place.where = box;
        });
        return place;
    }

    static bool read_grid_place(const json& value, int& level, TreePlace::GridPlace& at) {
        if (value.size() != 4) return false;
        for (const json& number : value)
            if (!number.is_number_integer() || number < 0 || number > 1'000'000'000) return false;
        level = value[0].get<int>();
        for (std::size_t axis = 0; axis < 3; ++axis)
            at[axis] = value[axis + 1].get<std::int32_t>();
        return true;
    }
};

}  // namespace

Result<LatticeEdits> parse_lattice_json(std::string_view text, std::string_view file) {
    const auto document = parse_json(text, file);
    if (!document) return document.error();
    return Parser(file).run(*document);
}

Result<LatticeEdits> read_lattice_json(const std::filesystem::path& path) {
    const auto text = read_text(path);
    if (!text) return text.error();
    return parse_lattice_json(*text, path.string());
}

}  // namespace isoskin
