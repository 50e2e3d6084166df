package corpus

// shape has the parameters of a corpus. Sizes are in bytes on the line, including escapes. A size is drawn uniformly from its table.
type shape struct {
	seed      uint64
	share     [families]int // of the bytes, in thousandths
	escape    int           // in text: bytes from one escape to the next
	foreign   int           // lines with letters beyond ASCII, in thousandths
	longLine  bool          // one line takes 5/64 of the corpus
	run       int           // stream events in a row, at least
	prompts   []int
	answers   []int // text and thinking of assistant messages
	inputs    []int // long strings of tool inputs
	results   []int // text of tool results
	deltas    []int // text of stream events
	fragments int   // percentage of deltas that are fragments of tool input
	both      int   // percentage of tool results that stand a second time in tool_use_result
	hooks     bool  // system lines other than init
	progress  bool  // a tool_progress line with every tool use
}

// A family is a set of kinds that has a fixed share of the bytes.
type family int

const (
	user family = iota
	assistant
	stream
	system // system lines, and all others: result, tool_progress
	families
)

var shapes = map[string]shape{
	Mixed: {
		seed: 1, share: [families]int{user: 560, assistant: 190, stream: 180, system: 70},
		escape: 15, foreign: 26, longLine: true, run: 24,
		prompts: []int{40, 90, 160, 400},
		answers: []int{60, 120, 200, 320, 480, 700, 1500, 3200},
		inputs:  []int{40, 60, 90, 140, 300, 900, 3200},
		results: []int{20, 40, 80, 120, 160, 240, 320, 480, 640, 900, 1200, 1600, 2200, 3800, 8000, 22000},
		deltas:  []int{4, 8, 14, 20, 26, 32, 40, 60},
		both:    77, fragments: 60, hooks: true,
	},
	Tiny: {
		seed: 2, share: [families]int{user: 38, assistant: 80, stream: 832, system: 50},
		escape: 5, foreign: 7, run: 60, progress: true,
		prompts: []int{20, 40, 60},
		answers: []int{20, 40, 60},
		inputs:  []int{12, 20, 32},
		results: []int{2, 10, 20, 40},
		deltas:  []int{6, 10, 14, 18, 22, 27, 34, 48},
		both:    0, fragments: 60,
	},
	Bulky: {
		seed: 3, share: [families]int{user: 975, assistant: 20, stream: 0, system: 5},
		escape: 15, foreign: 100,
		prompts: []int{40, 90, 160, 400},
		answers: []int{60, 120, 200, 320},
		inputs:  []int{40, 60, 90, 140, 300},
		results: []int{21000, 26000, 32000, 38000, 46000, 54000, 68000, 92000, 128000},
		both:    77,
	},
}
