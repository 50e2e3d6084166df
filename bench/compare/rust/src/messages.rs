//! The lines of the Agent SDK. A union by tag is one struct with the members of all its cases.

use crate::digest::Digest;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

#[derive(Deserialize)]
struct Tags<'a> {
    #[serde(rename = "type", borrow)]
    typ: Cow<'a, str>,
    #[serde(borrow, default)]
    subtype: Cow<'a, str>,
    #[serde(rename = "isReplay", default)]
    replay: bool,
}

#[derive(Deserialize)]
struct PeekTags<'a> {
    #[serde(rename = "type", borrow)]
    typ: Cow<'a, str>,
    #[serde(borrow, default)]
    subtype: Cow<'a, str>,
}

/// A string or a list of blocks.
#[derive(Default)]
struct Content {
    text: String,
    blocks: Vec<Block>,
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Content;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a string or a list of blocks")
            }
            fn visit_str<E: de::Error>(self, s: &str) -> Result<Content, E> {
                Ok(Content { text: s.to_owned(), blocks: Vec::new() })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Content, A::Error> {
                let mut blocks = Vec::new();
                while let Some(b) = list.next_element()? {
                    blocks.push(b);
                }
                Ok(Content { text: String::new(), blocks })
            }
        }
        d.deserialize_any(V)
    }
}

