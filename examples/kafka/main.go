// Command kafka counts the tokens in the records of a Kafka topic, which contain lines of Claude Code or of the Agent SDK.
//
//	go run . --brokers localhost:9092 --topic transcripts --group tokens --dead-letters transcripts-bad
//
// A record has one line or several. Bad lines go to another topic with the reason as a header, and the loop continues. A record is committed when
// all its good lines have been used and its bad ones have been written. After a crash, lines that were used since the last commit come again, and no
// line is lost.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/usage"
)

func main() {
	brokers := flag.String("brokers", "localhost:9092", "addresses of brokers, separated by commas")
	topic := flag.String("topic", "transcripts", "topic to read")
	group := flag.String("group", "tokens", "consumer group")
	deadLetters := flag.String("dead-letters", "", "topic for bad lines; without one they are counted only")
	flag.Parse()
	client, err := newClient(strings.Split(*brokers, ","), *topic, *group)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var count usage.Counter
	stats, err := consume(ctx, client, *deadLetters, func(line usage.Line) error {
		count.AddLine(line)
		return nil
	})
	for model, tokens := range count.ByModel() {
		fmt.Printf("%q %d\n", cmp.Or(model, "unknown"), tokens.Sum()) // quoted, because a text of a log could control the terminal
	}
	fmt.Println(stats.Lines, "lines,", stats.Bad, "bad")
	if err != nil {
		log.Fatal(err)
	}
}

func newClient(brokers []string, topic, group string) (*kgo.Client, error) {
	return kgo.NewClient(
		kgo.SeedBrokers(brokers...),
		kgo.ConsumerGroup(group),
		kgo.ConsumeTopics(topic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.DisableAutoCommit(),
		kgo.BlockRebalanceOnPoll(), // no other member of the group gets a partition while its records are used
	)
}

// consume calls use with each line until ctx ends. An error of use ends it, and the line will come again. use must clone what it keeps of a line.
func consume(ctx context.Context, client *kgo.Client, deadLetters string, use func(usage.Line) error) (stats decoder.Stats, err error) {
	in := NewRecords(ctx, client)
	letters := &mail{ctx: context.WithoutCancel(ctx), client: client, topic: deadLetters}
	in.Before = letters.delivered
	r := usage.NewReader(in)
	defer func() {
		client.AllowRebalance()
		stats = r.Stats()
	}()
	for line, err := range r.Recycled() {
		if bad, ok := errors.AsType[*decoder.Error](err); ok {
			text := r.Raw()
			if text == nil { // the record has no lines, or one over MaxLine
				text = in.Value()
			}
			letters.send(text, bad)
		} else if err != nil {
			return stats, err
		} else if err := use(line); err != nil {
			return stats, errors.Join(err, in.Commit())
		}
		in.Done(r.Checkpoint())
	}
	return stats, nil
}

// mail sends bad lines to a topic, without waiting.
type mail struct {
	ctx    context.Context
	client *kgo.Client
	topic  string // "" for none

	mu  sync.Mutex
	err error // the first
}

func (m *mail) send(line []byte, bad *decoder.Error) {
	if m.topic == "" {
		return
	}
	m.client.Produce(m.ctx, deadLetter(m.topic, line, bad), func(_ *kgo.Record, err error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.err == nil && err != nil {
			m.err = fmt.Errorf("kafka: dead letter: %w", err)
		}
	})
}

// delivered waits until all records have arrived.
func (m *mail) delivered() error {
	if err := m.client.Flush(m.ctx); err != nil {
		return fmt.Errorf("kafka: dead letters: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.err
}

// deadLetter returns a record with a bad line.
func deadLetter(topic string, line []byte, bad *decoder.Error) *kgo.Record {
	return &kgo.Record{
		Topic: topic,
		Value: bytes.Clone(line), // the Reader reuses the memory of line
		Headers: []kgo.RecordHeader{
			{Key: "record", Value: []byte(bad.File)}, // topic/partition/offset
			{Key: "line", Value: strconv.AppendInt(nil, bad.Line, 10)},
			{Key: "reason", Value: []byte(bad.Reason)},
			{Key: "error", Value: []byte(bad.Error())},
		},
	}
}
