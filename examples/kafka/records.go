package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/ndwire/ndwire/decoder"
)

// Records is an input of a Reader: the records that a client fetches. Each record is a file with one line or several. More records are fetched when
// all lines of the earlier ones have been used.
//
// The program reports used lines by Done, and the records are committed before more are fetched. The client must belong to a group, must not commit
// offsets itself (kgo.DisableAutoCommit), and must keep its partitions meanwhile (kgo.BlockRebalanceOnPoll). Records is not for Readers with
// workers, which read lines before the earlier ones have been used.
type Records struct {
	ctx    context.Context
	client *kgo.Client
	// Before, if it is set, is called before each commit, to wait for work on the records. Its error becomes the error of the commit.
	Before func() error

	waiting []*kgo.Record
	begun   []file        // records that are not reported as used, in their order
	done    []*kgo.Record // records to commit
	current *kgo.Record
	text    bytes.Reader // the rest of the current record
}

// file is a record with its name in positions, errors and checkpoints: topic/partition/offset.
type file struct {
	name   string
	record *kgo.Record
}

// NewRecords returns an input that ends when ctx does.
func NewRecords(ctx context.Context, client *kgo.Client) *Records {
	return &Records{ctx: ctx, client: client}
}

// NextFile begins with the next record, for the Reader.
func (r *Records) NextFile() (decoder.File, error) {
	for len(r.waiting) == 0 {
		r.finish(len(r.begun)) // a Reader without workers calls NextFile when the last lines have been used
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
	r.current = next
	r.text.Reset(next.Value)
	return decoder.File{Name: name, Line: 1}, nil
}

// Read reads the current record, for the Reader.
func (r *Records) Read(p []byte) (int, error) { return r.text.Read(p) }

// Value returns the current record as it is: that of the Reader's current line.
func (r *Records) Value() []byte { return r.current.Value }

// Done reports that the lines before a checkpoint have been used.
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

// finish records that all lines of the first n records have been used.
func (r *Records) finish(n int) {
	for _, f := range r.begun[:n] {
		r.done = append(r.done, f.record)
	}
	r.begun = append(r.begun[:0], r.begun[n:]...)
}

// Commit commits the used records. NextFile calls it whenever all records have been used; call it also when a loop is left.
func (r *Records) Commit() error {
	if r.Before != nil {
		if err := r.Before(); err != nil {
			return err
		}
	}
	if len(r.done) == 0 {
		return nil
	}
	// The commit must succeed also after the context has ended: otherwise records would come twice.
	if err := r.client.CommitRecords(context.WithoutCancel(r.ctx), r.done...); err != nil {
		return fmt.Errorf("kafka: commit: %w", err)
	}
	r.done = r.done[:0]
	return nil
}
