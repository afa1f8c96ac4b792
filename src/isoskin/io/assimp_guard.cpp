#include <algorithm>
#include <vector>

#include "isoskin/io/assimp_read.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using Words = std::vector<std::string_view>;

std::optional<Error> check_count(std::string_view word, std::string_view text,
                                 std::string_view name, std::size_t line) {
    const auto count = parse_integer(word);
    if (!count || *count < 0) return invalid_at(name, line, in_quotes(word) + " is not a count");
    if (static_cast<unsigned long long>(*count) > text.size())
        return invalid_at(name, line,
                          std::to_string(*count) + " elements do not fit into the file");
    return std::nullopt;
}

// The numbers of vertices and faces, and that each is followed by as many lines.
std::optional<Error> find_off_hazard(std::string_view text, std::string_view name) {
    LineReader lines(text);
    Words words;
    std::vector<long long> counts;
    std::size_t content_lines = 0;
    while (lines.next()) {
        split_words(lines.line().substr(0, lines.line().find('#')), words);
        if (words.empty()) continue;
        const bool heading = counts.empty() && !parse_number(words[0]);
        if (heading) words.erase(words.begin());
        if (words.empty()) continue;
        if (!counts.empty()) {
            ++content_lines;
            continue;
        }
        if (words.size() < 3)
            return invalid_at(name, lines.number(), "three counts are missing, as OFF has them");
        for (std::size_t i = 0; i < 2; ++i) {
            if (auto defect = check_count(words[i], text, name, lines.number())) return defect;
            counts.push_back(*parse_integer(words[i]));
        }
    }
    if (counts.empty()) return invalid(std::string(name) + " holds no counts, as OFF has them");
    if (static_cast<long long>(content_lines) < counts[0] + counts[1])
        return invalid(std::string(name) + " ends before its " + std::to_string(counts[0]) +
                       " vertices and " + std::to_string(counts[1]) + " faces");
    return std::nullopt;
}

// Walks a .md5mesh line by line and compares every index with the count announced before it.
class Md5Checker {
  public:
    Md5Checker(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    std::optional<Error> run() {
        LineReader lines(text_);
        while (lines.next()) {
            line_ = lines.number();
            split_words(lines.line(), words_);
            if (words_.empty()) continue;
            if (auto defect = check_line()) return defect;
        }
        if (depth_ > 0) return fault("the file ends inside a block");
        if (meshes_seen_ != meshes_ || joints_seen_ != joints_)
            return fault("the file ends before all its joints and meshes");
        return std::nullopt;
    }

  private:
    std::optional<Error> check_line() {
        const std::string_view word = words_[0];
        if (words_.back() == "{") ++depth_;
        if (word == "numJoints") return take_count(joints_);
        if (word == "numverts") return take_count(vertices_);
        if (word == "numtris") return take_count(triangles_);
        if (word == "numweights") return take_count(weights_);
        if (word == "numMeshes") return take_count(meshes_);
        if (word == "vert") return check_vertex();
        if (word == "tri") return check_triangle();
        if (word == "weight") return check_weight();
        if (word == "}") return close_block();
        if (word[0] == '"' && vertices_ < 0) return check_joint();
        return std::nullopt;
    }

    Error fault(const std::string& what) const { return invalid_at(name_, line_, what); }

    std::optional<Error> take_count(long long& count) {
        if (words_.size() < 2) return fault("a count is missing");
        if (auto defect = check_count(words_[1], text_, name_, line_)) return defect;
        count = *parse_integer(words_[1]);
        return std::nullopt;
    }

    std::optional<Error> check_index(std::size_t place, long long least, long long count,
                                     const char* what) const {
        const auto index = place < words_.size() ? parse_integer(words_[place]) : std::nullopt;
        if (index && *index >= least && *index < count) return std::nullopt;
        return fault(std::string("a ") + what + " is named that does not exist");
    }

    std::optional<Error> check_joint() {
        // "name" parent ( position ) ( orientation ); names may hold blanks.
        const std::size_t close = words_.size();
        std::size_t at = 0;
        while (at < close && (words_[at].size() < (at == 0 ? 2U : 1U) || words_[at].back() != '"'))
            ++at;
        ++joints_seen_;
        return check_index(at + 1, -1, joints_, "joint");
    }

    std::optional<Error> check_vertex() {
        if (auto defect = check_index(1, 0, vertices_, "vertex")) return defect;
        if (words_.size() < 8) return fault("a vertex is not complete");
        const auto first = parse_integer(words_[words_.size() - 2]);
        const auto count = parse_integer(words_.back());
        if (!first || !count || *first < 0 || *count < 0 || *count > 0xFFFF || *first > 0xFFFFFFFF)
            return fault("a vertex has no valid range of weights");
        weights_needed_ = std::max(weights_needed_, *first + *count);
        return std::nullopt;
    }

    std::optional<Error> check_triangle() {
        if (auto defect = check_index(1, 0, triangles_, "triangle")) return defect;
        for (std::size_t corner = 2; corner < 5; ++corner)
            if (auto defect = check_index(corner, 0, vertices_, "vertex")) return defect;
        return std::nullopt;
    }

    std::optional<Error> check_weight() {
        if (auto defect = check_index(1, 0, weights_, "weight")) return defect;
        return check_index(2, 0, joints_, "joint");
    }

    std::optional<Error> close_block() {
        --depth_;
        if (vertices_ >= 0) ++meshes_seen_;
        if (vertices_ >= 0 && weights_needed_ > std::max(weights_, 0LL))
            return fault("a vertex uses weights that do not exist");
        vertices_ = triangles_ = weights_ = -1;
        weights_needed_ = 0;
        return std::nullopt;
    }

    std::string_view text_;
    std::string_view name_;
    std::size_t line_ = 0;
    Words words_;
    int depth_ = 0;
    long long meshes_ = -1;
    long long meshes_seen_ = 0;
    long long joints_seen_ = 0;
    long long joints_ = -1;
    long long vertices_ = -1;
    long long triangles_ = -1;
    long long weights_ = -1;
    long long weights_needed_ = 0;
};

}  // namespace

std::optional<Error> find_assimp_hazard(std::string_view ending, std::string_view text,
                                        std::string_view name) {
    if (text.empty()) return invalid(std::string(name) + " is empty");
    if (ending == ".off") return find_off_hazard(text, name);
    if (ending == ".md5mesh") return Md5Checker(text, name).run();
    return std::nullopt;
}

}  // namespace isoskin
