// Values of simdjson's On-Demand API into values that the program owns. Errors are exceptions.
#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace od = simdjson::ondemand;

// key gives a member's name as it stands on the line. (Newer versions have escaped_key for it.)
static inline std::string_view key(od::field& f) {
  const char* start = f.key().raw();
  const char* end = start;
  while (*end != '"') end += 1 + (*end == '\\');
  return {start, size_t(end - start)};
}

static inline bool null(od::value& v) { return v.is_null(); }

static inline void get(od::value v, std::string& s) {
  if (null(v)) return;
  std::string_view text = v.get_string();
  s.assign(text);
}

static inline void get(od::value v, std::optional<std::string>& s) {
  if (null(v)) return;
  std::string_view text = v.get_string();
  s.emplace(text);
}

static inline void get(od::value v, int64_t& n) {
  if (!null(v)) n = v.get_int64();
}

static inline void get(od::value v, double& x) {
  if (!null(v)) x = v.get_double();
}

static inline void get(od::value v, bool& b) {
  if (!null(v)) b = v.get_bool();
}

static inline void get(od::value v, std::vector<std::string>& list) {
  if (null(v)) return;
  for (auto item : v.get_array()) {
    std::string_view text = item.get_string();
    list.emplace_back(text);
  }
}

// raw copies a value's text. On-Demand skips it by its brackets and does not check its grammar.
static inline std::string raw(od::value v) {
  std::string_view text = simdjson::to_json_string(v);
  while (!text.empty() && (unsigned char)text.back() <= ' ') text.remove_suffix(1);
  return std::string(text);
}

static inline od::json_type type(od::value& v) { return v.type(); }

// each calls f with the name and the value of each member.
template <typename F>
static inline void each(od::value v, F f) {
  if (null(v)) return;
  od::object object = v.get_object();
  for (od::field member : object) {
    std::string_view name = key(member);
    f(name, member.value());
  }
}

template <typename F>
static inline void each(od::object& object, F f) {
  for (od::field member : object) {
    std::string_view name = key(member);
    f(name, member.value());
  }
}
