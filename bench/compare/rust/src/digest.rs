//! What a contender has seen of a corpus: the same sums as package digest of the Go module.

/// The numbers of the kinds are those of package digest; the last eight are Claude Code's, which are not decoded here.
pub const KINDS: usize = 19;

#[derive(Default)]
pub struct Digest {
    pub deep: bool,
    pub lines: i64,
    pub kinds: [i64; KINDS],
    pub blocks: i64,
    pub texts: i64,
    pub ends: i64,
    pub names: i64,
    pub raws: i64,
    pub numbers: i64,
    pub tokens: i64,
    pub micros: i64,
    pub bytes: u64,
}

impl Digest {
    pub fn line(&mut self, kind: usize) {
        self.lines += 1;
        self.kinds[kind] += 1;
    }

    pub fn text(&mut self, s: &str) {
        let b = s.as_bytes();
        if b.is_empty() {
            return;
        }
        self.texts += b.len() as i64;
        self.ends += b[0] as i64 + b[b.len() - 1] as i64;
        if self.deep {
            self.hash(b, 3);
        }
    }

    pub fn name(&mut self, s: &str) {
        self.names += s.len() as i64;
        if self.deep && !s.is_empty() {
            self.hash(s.as_bytes(), 5);
        }
    }

    pub fn raw(&mut self, s: &str) {
        self.raws += s.len() as i64;
        if self.deep && !s.is_empty() {
            self.hash(s.as_bytes(), 7);
        }
    }

    pub fn maybe(&mut self, s: &Option<String>) {
        if let Some(s) = s {
            self.name(s);
        }
    }

    pub fn all(&mut self, list: &[String]) {
        for s in list {
            self.name(s);
        }
    }

    pub fn flag(&mut self, b: bool) {
        self.numbers += b as i64;
    }

    pub fn amount(&mut self, x: f64) {
        self.micros += (x * 1e6).round() as i64;
    }

    pub fn tags(&mut self, typ: &str, subtype: &str) {
        self.lines += 1;
        self.name(typ);
        self.name(subtype);
        if let (Some(a), Some(z)) = (typ.bytes().next(), typ.bytes().last()) {
            self.ends += a as i64 + z as i64;
        }
    }

    /// FNV-1a, weighted by what the text is and by the line that it stands on.
    fn hash(&mut self, s: &[u8], weight: u64) {
        let mut h: u64 = 14695981039346656037;
        for &c in s {
            h = (h ^ c as u64).wrapping_mul(1099511628211);
        }
        let line = (2 * self.lines + 1) as u64;
        self.bytes = self.bytes.wrapping_add(h.wrapping_mul(weight).wrapping_mul(line));
    }

    pub fn json(&self, nanos: u128) -> String {
        let kinds: Vec<String> = self.kinds.iter().map(|n| n.to_string()).collect();
        format!(
            "{{\"Nanos\":{},\"Lines\":{},\"Kinds\":[{}],\"Blocks\":{},\"Texts\":{},\"Ends\":{},\"Names\":{},\"Raws\":{},\"Numbers\":{},\"Tokens\":{},\"Micros\":{},\"Bytes\":\"{}\"}}",
            nanos, self.lines, kinds.join(","), self.blocks, self.texts, self.ends, self.names, self.raws, self.numbers,
            self.tokens, self.micros, self.bytes
        )
    }
}
