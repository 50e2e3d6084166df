// The lines of the Agent SDK.
#pragma once

#include "messages.h"

struct Base {
  std::string uuid, session_id;
};

static bool get(std::string_view k, od::value& v, Base& b) {
  if (k == "uuid") return get(v, b.uuid), true;
  if (k == "session_id") return get(v, b.session_id), true;
  return false;
}

static void add(Digest& d, const Base& b) {
  d.name(b.uuid);
  d.name(b.session_id);
}

struct AssistantMessage : Base {
  Message message;
  std::optional<std::string> parent_tool_use_id, error;
};

struct UserMessage : Base {
  std::string role, tool_use_result;
  Content content;
  std::optional<std::string> parent_tool_use_id;
  bool synthetic = false, replay = false;
};

struct Delta {
  std::string type, text, partial_json, thinking, signature;
  std::optional<std::string> stop_reason, stop_sequence;
};

struct StreamEvent : Base {
  std::optional<std::string> parent_tool_use_id;
  std::string type;
  std::optional<Message> message;
  int64_t index = 0;
  std::optional<Block> block;
  Delta delta;
  Usage usage;
};

struct ModelUsage {
  std::string model;
  Usage usage;
  int64_t searches = 0, window = 0, most = 0;
  double cost = 0;
};

struct Denial {
  std::string tool_name, tool_use_id, input;
};

struct ResultMessage : Base {
  std::string subtype, result, structured;
  int64_t duration_ms = 0, duration_api_ms = 0, turns = 0;
  bool error = false;
  std::optional<std::string> stop_reason;
  double cost = 0;
  Usage usage;
  std::vector<ModelUsage> models;
  std::vector<Denial> denials;
  std::vector<std::string> errors;
};

struct Pair {
  std::string first, second;
};

struct InitMessage : Base {
  std::string api_key_source, version, cwd, model, permission_mode, output_style;
  std::vector<std::string> agents, betas, tools, slash_commands, skills;
  std::vector<Pair> servers, plugins;
};

struct StatusMessage : Base {
  std::optional<std::string> status, permission_mode;
};

struct CompactMessage : Base {
  std::string trigger;
  int64_t pre_tokens = 0;
};

struct HookMessage : Base {
  std::string hook_id, hook_name, hook_event, output, out, err, outcome;
  int64_t exit_code = 0;
};

struct ProgressMessage : Base {
  std::string tool_use_id, tool_name;
  std::optional<std::string> parent_tool_use_id;
  double seconds = 0;
};

static void get(od::value v, std::vector<Pair>& list, std::string_view first, std::string_view second) {
  if (null(v)) return;
  for (auto item : v.get_array()) {
    od::value one = item.value();
    Pair& p = list.emplace_back();
    each(one, [&](std::string_view k, od::value v) {
      if (k == first) get(v, p.first);
      else if (k == second) get(v, p.second);
    });
  }
}

static void stream_event(od::object& line, Digest& d) {
  StreamEvent m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "parent_tool_use_id") get(v, m.parent_tool_use_id);
    else if (k == "event") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "type") get(v, m.type);
        else if (k == "index") get(v, m.index);
        else if (k == "delta") {
          Delta& e = m.delta;
          each(v, [&](std::string_view k, od::value v) {
            if (k == "type") get(v, e.type);
            else if (k == "text") get(v, e.text);
            else if (k == "partial_json") get(v, e.partial_json);
            else if (k == "thinking") get(v, e.thinking);
            else if (k == "signature") get(v, e.signature);
            else if (k == "stop_reason") get(v, e.stop_reason);
            else if (k == "stop_sequence") get(v, e.stop_sequence);
          });
        } else if (k == "message") get(v, m.message.emplace());
        else if (k == "content_block") get(v, m.block.emplace());
        else if (k == "usage") get(v, m.usage);
      });
    }
  });
  d.line(STREAM_EVENT);
  add(d, m);
  d.maybe(m.parent_tool_use_id);
  d.numbers += m.index;
  if (m.type == "content_block_delta") {
    const Delta& e = m.delta;
    if (e.type == "text_delta") d.text(e.text);
    else if (e.type == "input_json_delta") d.text(e.partial_json);
    else if (e.type == "thinking_delta") d.text(e.thinking);
    else if (e.type == "signature_delta") d.text(e.signature);
  } else if (m.type == "content_block_start") {
    if (m.block) add(d, *m.block);
  } else if (m.type == "message_start") {
    if (m.message) add(d, *m.message);
  } else if (m.type == "message_delta") {
    d.maybe(m.delta.stop_reason);
    d.maybe(m.delta.stop_sequence);
    add(d, m.usage);
  }
}