#[derive(Deserialize)]
struct Block {
    #[serde(rename = "type")]
    typ: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    thinking: String,
    #[serde(default)]
    signature: Option<String>,
    #[serde(default)]
    id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    input: Option<Box<RawValue>>,
    #[serde(default)]
    tool_use_id: String,
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    is_error: bool,
    #[serde(default)]
    source: Option<Source>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Source {
    #[serde(rename = "type")]
    typ: String,
    #[serde(default)]
    media_type: String,
    #[serde(default)]
    data: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    file_id: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Usage {
    input_tokens: i64,
    output_tokens: i64,
    cache_read_input_tokens: i64,
    cache_creation_input_tokens: i64,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Message {
    id: String,
    #[serde(rename = "type")]
    typ: String,
    role: String,
    content: Vec<Block>,
    model: String,
    stop_reason: Option<String>,
    stop_sequence: Option<String>,
    usage: Usage,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct AssistantMessage {
    uuid: String,
    session_id: String,
    message: Message,
    parent_tool_use_id: Option<String>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Param {
    role: String,
    content: Content,
}

#[derive(Deserialize)]
struct UserMessage {
    uuid: String,
    session_id: String,
    message: Param,
    parent_tool_use_id: Option<String>,
    #[serde(rename = "isSynthetic", default)]
    synthetic: bool,
    #[serde(default)]
    tool_use_result: Option<Box<RawValue>>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Delta {
    #[serde(rename = "type")]
    typ: String,
    text: String,
    partial_json: String,
    thinking: String,
    signature: String,
    stop_reason: Option<String>,
    stop_sequence: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    typ: String,
    message: Option<Message>,
    #[serde(default)]
    index: i64,
    content_block: Option<Block>,
    #[serde(default)]
    delta: Delta,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct StreamEvent {
    uuid: String,
    session_id: String,
    event: Event,
    parent_tool_use_id: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct ModelUsage {
    input_tokens: i64,
    output_tokens: i64,
    cache_read_input_tokens: i64,
    cache_creation_input_tokens: i64,
    web_search_requests: i64,
    #[serde(rename = "costUSD")]
    cost: f64,
    context_window: i64,
    max_output_tokens: i64,
}

#[derive(Deserialize)]
struct Denial {
    tool_name: String,
    tool_use_id: String,
    tool_input: Box<RawValue>,
}

#[derive(Deserialize)]
struct ResultMessage {
    uuid: String,
    session_id: String,
    subtype: String,
    duration_ms: i64,
    duration_api_ms: i64,
    is_error: bool,
    num_turns: i64,
    stop_reason: Option<String>,
    total_cost_usd: f64,
    usage: Usage,
    #[serde(rename = "modelUsage", default)]
    models: HashMap<String, ModelUsage>,
    #[serde(default)]
    permission_denials: Vec<Denial>,
    #[serde(default)]
    result: String,
    structured_output: Option<Box<RawValue>>,
    #[serde(default)]
    errors: Vec<String>,
}

#[derive(Deserialize)]
struct Server {
    name: String,
    status: String,
}

#[derive(Deserialize)]
struct Plugin {
    name: String,
    path: String,
}

#[derive(Deserialize)]
struct InitMessage {
    uuid: String,
    session_id: String,
    #[serde(default)]
    agents: Vec<String>,
    #[serde(rename = "apiKeySource")]
    api_key_source: String,
    #[serde(default)]
    betas: Vec<String>,
    claude_code_version: String,
    cwd: String,
    tools: Vec<String>,
    mcp_servers: Vec<Server>,
    model: String,
    #[serde(rename = "permissionMode")]
    permission_mode: String,
    slash_commands: Vec<String>,
    output_style: String,
    skills: Vec<String>,
    plugins: Vec<Plugin>,
}

#[derive(Deserialize)]
struct StatusMessage {
    uuid: String,
    session_id: String,
    status: Option<String>,
    #[serde(rename = "permissionMode")]
    permission_mode: Option<String>,
}

#[derive(Deserialize)]
struct CompactMetadata {
    trigger: String,
    pre_tokens: i64,
}

#[derive(Deserialize)]
struct CompactMessage {
    uuid: String,
    session_id: String,
    compact_metadata: CompactMetadata,
}

#[derive(Deserialize)]
struct HookMessage {
    uuid: String,
    session_id: String,
    hook_id: String,
    hook_name: String,
    hook_event: String,
    #[serde(default)]
    output: String,
    #[serde(default)]
    stdout: String,
    #[serde(default)]
    stderr: String,
    #[serde(default)]
    exit_code: Option<i64>,
    #[serde(default)]
    outcome: String,
}

#[derive(Deserialize)]
struct ProgressMessage {
    uuid: String,
    session_id: String,
    tool_use_id: String,
    tool_name: String,
    parent_tool_use_id: Option<String>,
    elapsed_time_seconds: f64,
}

/// Reads the two members that say what a line is. serde_json checks the whole line.
pub fn peek(line: &[u8], d: &mut Digest) -> Result<(), Box<dyn std::error::Error>> {
    let tags: PeekTags = serde_json::from_slice(line)?;
    d.tags(&tags.typ, &tags.subtype);
    Ok(())
}

/// Decodes a line into the struct that its tags ask for.
pub fn decode(line: &[u8], d: &mut Digest) -> Result<(), Box<dyn std::error::Error>> {
    let tags: Tags = serde_json::from_slice(line)?;
    match (&*tags.typ, &*tags.subtype) {
        ("assistant", _) => {
            let m: AssistantMessage = serde_json::from_slice(line)?;
            base(d, 0, &m.uuid, &m.session_id);
            d.maybe(&m.parent_tool_use_id);
            message(d, &m.message);
        }
        ("user", _) => {
            let m: UserMessage = serde_json::from_slice(line)?;
            base(d, if tags.replay { 2 } else { 1 }, &m.uuid, &m.session_id);
            d.maybe(&m.parent_tool_use_id);
            d.flag(m.synthetic);
            raw(d, &m.tool_use_result);
            d.name(&m.message.role);
            content(d, &m.message.content);
        }
        ("result", _) => result(d, &serde_json::from_slice(line)?),
        ("stream_event", _) => stream_event(d, &serde_json::from_slice(line)?),
        ("tool_progress", _) => {
            let m: ProgressMessage = serde_json::from_slice(line)?;
            base(d, 5, &m.uuid, &m.session_id);
            d.maybe(&m.parent_tool_use_id);
            d.name(&m.tool_use_id);
            d.name(&m.tool_name);
            d.amount(m.elapsed_time_seconds);
        }
        ("system", "init") => init(d, &serde_json::from_slice(line)?),
        ("system", "status") => {
            let m: StatusMessage = serde_json::from_slice(line)?;
            base(d, 7, &m.uuid, &m.session_id);
            d.maybe(&m.status);
            d.maybe(&m.permission_mode);
        }
        ("system", "compact_boundary") => {
            let m: CompactMessage = serde_json::from_slice(line)?;
            base(d, 8, &m.uuid, &m.session_id);
            d.name(&m.compact_metadata.trigger);
            d.numbers += m.compact_metadata.pre_tokens;
        }
        ("system", "hook_started") => hook(d, 9, &serde_json::from_slice(line)?),
        ("system", "hook_response") => hook(d, 10, &serde_json::from_slice(line)?),
        (typ, subtype) => return Err(format!("a line of type {typ}, subtype {subtype} has no struct").into()),
    }
    Ok(())
}

fn base(d: &mut Digest, kind: usize, uuid: &str, session_id: &str) {
    d.line(kind);
    d.name(uuid);
    d.name(session_id);
}

fn raw(d: &mut Digest, value: &Option<Box<RawValue>>) {
    if let Some(value) = value {
        d.raw(value.get());
    }
}

fn message(d: &mut Digest, m: &Message) {
    d.name(&m.id);
    d.name(&m.role);
    d.name(&m.model);
    d.maybe(&m.stop_reason);
    d.maybe(&m.stop_sequence);
    usage(d, &m.usage);
    for b in &m.content {
        block(d, b);
    }
}

fn usage(d: &mut Digest, u: &Usage) {
    d.tokens += u.input_tokens + u.output_tokens + u.cache_read_input_tokens + u.cache_creation_input_tokens;
}

fn content(d: &mut Digest, c: &Content) {
    d.text(&c.text);
    for b in &c.blocks {
        block(d, b);
    }
}

fn block(d: &mut Digest, b: &Block) {
    d.blocks += 1;
    match b.typ.as_str() {
        "text" => d.text(&b.text),
        "thinking" => {
            d.text(&b.thinking);
            d.maybe(&b.signature);
        }
        "tool_use" => {
            d.name(&b.id);
            d.name(&b.name);
            raw(d, &b.input);
        }
        "tool_result" => {
            d.name(&b.tool_use_id);
            d.flag(b.is_error);
            if let Some(c) = &b.content {
                content(d, c);
            }
        }
        "image" => {
            if let Some(s) = &b.source {
                d.name(&s.media_type);
                d.text(&s.data);
            }
        }
        _ => {}
    }
}

fn stream_event(d: &mut Digest, m: &StreamEvent) {
    base(d, 4, &m.uuid, &m.session_id);
    d.maybe(&m.parent_tool_use_id);
    let e = &m.event;
    d.numbers += e.index;
    match e.typ.as_str() {
        "content_block_delta" => match e.delta.typ.as_str() {
            "text_delta" => d.text(&e.delta.text),
            "input_json_delta" => d.text(&e.delta.partial_json),
            "thinking_delta" => d.text(&e.delta.thinking),
            "signature_delta" => d.text(&e.delta.signature),
            _ => {}
        },
        "content_block_start" => {
            if let Some(b) = &e.content_block {
                block(d, b);
            }
        }
        "message_start" => {
            if let Some(m) = &e.message {
                message(d, m);
            }
        }
        "message_delta" => {
            d.maybe(&e.delta.stop_reason);
            d.maybe(&e.delta.stop_sequence);
            if let Some(u) = &e.usage {
                usage(d, u);
            }
        }
        _ => {}
    }
}

fn result(d: &mut Digest, m: &ResultMessage) {
    base(d, 3, &m.uuid, &m.session_id);
    d.name(&m.subtype);
    d.numbers += m.duration_ms + m.duration_api_ms + m.num_turns;
    d.flag(m.is_error);
    d.maybe(&m.stop_reason);
    d.amount(m.total_cost_usd);
    usage(d, &m.usage);
    for (model, u) in &m.models {
        d.name(model);
        d.tokens += u.input_tokens + u.output_tokens + u.cache_read_input_tokens + u.cache_creation_input_tokens;
        d.numbers += u.web_search_requests + u.context_window + u.max_output_tokens;
        d.amount(u.cost);
    }
    for p in &m.permission_denials {
        d.name(&p.tool_name);
        d.name(&p.tool_use_id);
        d.raw(p.tool_input.get());
    }
    d.text(&m.result);
    raw(d, &m.structured_output);
    d.all(&m.errors);
}

fn init(d: &mut Digest, m: &InitMessage) {
    base(d, 6, &m.uuid, &m.session_id);
    for list in [&m.agents, &m.betas, &m.tools, &m.slash_commands, &m.skills] {
        d.all(list);
    }
    for s in [&m.api_key_source, &m.claude_code_version, &m.cwd, &m.model, &m.permission_mode, &m.output_style] {
        d.name(s);
    }
    for s in &m.mcp_servers {
        d.name(&s.name);
        d.name(&s.status);
    }
    for p in &m.plugins {
        d.name(&p.name);
        d.name(&p.path);
    }
}

fn hook(d: &mut Digest, kind: usize, m: &HookMessage) {
    base(d, kind, &m.uuid, &m.session_id);
    d.name(&m.hook_id);
    d.name(&m.hook_name);
    d.name(&m.hook_event);
    d.text(&m.output);
    d.text(&m.stdout);
    d.text(&m.stderr);
    d.numbers += m.exit_code.unwrap_or(0);
    d.name(&m.outcome);
}
