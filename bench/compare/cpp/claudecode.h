// The lines of Claude Code's transcripts, as package session of the Go module has them.
#pragma once

#include "messages.h"

struct Envelope {
  std::optional<std::string> parent, logical_parent;
  bool sidechain = false, meta = false;
  std::string team, agent_name, user_type, cwd, session_id, version, branch, agent_id, slug, entrypoint, uuid, timestamp;
};

static bool get(std::string_view k, od::value& v, Envelope& e) {
  if (k == "parentUuid") get(v, e.parent);
  else if (k == "isSidechain") get(v, e.sidechain);
  else if (k == "userType") get(v, e.user_type);
  else if (k == "cwd") get(v, e.cwd);
  else if (k == "sessionId") get(v, e.session_id);
  else if (k == "version") get(v, e.version);
  else if (k == "gitBranch") get(v, e.branch);
  else if (k == "slug") get(v, e.slug);
  else if (k == "uuid") get(v, e.uuid);
  else if (k == "timestamp") get(v, e.timestamp);
  else if (k == "agentId") get(v, e.agent_id);
  else if (k == "isMeta") get(v, e.meta);
  else if (k == "entrypoint") get(v, e.entrypoint);
  else if (k == "logicalParentUuid") get(v, e.logical_parent);
  else if (k == "teamName") get(v, e.team);
  else if (k == "agentName") get(v, e.agent_name);
  else return false;
  return true;
}

static void add(Digest& d, const Envelope& e) {
  d.maybe(e.parent);
  d.maybe(e.logical_parent);
  d.flag(e.sidechain);
  d.flag(e.meta);
  for (auto* s : {&e.team, &e.agent_name, &e.user_type, &e.cwd, &e.session_id, &e.version, &e.branch, &e.agent_id, &e.slug,
                  &e.entrypoint, &e.uuid, &e.timestamp})
    d.name(*s);
}

// ToolUseResult is a text, a list of blocks, or an object in the form of its tool, which is kept raw.
struct ToolUseResult {
  std::string text, object;
  std::vector<Block> blocks;
};

static void get(od::value v, ToolUseResult& r) {
  switch (type(v)) {
    case od::json_type::string: get(v, r.text); break;
    case od::json_type::array: get(v, r.blocks); break;
    case od::json_type::object: r.object = raw(v); break;
    default: break;
  }
}

static void add(Digest& d, const ToolUseResult& r) {
  d.text(r.text);
  for (const Block& b : r.blocks) add(d, b);
  d.raw(r.object);
}

struct Todo {
  std::string content, status, active;
};

struct Thinking {
  int64_t tokens = 0;
  std::optional<std::string> level;
  bool disabled = false;
};

struct UserLine : Envelope {
  std::string prompt_id, role, source_assistant, source_use, permission_mode, prompt_source;
  Content content;
  bool transcript_only = false, summary = false;
  ToolUseResult result;
  std::vector<int64_t> images;
  Thinking thinking;
  std::vector<Todo> todos;
};

static void user_line(od::object& line, Digest& d) {
  UserLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "message") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "role") get(v, m.role);
        else if (k == "content") get(v, m.content);
      });
      return;
    }
    if (k == "toolUseResult") return get(v, m.result);
    if (get(k, v, m)) return;
    if (k == "promptId") get(v, m.prompt_id);
    else if (k == "isVisibleInTranscriptOnly") get(v, m.transcript_only);
    else if (k == "isCompactSummary") get(v, m.summary);
    else if (k == "sourceToolAssistantUUID") get(v, m.source_assistant);
    else if (k == "sourceToolUseID") get(v, m.source_use);
    else if (k == "permissionMode") get(v, m.permission_mode);
    else if (k == "promptSource") get(v, m.prompt_source);
    else if (k == "imagePasteIds") {
      if (null(v)) return;
      for (auto item : v.get_array()) m.images.push_back(item.get_int64());
    } else if (k == "thinkingMetadata") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "maxThinkingTokens") get(v, m.thinking.tokens);
        else if (k == "level") get(v, m.thinking.level);
        else if (k == "disabled") get(v, m.thinking.disabled);
      });
    } else if (k == "todos") {
      if (null(v)) return;
      for (auto item : v.get_array()) {
        od::value one = item.value();
        Todo& t = m.todos.emplace_back();
        each(one, [&](std::string_view k, od::value v) {
          if (k == "content") get(v, t.content);
          else if (k == "status") get(v, t.status);
          else if (k == "activeForm") get(v, t.active);
        });
      }
    }
  });
  d.line(SESSION_USER);
  add(d, static_cast<Envelope&>(m));
  d.name(m.prompt_id);
  d.flag(m.transcript_only);
  d.flag(m.summary);
  add(d, m.result);
  for (auto* s : {&m.source_assistant, &m.source_use, &m.permission_mode, &m.prompt_source}) d.name(*s);
  for (int64_t n : m.images) d.numbers += n;
  d.maybe(m.thinking.level);
  d.numbers += m.thinking.tokens;
  d.flag(m.thinking.disabled);
  for (const Todo& t : m.todos) {
    d.name(t.content);
    d.name(t.status);
    d.name(t.active);
  }
  d.name(m.role);
  add(d, m.content);
}

