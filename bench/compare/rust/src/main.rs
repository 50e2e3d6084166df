//! Decodes a corpus of the Agent SDK with serde_json: main PROTOCOL FILE, then one operation on each line of the standard input
//! (decode or peek, or decode-deep and peek-deep, which look at every byte). Each is answered with a line of JSON: the time that
//! the pass took, and what was seen.
//!
//! Lines are decoded in two passes, tags and then the struct that they ask for, as the mirrors of the Go module are. An enum with
//! an internal tag would buffer the whole value, and cannot have a RawValue in it.

mod digest;
mod messages;

use digest::Digest;
use std::io::{BufRead, Write};
use std::time::Instant;

fn main() {
    if let Err(e) = run() {
        eprintln!("{e}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    if args.len() != 3 || args[1] != "agentsdk" {
        return Err("usage: main agentsdk FILE".into());
    }
    let text = std::fs::read(&args[2])?;
    let lines: Vec<&[u8]> = text.split(|&b| b == b'\n').filter(|l| !l.is_empty()).collect();
    let mut out = std::io::stdout();
    writeln!(out, "serde_json: {}", option_env!("SERDE_JSON_VERSION").unwrap_or("unknown"))?;
    out.flush()?;
    for operation in std::io::stdin().lock().lines() {
        let operation = operation?;
        let mut d = Digest { deep: operation.ends_with("-deep"), ..Digest::default() };
        let start = Instant::now();
        match operation.trim_end_matches("-deep") {
            "decode" => {
                for line in &lines {
                    messages::decode(line, &mut d)?;
                }
            }
            "peek" => {
                for line in &lines {
                    messages::peek(line, &mut d)?;
                }
            }
            _ => return Err(format!("unknown operation {operation}").into()),
        }
        let took = start.elapsed().as_nanos();
        writeln!(out, "{}", d.json(took))?;
        out.flush()?;
    }
    Ok(())
}
