package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/ndwire/ndwire/usage"
)

const (
	topic  = "transcripts"
	badOne = "transcripts-bad"
	group  = "tokens"
)

// line is a line with an id.
func line(n int) string {
	return fmt.Sprintf(`{"type":"assistant","sessionId":"s","message":{"id":"%d","model":"m","usage":{"output_tokens":1}}}`, n)
}

// fill starts a cluster in this process with a topic that has n good lines, three of them in one record, and some bad ones. It returns the bad lines.
func fill(t *testing.T, n int) (brokers, bad []string) {
	t.Helper()
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(3, topic), kfake.SeedTopics(1, badOne))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	brokers = cluster.ListenAddrs()
	values := []string{"", "\n\n", strings.Join([]string{line(0), "not json", line(1) + "\n", line(2)}, "\n")}
	for i := 3; i < n; i++ {
		value := line(i)
		if i%2 == 0 {
			value += "\n"
		}
		values = append(values, value)
		if i%10 == 0 {
			cut := strings.TrimSpace(value)
			cut = cut[:len(cut)-len(`"output_tokens":1}}}`)]
			values = append(values, cut)
			bad = append(bad, cut)
		}
	}
	bad = append(bad, "not json")
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.RecordPartitioner(kgo.RoundRobinPartitioner()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, value := range values {
		client.Produce(t.Context(), &kgo.Record{Topic: topic, Value: []byte(value)}, func(_ *kgo.Record, err error) {
			if err != nil {
				t.Error(err)
			}
		})
	}
	if err := client.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	return brokers, bad
}

// work consumes with a client of its own until use stops it, and counts each id in seen.
func work(t *testing.T, brokers []string, seen map[string]int, use func(id string) error) error {
	t.Helper()
	client, err := newClient(brokers, topic, group)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, err = consume(ctx, client, badOne, func(l usage.Line) error {
		id := strings.Clone(l.(*usage.Response).MessageID)
		seen[id]++
		return use(id)
	})
	if ctx.Err() != nil {
		t.Error("a minute has passed")
	}
	return err
}

// deadLetters returns the bad lines that were written.
func deadLetters(t *testing.T, brokers []string, n int) (texts []string, headers []string) {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.ConsumeTopics(badOne), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for len(texts) < n {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			t.Fatalf("%d of %d dead letters: %v", len(texts), n, err)
		}
		for _, record := range fetches.Records() {
			texts = append(texts, string(record.Value))
			for _, h := range record.Headers {
				if h.Key == "reason" {
					headers = append(headers, string(h.Value))
				}
			}
		}
	}
	return texts, headers
}

// TestDeadLetterHasText checks that a record that has no lines comes to the other topic with its text.
func TestDeadLetterHasText(t *testing.T) {
	brokers, _ := fill(t, 4)
	want := []string{"\xff\xfe{\x00}\x00", "\x1f\x8b\x08 is gzip", "not json"}
	client, err := newClient(brokers, topic, group)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, value := range want[:2] {
		if err := client.ProduceSync(t.Context(), &kgo.Record{Topic: topic, Value: []byte(value)}).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := consume(ctx, client, badOne, func(usage.Line) error { return nil })
		ended <- err
	}()
	got, _ := deadLetters(t, brokers, len(want))
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("dead letters %q, want %q", got, want)
	}
}

var errCrash = errors.New("crash")

// TestConsume runs workers that fail from time to time. In the end each line has been used, only lines of failed workers have been used twice,
// and bad lines are in the other topic.
func TestConsume(t *testing.T) {
	const n = 120
	brokers, bad := fill(t, n)
	seen := map[string]int{}
	failed := map[string]int{}
	for workers := 0; len(seen) < n; workers++ {
		if workers == 20 {
			t.Fatalf("the work does not go on: %v", seen)
		}
		used := 0
		err := work(t, brokers, seen, func(id string) error {
			if used++; used > 37 && len(seen) < n {
				failed[id]++
				return errCrash
			}
			if len(seen) == n {
				return errCrash
			}
			return nil
		})
		if !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
	}
	want := map[string]int{}
	for i := range n {
		id := fmt.Sprint(i)
		want[id] = 1 + failed[id]
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("lines (-want +seen):\n%s", diff)
	}
	texts, reasons := deadLetters(t, brokers, len(bad))
	slices.Sort(bad)
	slices.Sort(texts)
	if got := slices.Compact(texts); !slices.Equal(bad, got) {
		t.Errorf("dead letters %q, want %q", got, bad)
	}
	for _, reason := range reasons {
		if reason == "" {
			t.Error("a dead letter has no reason")
		}
	}
}

// TestConsumeRecordOfSeveralLines checks that a record is committed as a whole: if one of its lines fails, those before it come again, and the
// records before do not.
func TestConsumeRecordOfSeveralLines(t *testing.T) {
	brokers, _ := fill(t, 4)
	seen := map[string]int{}
	for range 2 {
		err := work(t, brokers, seen, func(id string) error {
			if id == "2" && seen["3"] > 0 || id == "3" && seen["2"] > 0 {
				return errCrash
			}
			return nil
		})
		if !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
	}
	// The record that comes first is used once.
	several := map[string]int{"0": 2, "1": 2, "2": 2, "3": 1}
	one := map[string]int{"0": 1, "1": 1, "2": 1, "3": 2}
	if !maps.Equal(seen, several) && !maps.Equal(seen, one) {
		t.Errorf("lines were seen so many times: %v", seen)
	}
}

// TestConsumeUntilDone checks that the lines that were used are committed when the next records are fetched: the next worker does not get them
// again.
func TestConsumeUntilDone(t *testing.T) {
	const n = 50
	brokers, _ := fill(t, n)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	client, err := newClient(brokers, topic, group)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	seen := map[string]int{}
	stats, err := consume(ctx, client, "", func(l usage.Line) error {
		seen[strings.Clone(l.(*usage.Response).MessageID)]++
		if len(seen) == n {
			stop() // this line counts as used
		}
		return nil
	})
	if err != nil || stats.Bad == 0 {
		t.Fatal(err, stats)
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("line %s came %d times", id, times)
		}
	}
	offsets := committed(t, client)
	var records int64
	for _, at := range offsets {
		records += at
	}
	if want := int64(3 + n - 3 + 4); records != want { // 4: the cut ones
		t.Errorf("%d records are committed of %d: %v", records, want, offsets)
	}
	if len(seen) != n {
		t.Errorf("%d lines were seen", len(seen))
	}
}

// committed returns the offsets that the group has committed.
func committed(t *testing.T, client *kgo.Client) map[int32]int64 {
	t.Helper()
	offsets := map[int32]int64{}
	for partition, at := range client.CommittedOffsets()[topic] {
		offsets[partition] = at.Offset
	}
	return offsets
}