struct AssistantLine : Envelope {
  Message message;
  std::string request_id, effort;
  bool api_error = false;
  int64_t status = 0;
};

static void assistant_line(od::object& line, Digest& d) {
  AssistantLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "message") return get(v, m.message);
    if (get(k, v, m)) return;
    if (k == "requestId") get(v, m.request_id);
    else if (k == "isApiErrorMessage") get(v, m.api_error);
    else if (k == "apiErrorStatus") get(v, m.status);
    else if (k == "effort") get(v, m.effort);
  });
  d.line(SESSION_ASSISTANT);
  add(d, static_cast<Envelope&>(m));
  d.name(m.request_id);
  d.flag(m.api_error);
  d.numbers += m.status;
  d.name(m.effort);
  add(d, m.message);
}

struct HookInfo {
  std::string command, prompt;
  double ms = 0;
};

struct SystemLine : Envelope {
  std::string subtype, content, level, tool_use_id, trigger, stop_reason;
  int64_t pre_tokens = 0, messages = 0, hooks = 0, attempt = 0, retries = 0;
  double ms = 0, retry_ms = 0;
  std::vector<HookInfo> infos;
  std::vector<std::string> errors;
  bool prevented = false, output = false;
};

static void system_line(od::object& line, Digest& d) {
  SystemLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (get(k, v, m)) return;
    if (k == "subtype") get(v, m.subtype);
    else if (k == "content") get(v, m.content);
    else if (k == "level") get(v, m.level);
    else if (k == "toolUseID") get(v, m.tool_use_id);
    else if (k == "compactMetadata") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "trigger") get(v, m.trigger);
        else if (k == "preTokens") get(v, m.pre_tokens);
      });
    } else if (k == "durationMs") get(v, m.ms);
    else if (k == "messageCount") get(v, m.messages);
    else if (k == "hookCount") get(v, m.hooks);
    else if (k == "hookInfos") {
      if (null(v)) return;
      for (auto item : v.get_array()) {
        od::value one = item.value();
        HookInfo& h = m.infos.emplace_back();
        each(one, [&](std::string_view k, od::value v) {
          if (k == "command") get(v, h.command);
          else if (k == "durationMs") get(v, h.ms);
          else if (k == "promptText") get(v, h.prompt);
        });
      }
    } else if (k == "hookErrors") get(v, m.errors);
    else if (k == "preventedContinuation") get(v, m.prevented);
    else if (k == "stopReason") get(v, m.stop_reason);
    else if (k == "hasOutput") get(v, m.output);
    else if (k == "retryInMs") get(v, m.retry_ms);
    else if (k == "retryAttempt") get(v, m.attempt);
    else if (k == "maxRetries") get(v, m.retries);
  });
  d.line(SESSION_SYSTEM);
  add(d, static_cast<Envelope&>(m));
  d.name(m.subtype);
  d.text(m.content);
  d.name(m.level);
  d.name(m.tool_use_id);
  d.name(m.trigger);
  d.numbers += m.pre_tokens;
  d.amount(m.ms);
  d.numbers += m.messages + m.hooks + m.attempt + m.retries;
  for (const HookInfo& h : m.infos) {
    d.name(h.command);
    d.amount(h.ms);
    d.text(h.prompt);
  }
  for (const std::string& s : m.errors) d.name(s);
  d.flag(m.prevented);
  d.name(m.stop_reason);
  d.flag(m.output);
  d.amount(m.retry_ms);
}

struct AgentMessage {
  std::string type, uuid, timestamp, request_id, source_assistant;
  Message message;
  ToolUseResult result;
};

static void get(od::value v, AgentMessage& m) {
  each(v, [&](std::string_view k, od::value v) {
    if (k == "type") get(v, m.type);
    else if (k == "message") get(v, m.message);
    else if (k == "uuid") get(v, m.uuid);
    else if (k == "timestamp") get(v, m.timestamp);
    else if (k == "requestId") get(v, m.request_id);
    else if (k == "toolUseResult") get(v, m.result);
    else if (k == "sourceToolAssistantUUID") get(v, m.source_assistant);
  });
}