static void assistant(od::object& line, Digest& d) {
  AssistantMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "message") get(v, m.message);
    else if (k == "parent_tool_use_id") get(v, m.parent_tool_use_id);
    else if (k == "error") get(v, m.error);
  });
  d.line(ASSISTANT);
  add(d, static_cast<Base&>(m));
  d.maybe(m.parent_tool_use_id);
  add(d, m.message);
}

static void user(od::object& line, Digest& d) {
  UserMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "message") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "role") get(v, m.role);
        else if (k == "content") get(v, m.content);
      });
    } else if (k == "parent_tool_use_id") get(v, m.parent_tool_use_id);
    else if (k == "isSynthetic") get(v, m.synthetic);
    else if (k == "isReplay") get(v, m.replay);
    else if (k == "tool_use_result") m.tool_use_result = raw(v);
  });
  d.line(m.replay ? REPLAY : USER);
  add(d, m);
  d.maybe(m.parent_tool_use_id);
  d.flag(m.synthetic);
  d.raw(m.tool_use_result);
  d.name(m.role);
  add(d, m.content);
}

static void result(od::object& line, Digest& d) {
  ResultMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "subtype") get(v, m.subtype);
    else if (k == "duration_ms") get(v, m.duration_ms);
    else if (k == "duration_api_ms") get(v, m.duration_api_ms);
    else if (k == "is_error") get(v, m.error);
    else if (k == "num_turns") get(v, m.turns);
    else if (k == "stop_reason") get(v, m.stop_reason);
    else if (k == "total_cost_usd") get(v, m.cost);
    else if (k == "usage") get(v, m.usage);
    else if (k == "modelUsage") {
      each(v, [&](std::string_view k, od::value v) {
        ModelUsage& u = m.models.emplace_back();
        u.model.assign(k);
        each(v, [&](std::string_view k, od::value v) {
          if (k == "inputTokens") get(v, u.usage.input);
          else if (k == "outputTokens") get(v, u.usage.output);
          else if (k == "cacheReadInputTokens") get(v, u.usage.read);
          else if (k == "cacheCreationInputTokens") get(v, u.usage.created);
          else if (k == "webSearchRequests") get(v, u.searches);
          else if (k == "costUSD") get(v, u.cost);
          else if (k == "contextWindow") get(v, u.window);
          else if (k == "maxOutputTokens") get(v, u.most);
        });
      });
    } else if (k == "permission_denials") {
      if (null(v)) return;
      for (auto item : v.get_array()) {
        od::value one = item.value();
        Denial& p = m.denials.emplace_back();
        each(one, [&](std::string_view k, od::value v) {
          if (k == "tool_name") get(v, p.tool_name);
          else if (k == "tool_use_id") get(v, p.tool_use_id);
          else if (k == "tool_input") p.input = raw(v);
        });
      }
    } else if (k == "result") get(v, m.result);
    else if (k == "structured_output") m.structured = raw(v);
    else if (k == "errors") get(v, m.errors);
  });
  d.line(RESULT);
  add(d, static_cast<Base&>(m));
  d.name(m.subtype);
  d.numbers += m.duration_ms + m.duration_api_ms + m.turns;
  d.flag(m.error);
  d.maybe(m.stop_reason);
  d.amount(m.cost);
  add(d, m.usage);
  for (const ModelUsage& u : m.models) {
    d.name(u.model);
    add(d, u.usage);
    d.numbers += u.searches + u.window + u.most;
    d.amount(u.cost);
  }
  for (const Denial& p : m.denials) {
    d.name(p.tool_name);
    d.name(p.tool_use_id);
    d.raw(p.input);
  }
  d.text(m.result);
  d.raw(m.structured);
  for (const std::string& s : m.errors) d.name(s);
}

static void tool_progress(od::object& line, Digest& d) {
  ProgressMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "tool_use_id") get(v, m.tool_use_id);
    else if (k == "tool_name") get(v, m.tool_name);
    else if (k == "parent_tool_use_id") get(v, m.parent_tool_use_id);
    else if (k == "elapsed_time_seconds") get(v, m.seconds);
  });
  d.line(TOOL_PROGRESS);
  add(d, m);
  d.maybe(m.parent_tool_use_id);
  d.name(m.tool_use_id);
  d.name(m.tool_name);
  d.amount(m.seconds);
}

