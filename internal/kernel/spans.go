package kernel

// Span has the offset of an object or array, and the offset after it: -1 if it does not end.
type Span struct{ Start, End int }

// Spans returns all objects and arrays in b, in the order of their beginnings. It checks what Skip checks, and ends at the first fault.
func Spans(b []byte) []Span {
	spans := []Span{}
	var opened []int // indices of the spans that have no end yet
	for i := 0; i < len(b); i++ {
		switch structure[b[i]] {
		case quoted:
			end, ok := skipString(b, i+1)
			if !ok {
				return spans
			}
			i = end
		case open:
			opened = append(opened, len(spans))
			spans = append(spans, Span{i, -1})
		case closed:
			if len(opened) == 0 {
				return spans
			}
			spans[opened[len(opened)-1]].End = i + 1
			opened = opened[:len(opened)-1]
		case backslash:
			i += escapesQuote(b, i)
		}
	}
	return spans
}
