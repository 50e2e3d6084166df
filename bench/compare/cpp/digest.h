// What a contender has seen of a corpus: the same sums as package digest of the Go module.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

// The numbers are those of package digest.
enum Kind {
  ASSISTANT, USER, REPLAY, RESULT, STREAM_EVENT, TOOL_PROGRESS, SYSTEM_INIT, SYSTEM_STATUS, SYSTEM_COMPACT_BOUNDARY,
  SYSTEM_HOOK_STARTED, SYSTEM_HOOK_RESPONSE, SESSION_USER, SESSION_ASSISTANT, SESSION_SYSTEM, SESSION_PROGRESS,
  SESSION_ATTACHMENT, SESSION_SNAPSHOT, SESSION_QUEUE, SESSION_NOTE, KINDS
};

struct Digest {
  bool deep = false;
  int64_t lines = 0, kinds[KINDS] = {}, blocks = 0, texts = 0, ends = 0, names = 0, raws = 0, numbers = 0, tokens = 0, micros = 0;
  uint64_t bytes = 0;

  void line(Kind k) { lines++; kinds[k]++; }

  void text(std::string_view s) {
    if (s.empty()) return;
    texts += s.size();
    ends += (unsigned char)s.front() + (unsigned char)s.back();
    if (deep) hash(s, 3);
  }

  void name(std::string_view s) {
    names += s.size();
    if (deep && !s.empty()) hash(s, 5);
  }

  void raw(std::string_view s) {
    raws += s.size();
    if (deep && !s.empty()) hash(s, 7);
  }

  void maybe(const std::optional<std::string>& s) { if (s) name(*s); }
  void flag(bool b) { numbers += b; }
  void amount(double x) { micros += (int64_t)std::round(x * 1e6); }

  void tags(std::string_view type, std::string_view subtype) {
    lines++;
    name(type);
    name(subtype);
    if (!type.empty()) ends += (unsigned char)type.front() + (unsigned char)type.back();
  }

  // FNV-1a, weighted by what the text is and by the line that it stands on.
  void hash(std::string_view s, uint64_t weight) {
    uint64_t h = 14695981039346656037u;
    for (unsigned char c : s) h = (h ^ c) * 1099511628211u;
    bytes += h * weight * (uint64_t)(2 * lines + 1);
  }

  void print(int64_t nanos) const {
    printf("{\"Nanos\":%lld,\"Lines\":%lld,\"Kinds\":[", (long long)nanos, (long long)lines);
    for (int k = 0; k < KINDS; k++) printf(k ? ",%lld" : "%lld", (long long)kinds[k]);
    printf("],\"Blocks\":%lld,\"Texts\":%lld,\"Ends\":%lld,\"Names\":%lld,\"Raws\":%lld,\"Numbers\":%lld,\"Tokens\":%lld,"
           "\"Micros\":%lld,\"Bytes\":\"%llu\"}\n",
           (long long)blocks, (long long)texts, (long long)ends, (long long)names, (long long)raws, (long long)numbers,
           (long long)tokens, (long long)micros, (unsigned long long)bytes);
    fflush(stdout);
  }
};
