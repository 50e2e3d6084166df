package decoder

import (
	"fmt"
	"runtime/debug"
)

// WorkerPanic is the value with which a loop with [Workers] panics where another goroutine of the Reader has panicked: in the input's
// Read, or in a protocol's code. The loop panics after it has delivered all lines before, and the program can recover as from any other
// panic. Where the loop decodes the current line itself, as it always does without Workers, it panics with Value as it is.
//
// After a panic a Reader has ended, whether it has workers or not: it gives no more lines, its goroutines end with the loop (after Next:
// with Close), and Checkpoint is the position after the last line that it has delivered.
type WorkerPanic struct {
	Value any    // the value with which the goroutine has panicked
	Stack []byte // of that goroutine, as debug.Stack writes it
}

// Error returns both the value and the stack: a program that does not recover leaves nothing else behind.
func (p *WorkerPanic) Error() string {
	return fmt.Sprintf("decoder: a goroutine of the Reader panicked: %v\n\n%s", p.Value, p.Stack)
}

// Unwrap returns Value if that is an error, as those of the runtime are; else nil.
func (p *WorkerPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// recovered returns the panic for what recover has returned; nil if there was none.
func recovered(value any) *WorkerPanic {
	if value == nil {
		return nil
	}
	return &WorkerPanic{Value: value, Stack: debug.Stack()}
}
