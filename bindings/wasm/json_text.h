#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "answers.h"

namespace isoskin::wasm {

using nlohmann::json;

/// Makes `value` the answer in words; names from files need not be valid UTF-8.
inline void answer(const json& value) {
    answers().text = value.dump(-1, ' ', false, json::error_handler_t::replace);
}

template <typename Vector>
json list_of(const Eigen::MatrixBase<Vector>& v) {
    json list = json::array();
    for (Eigen::Index i = 0; i < v.size(); ++i)
        list.push_back(v[i]);
    return list;
}

}  // namespace isoskin::wasm
