package decoder

import (
	"fmt"
	"runtime/debug"
)

// WorkerPanic is what a loop with [Workers] panics with where a goroutine of the Reader has panicked that reads or decodes ahead of the
// loop: in the input's Read, or in a protocol's code. The panic comes when the loop has delivered all lines before, and can be recovered
// from like any other. Where the loop decodes the line in hand itself, as it always does without Workers, it panics with Value as it is.
//
// After a panic a Reader has ended, whether it has workers or not: it gives no more lines, its goroutines end with the loop (after Next:
// with Close), and Checkpoint is the place behind the last line that it has delivered.
type WorkerPanic struct {
	Value any    // what the goroutine has panicked with
	Stack []byte // of that goroutine, as debug.Stack writes it
}

// Error has both the value and the stack, which is all that a program leaves behind that does not recover.
func (p *WorkerPanic) Error() string {
	return fmt.Sprintf("decoder: a goroutine of the Reader panicked: %v\n\n%s", p.Value, p.Stack)
}

// Unwrap is Value if that is an error, as those of the runtime are; else nil.
func (p *WorkerPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// recovered is for deferred functions: the panic that recover has ended, nil if it was none.
func recovered(value any) *WorkerPanic {
	if value == nil {
		return nil
	}
	return &WorkerPanic{Value: value, Stack: debug.Stack()}
}
