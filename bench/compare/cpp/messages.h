// The messages of the API: content blocks and token counts, which both protocols have.
#pragma once

#include "digest.h"
#include "ondemand.h"

struct Block;

// Content is a string or a list of blocks.
struct Content {
  std::string text;
  std::vector<Block> blocks;
};

struct Source {
  std::string type, media_type, data, url, file_id;
};

// Block has the members of all blocks: type says which are set.
struct Block {
  std::string type, text, thinking, id, name, input, tool_use_id;
  std::optional<std::string> signature;
  bool is_error = false;
  Content content;
  std::optional<Source> source;
};

struct Usage {
  int64_t input = 0, output = 0, read = 0, created = 0;
};

struct Message {
  std::string id, type, role, model;
  std::optional<std::string> stop_reason, stop_sequence;
  Content content;
  Usage usage;
};

static void get(od::value v, Content& c);

static void get(od::value v, Block& b) {
  each(v, [&](std::string_view k, od::value v) {
    if (k == "type") get(v, b.type);
    else if (k == "text") get(v, b.text);
    else if (k == "thinking") get(v, b.thinking);
    else if (k == "signature") get(v, b.signature);
    else if (k == "id") get(v, b.id);
    else if (k == "name") get(v, b.name);
    else if (k == "input") b.input = raw(v);
    else if (k == "tool_use_id") get(v, b.tool_use_id);
    else if (k == "content") get(v, b.content);
    else if (k == "is_error") get(v, b.is_error);
    else if (k == "source") {
      Source& s = b.source.emplace();
      each(v, [&](std::string_view k, od::value v) {
        if (k == "type") get(v, s.type);
        else if (k == "media_type") get(v, s.media_type);
        else if (k == "data") get(v, s.data);
        else if (k == "url") get(v, s.url);
        else if (k == "file_id") get(v, s.file_id);
      });
    }
  });
}

static void get(od::value v, std::vector<Block>& blocks) {
  if (null(v)) return;
  for (auto item : v.get_array()) {
    od::value block = item.value();
    get(block, blocks.emplace_back());
  }
}

static void get(od::value v, Content& c) {
  if (type(v) == od::json_type::array) get(v, c.blocks);
  else get(v, c.text);
}

static void get(od::value v, Usage& u) {
  each(v, [&](std::string_view k, od::value v) {
    if (k == "input_tokens") get(v, u.input);
    else if (k == "output_tokens") get(v, u.output);
    else if (k == "cache_read_input_tokens") get(v, u.read);
    else if (k == "cache_creation_input_tokens") get(v, u.created);
  });
}

static void get(od::value v, Message& m) {
  each(v, [&](std::string_view k, od::value v) {
    if (k == "id") get(v, m.id);
    else if (k == "type") get(v, m.type);
    else if (k == "role") get(v, m.role);
    else if (k == "content") get(v, m.content);
    else if (k == "model") get(v, m.model);
    else if (k == "stop_reason") get(v, m.stop_reason);
    else if (k == "stop_sequence") get(v, m.stop_sequence);
    else if (k == "usage") get(v, m.usage);
  });
}

static void add(Digest& d, const Content& c);

static void add(Digest& d, const Block& b) {
  d.blocks++;
  if (b.type == "text") {
    d.text(b.text);
  } else if (b.type == "thinking") {
    d.text(b.thinking);
    d.maybe(b.signature);
  } else if (b.type == "tool_use") {
    d.name(b.id);
    d.name(b.name);
    d.raw(b.input);
  } else if (b.type == "tool_result") {
    d.name(b.tool_use_id);
    d.flag(b.is_error);
    add(d, b.content);
  } else if (b.type == "image" && b.source) {
    d.name(b.source->media_type);
    d.text(b.source->data);
  }
}

static void add(Digest& d, const Content& c) {
  d.text(c.text);
  for (const Block& b : c.blocks) add(d, b);
}

static void add(Digest& d, const Usage& u) { d.tokens += u.input + u.output + u.read + u.created; }

static void add(Digest& d, const Message& m) {
  d.name(m.id);
  d.name(m.role);
  d.name(m.model);
  d.maybe(m.stop_reason);
  d.maybe(m.stop_sequence);
  add(d, m.usage);
  add(d, m.content);
}