static void add(Digest& d, const AgentMessage& m) {
  d.name(m.uuid);
  d.name(m.timestamp);
  d.name(m.message.role);
  if (m.type == "user") {
    add(d, m.result);
    d.name(m.source_assistant);
  } else if (m.type == "assistant") {
    d.name(m.request_id);
    d.name(m.message.id);
    d.name(m.message.model);
    d.maybe(m.message.stop_reason);
    d.maybe(m.message.stop_sequence);
    add(d, m.message.usage);
  }
  add(d, m.message.content);
}

struct ProgressLine : Envelope {
  std::string tool_use_id, parent_tool_use_id, type;
  std::string hook_event, hook_name, command, prompt_text, status;
  std::string output, full_output, task_id, prompt, agent;
  double seconds = 0;
  int64_t lines = 0, bytes = 0, timeout = 0;
  std::optional<AgentMessage> message;
  std::vector<AgentMessage> messages;
  std::optional<std::string> resume;
};

static void progress_line(od::object& line, Digest& d) {
  ProgressLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "toolUseID") get(v, m.tool_use_id);
    else if (k == "parentToolUseID") get(v, m.parent_tool_use_id);
    else if (k == "data") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "type") get(v, m.type);
        else if (k == "hookEvent") get(v, m.hook_event);
        else if (k == "hookName") get(v, m.hook_name);
        else if (k == "command") get(v, m.command);
        else if (k == "promptText") get(v, m.prompt_text);
        else if (k == "statusMessage") get(v, m.status);
        else if (k == "output") get(v, m.output);
        else if (k == "fullOutput") get(v, m.full_output);
        else if (k == "elapsedTimeSeconds") get(v, m.seconds);
        else if (k == "totalLines") get(v, m.lines);
        else if (k == "totalBytes") get(v, m.bytes);
        else if (k == "timeoutMs") get(v, m.timeout);
        else if (k == "taskId") get(v, m.task_id);
        else if (k == "message") get(v, m.message.emplace());
        else if (k == "normalizedMessages") {
          if (null(v)) return;
          for (auto item : v.get_array()) {
            od::value one = item.value();
            get(one, m.messages.emplace_back());
          }
        } else if (k == "prompt") get(v, m.prompt);
        else if (k == "agentId") get(v, m.agent);
        else if (k == "resume") get(v, m.resume);
      });
    } else get(k, v, m);
  });
  d.line(SESSION_PROGRESS);
  add(d, static_cast<Envelope&>(m));
  d.name(m.tool_use_id);
  d.name(m.parent_tool_use_id);
  if (m.type == "hook_progress") {
    d.name(m.hook_event);
    d.name(m.hook_name);
    d.text(m.command);
    d.text(m.prompt_text);
    d.text(m.status);
  } else if (m.type == "bash_progress") {
    d.text(m.output);
    d.text(m.full_output);
    d.amount(m.seconds);
    d.numbers += m.lines + m.bytes + m.timeout;
    d.name(m.task_id);
  } else if (m.type == "agent_progress") {
    if (m.message) add(d, *m.message);
    for (const AgentMessage& one : m.messages) add(d, one);
    d.text(m.prompt);
    d.name(m.agent);
    d.maybe(m.resume);
  }
}

struct AttachmentLine : Envelope {
  std::string type, hook_name, tool_use_id, hook_event, text, out, err, command;
  std::vector<std::string> list, names, added_names, added_types, added_lines, removed_names, removed_types;
  int64_t exit_code = 0, skills = 0;
  double ms = 0;
  bool initial = false;
};

static void attachment_line(od::object& line, Digest& d) {
  AttachmentLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k != "attachment") {
      get(k, v, m);
      return;
    }
    each(v, [&](std::string_view k, od::value v) {
      if (k == "type") get(v, m.type);
      else if (k == "hookName") get(v, m.hook_name);
      else if (k == "toolUseID") get(v, m.tool_use_id);
      else if (k == "hookEvent") get(v, m.hook_event);
      else if (k == "content") {
        if (type(v) == od::json_type::array) get(v, m.list);
        else get(v, m.text);
      } else if (k == "stdout") get(v, m.out);
      else if (k == "stderr") get(v, m.err);
      else if (k == "exitCode") get(v, m.exit_code);
      else if (k == "command") get(v, m.command);
      else if (k == "durationMs") get(v, m.ms);
      else if (k == "skillCount") get(v, m.skills);
      else if (k == "isInitial") get(v, m.initial);
      else if (k == "names") get(v, m.names);
      else if (k == "addedNames") get(v, m.added_names);
      else if (k == "addedTypes") get(v, m.added_types);
      else if (k == "addedLines") get(v, m.added_lines);
      else if (k == "removedNames") get(v, m.removed_names);
      else if (k == "removedTypes") get(v, m.removed_types);
    });
  });
  d.line(SESSION_ATTACHMENT);
  add(d, static_cast<Envelope&>(m));
  for (auto* s : {&m.type, &m.hook_name, &m.tool_use_id, &m.hook_event}) d.name(*s);
  d.text(m.text);
  for (const std::string& s : m.list) d.name(s);
  d.text(m.out);
  d.text(m.err);
  d.numbers += m.exit_code + m.skills;
  d.name(m.command);
  d.amount(m.ms);
  d.flag(m.initial);
  for (auto* list : {&m.names, &m.added_names, &m.added_types, &m.added_lines, &m.removed_names, &m.removed_types})
    for (const std::string& s : *list) d.name(s);
}