static void init(od::object& line, Digest& d) {
  InitMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "agents") get(v, m.agents);
    else if (k == "apiKeySource") get(v, m.api_key_source);
    else if (k == "betas") get(v, m.betas);
    else if (k == "claude_code_version") get(v, m.version);
    else if (k == "cwd") get(v, m.cwd);
    else if (k == "tools") get(v, m.tools);
    else if (k == "mcp_servers") get(v, m.servers, "name", "status");
    else if (k == "model") get(v, m.model);
    else if (k == "permissionMode") get(v, m.permission_mode);
    else if (k == "slash_commands") get(v, m.slash_commands);
    else if (k == "output_style") get(v, m.output_style);
    else if (k == "skills") get(v, m.skills);
    else if (k == "plugins") get(v, m.plugins, "name", "path");
  });
  d.line(SYSTEM_INIT);
  add(d, m);
  for (auto* list : {&m.agents, &m.betas, &m.tools, &m.slash_commands, &m.skills})
    for (const std::string& s : *list) d.name(s);
  for (auto* s : {&m.api_key_source, &m.version, &m.cwd, &m.model, &m.permission_mode, &m.output_style}) d.name(*s);
  for (auto* list : {&m.servers, &m.plugins})
    for (const Pair& p : *list) {
      d.name(p.first);
      d.name(p.second);
    }
}

static void status(od::object& line, Digest& d) {
  StatusMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "status") get(v, m.status);
    else if (k == "permissionMode") get(v, m.permission_mode);
  });
  d.line(SYSTEM_STATUS);
  add(d, m);
  d.maybe(m.status);
  d.maybe(m.permission_mode);
}

static void compact_boundary(od::object& line, Digest& d) {
  CompactMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "compact_metadata") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "trigger") get(v, m.trigger);
        else if (k == "pre_tokens") get(v, m.pre_tokens);
      });
    }
  });
  d.line(SYSTEM_COMPACT_BOUNDARY);
  add(d, m);
  d.name(m.trigger);
  d.numbers += m.pre_tokens;
}

static void hook(od::object& line, Digest& d, Kind kind) {
  HookMessage m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "hook_id") get(v, m.hook_id);
    else if (k == "hook_name") get(v, m.hook_name);
    else if (k == "hook_event") get(v, m.hook_event);
    else if (kind == SYSTEM_HOOK_STARTED) return;
    else if (k == "output") get(v, m.output);
    else if (k == "stdout") get(v, m.out);
    else if (k == "stderr") get(v, m.err);
    else if (k == "exit_code") get(v, m.exit_code);
    else if (k == "outcome") get(v, m.outcome);
  });
  d.line(kind);
  add(d, m);
  d.name(m.hook_id);
  d.name(m.hook_name);
  d.name(m.hook_event);
  d.text(m.output);
  d.text(m.out);
  d.text(m.err);
  d.numbers += m.exit_code;
  d.name(m.outcome);
}

// agentsdk decodes a line into the struct that its tags ask for. Its members are walked over once more from the beginning if the
// tags come late; if they come first, as they usually do, nothing is walked over twice.
static void agentsdk(od::object& line, Digest& d) {
  std::string_view tag = line["type"];
  // The view points into a buffer that the next strings do not overwrite, but reset gives up.
  std::string type(tag), subtype;
  if (type == "system") {
    std::string_view sub = line["subtype"];
    subtype.assign(sub);
  }
  line.reset();
  if (type == "stream_event") stream_event(line, d);
  else if (type == "assistant") assistant(line, d);
  else if (type == "user") user(line, d);
  else if (type == "result") result(line, d);
  else if (type == "tool_progress") tool_progress(line, d);
  else if (subtype == "init") init(line, d);
  else if (subtype == "status") status(line, d);
  else if (subtype == "compact_boundary") compact_boundary(line, d);
  else if (subtype == "hook_started") hook(line, d, SYSTEM_HOOK_STARTED);
  else if (subtype == "hook_response") hook(line, d, SYSTEM_HOOK_RESPONSE);
  else throw std::runtime_error("a line of type " + type + ", subtype " + subtype + " has no struct");
}
