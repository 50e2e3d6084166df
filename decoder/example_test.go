package decoder_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Lines of other kinds are skipped without being decoded, and counted.
func ExampleOnly() {
	in := strings.NewReader(`
{"type":"system","subtype":"init","model":"claude-sonnet-4-5"}
{"type":"assistant","message":{"content":[{"type":"text","text":"Done."}]}}
{"type":"result","subtype":"success","total_cost_usd":0.25}
`)
	r := ndwire.NewReader(in, decoder.Only(ndwire.KindResult, ndwire.KindSystem))
	for line, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(line.Kind())
	}
	fmt.Println(r.Stats().Skipped, "skipped")
	// Output:
	// system/init
	// result/success
	// 1 skipped
}

// Two processes wrote to one file, and a third one was stopped in the middle of a line.
func ExampleSalvage() {
	in := `{"type":"keep_alive"}{"type":"keep_alive"}` + "\n" + `{"type":"result","subty{"type":"keep_alive"}` + "\n"
	r := ndwire.NewReader(strings.NewReader(in), decoder.Salvage())
	for line, err := range r.All() {
		if err != nil {
			fmt.Printf("%s is skipped\n", r.Raw())
			continue
		}
		fmt.Println(line.Kind(), "on line", r.Pos().Line, r.Pos().Salvaged)
	}
	// Output:
	// keep_alive on line 1 true
	// keep_alive on line 1 true
	// {"type":"result","subty is skipped
	// keep_alive on line 2 true
}

// In strict mode, everything that the spec does not have is an error of its line, and the loop continues.
func ExampleStrict() {
	in := `{"type":"keep_alive","mood":"good"}` + "\n" + `{"type":"keep_alive"}` + "\n"
	for line, err := range ndwire.NewReader(strings.NewReader(in), decoder.Strict()).All() {
		if errors.Is(err, decoder.ErrUnknown) {
			fmt.Println(err)
			continue
		}
		fmt.Println(line.Kind(), err)
	}
	// Output:
	// ndwire: 1:22: .mood: not in the spec near `e":"keep_alive","mood":"good"}`
	// keep_alive <nil>
}

// Workers decode ahead of the loop; lines and positions come in the order of the input.
func ExampleWorkers() {
	line := `{"type":"user","message":{"role":"user","content":"Where is the tide table?"}}` + "\n"
	r := ndwire.NewReader(strings.NewReader(strings.Repeat(line, 50_000)), decoder.Workers(4))
	words, ordered := 0, true
	last := int64(0)
	for line, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		ordered = ordered && r.Pos().Line == last+1
		last = r.Pos().Line
		words += len(strings.Fields(line.(*ndwire.UserMessage).Message.Content.Text))
	}
	fmt.Println(last, words, ordered)
	// Output: 50000 250000 true
}

// Workers decode blocks of lines, and other goroutines use them. Nothing of a batch may be used after its Release.
func ExampleReader_Batches() {
	line := `{"type":"user","message":{"role":"user","content":"Where is the tide table?"}}` + "\n"
	r := ndwire.NewReader(strings.NewReader(strings.Repeat(line, 50_000)), decoder.Workers(2))

	batches := make(chan *decoder.Batch[ndwire.Line], 2) // its size bounds the memory
	var words atomic.Int64
	var users sync.WaitGroup
	for range 2 {
		users.Go(func() {
			for batch := range batches {
				for line, err := range batch.All() {
					if err != nil {
						fmt.Println(batch.Pos(), err)
						continue
					}
					words.Add(int64(len(strings.Fields(line.(*ndwire.UserMessage).Message.Content.Text))))
				}
				batch.Release()
			}
		})
	}
	for batch, err := range r.Batches() {
		if err != nil {
			fmt.Println(err) // the input has failed
			break
		}
		batches <- batch
	}
	close(batches)
	users.Wait()
	fmt.Println(r.Stats().Lines, words.Load())
	// Output: 50000 250000
}

// Stats counts the lines that were delivered, skipped and bad, and everything that the spec does not have.
func ExampleStats() {
	in := strings.NewReader(`
{"type":"keep_alive"}
{"type":"keep_alive","mood":"good"}
{"type":"tide_table"}
{"type":
`)
	r := ndwire.NewReader(in)
	for range r.All() {
	}
	s := r.Stats()
	fmt.Println(s.Lines, "lines,", s.Blank, "blank,", s.Bad, "bad,", s.Unknown, "of an unknown kind")
	fmt.Println(s.Kinds["keep_alive"].Lines, "keep_alive,", s.Reasons[decoder.ErrTruncated], "truncated")
	for _, d := range s.Drift {
		fmt.Println(d.What, d.Path, d.Value)
	}
	// Output:
	// 5 lines, 1 blank, 1 bad, 1 of an unknown kind
	// 2 keep_alive, 1 truncated
	// unknown kind . tide_table
	// unknown field .mood
}