struct Backup {
  std::string path, time;
  std::optional<std::string> name;
  int64_t version = 0;
};

struct SnapshotLine {
  std::string message_id, snapshot_id, timestamp;
  bool update = false;
  std::vector<Backup> backups;
};

static void snapshot_line(od::object& line, Digest& d) {
  SnapshotLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "messageId") get(v, m.message_id);
    else if (k == "isSnapshotUpdate") get(v, m.update);
    else if (k == "snapshot") {
      each(v, [&](std::string_view k, od::value v) {
        if (k == "messageId") get(v, m.snapshot_id);
        else if (k == "timestamp") get(v, m.timestamp);
        else if (k == "trackedFileBackups") {
          // The names are paths, which can have escapes.
          if (null(v)) return;
          od::object files = v.get_object();
          for (od::field file : files) {
            Backup& b = m.backups.emplace_back();
            std::string_view path = file.unescaped_key();
            b.path.assign(path);
            each(file.value(), [&](std::string_view k, od::value v) {
              if (k == "backupFileName") get(v, b.name);
              else if (k == "version") get(v, b.version);
              else if (k == "backupTime") get(v, b.time);
            });
          }
        }
      });
    }
  });
  d.line(SESSION_SNAPSHOT);
  d.name(m.message_id);
  d.flag(m.update);
  d.name(m.snapshot_id);
  d.name(m.timestamp);
  for (const Backup& b : m.backups) {
    d.name(b.path);
    d.maybe(b.name);
    d.numbers += b.version;
    d.name(b.time);
  }
}

struct QueueLine {
  std::string operation, timestamp, session_id;
  Content content;
};

static void queue_line(od::object& line, Digest& d) {
  QueueLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "operation") get(v, m.operation);
    else if (k == "timestamp") get(v, m.timestamp);
    else if (k == "sessionId") get(v, m.session_id);
    else if (k == "content") get(v, m.content);
  });
  d.line(SESSION_QUEUE);
  d.name(m.operation);
  d.name(m.timestamp);
  d.name(m.session_id);
  add(d, m.content);
}

struct NoteLine {
  std::string session_id, timestamp, summary, leaf, prompt, permission_mode, ai_title, custom_title, mode;
};

static void note_line(od::object& line, Digest& d) {
  NoteLine m;
  each(line, [&](std::string_view k, od::value v) {
    if (k == "sessionId") get(v, m.session_id);
    else if (k == "timestamp") get(v, m.timestamp);
    else if (k == "summary") get(v, m.summary);
    else if (k == "leafUuid") get(v, m.leaf);
    else if (k == "lastPrompt") get(v, m.prompt);
    else if (k == "permissionMode") get(v, m.permission_mode);
    else if (k == "aiTitle") get(v, m.ai_title);
    else if (k == "customTitle") get(v, m.custom_title);
    else if (k == "mode") get(v, m.mode);
  });
  d.line(SESSION_NOTE);
  d.name(m.session_id);
  d.name(m.timestamp);
  for (auto* s : {&m.summary, &m.prompt, &m.ai_title, &m.custom_title}) d.text(*s);
  for (auto* s : {&m.leaf, &m.permission_mode, &m.mode}) d.name(*s);
}

// claudecode decodes a line into the struct that its type asks for. The type usually comes late: what stands before it is jumped
// over, and walked over from the beginning when the type is known.
static void claudecode(od::object& line, Digest& d) {
  std::string_view tag = line["type"];
  std::string type(tag);
  line.reset();
  if (type == "user") user_line(line, d);
  else if (type == "assistant") assistant_line(line, d);
  else if (type == "system") system_line(line, d);
  else if (type == "progress") progress_line(line, d);
  else if (type == "attachment") attachment_line(line, d);
  else if (type == "file-history-snapshot") snapshot_line(line, d);
  else if (type == "queue-operation") queue_line(line, d);
  else note_line(line, d);
}
