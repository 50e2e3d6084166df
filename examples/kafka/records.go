package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/ndwire/ndwire/decoder"
)

// Records is an input of a Reader: the records that a client is given, each of which is a file of its own with a line or several. More records
// are asked for when all lines of those before have been used.
//
// What is used is said by checkpoints, and committed before more is asked for. The client must be one of a group whose offsets nobody else
// commits (kgo.DisableAutoCommit), and that keeps its partitions meanwhile (kgo.BlockRebalanceOnPoll). It is not for readers with workers,
// which read ahead of what is used.
type Records struct {
	ctx    context.Context
	client *kgo.Client
	// Before, if it is set, is called before each commit: to wait for what was made of the records. Its error is that of the commit.
	Before func() error

	waiting []*kgo.Record
	begun   []file        // that are not known to be used up, in their order
	done    []*kgo.Record // to be committed
	text    bytes.Reader  // what is left of the current record
}

// file is a record by the name that it has in positions, errors and checkpoints: topic/partition/offset.
type file struct {
	name   string
	record *kgo.Record
}

// NewRecords reads until ctx ends, which is the end of the input.
func NewRecords(ctx context.Context, client *kgo.Client) *Records {
	return &Records{ctx: ctx, client: client}
}

// NextFile begins with the next record, for the Reader.
func (r *Records) NextFile() (decoder.File, error) {
	for len(r.waiting) == 0 {
		r.finish(len(r.begun)) // a reader without workers is here when their last lines have been used
		if err := r.Commit(); err != nil {
			return decoder.File{}, err
		}
		r.client.AllowRebalance()
		fetches := r.client.PollRecords(r.ctx, 1000)
		if r.ctx.Err() != nil || fetches.IsClientClosed() {
			return decoder.File{}, io.EOF
		}
		if err := fetches.Err(); err != nil {
			return decoder.File{}, fmt.Errorf("kafka: %w", err)
		}
		r.waiting = fetches.Records()
	}
	next := r.waiting[0]
	r.waiting = r.waiting[1:]
	name := fmt.Sprintf("%s/%d/%d", next.Topic, next.Partition, next.Offset)
	r.begun = append(r.begun, file{name, next})
	r.text.Reset(next.Value)
	return decoder.File{Name: name, Line: 1}, nil
}

// Read reads the current record, for the Reader.
func (r *Records) Read(p []byte) (int, error) { return r.text.Read(p) }

// Done says that the lines before a checkpoint have been used.
func (r *Records) Done(cp decoder.Checkpoint) {
	for i, f := range r.begun {
		if f.name != cp.File {
			continue
		}
		if cp.Offset >= int64(len(f.record.Value)) {
			i++
		}
		r.finish(i)
		return
	}
}

// finish says that the first n records have been used up.
func (r *Records) finish(n int) {
	for _, f := range r.begun[:n] {
		r.done = append(r.done, f.record)
	}
	r.begun = append(r.begun[:0], r.begun[n:]...)
}

// Commit commits what is done. The Reader has it done whenever all records have been used; call it, too, when a loop is left.
func (r *Records) Commit() error {
	if r.Before != nil {
		if err := r.Before(); err != nil {
			return err
		}
	}
	if len(r.done) == 0 {
		return nil
	}
	// That the loop's context has ended is no reason to do anything twice.
	if err := r.client.CommitRecords(context.WithoutCancel(r.ctx), r.done...); err != nil {
		return fmt.Errorf("kafka: commit: %w", err)
	}
	r.done = r.done[:0]
	return nil
}
