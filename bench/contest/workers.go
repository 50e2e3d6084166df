package contest

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// Workers returns the contenders of Workers: one and two goroutines that decode, including that of the loop, while another goroutine reads; recycled
// lines and batches without workers; batches that two goroutines decode and use; and encoding/json on two goroutines. Run them with -cpu 2.
func Workers(p transcript.Protocol) []Reading {
	return append(ndwireWorkers(p), standard.reading("encoding-json-2", working, Whole))
}

func ndwireWorkers(p transcript.Protocol) []Reading {
	if p == transcript.ClaudeCode {
		return claudeCode.workers()
	}
	return agentSDK.workers()
}

func standardWorkers(p transcript.Protocol) []Reading {
	return []Reading{inHalves(Mirror[mirror.Standard]("encoding-json-2", p))}
}

func (c codec[T]) workers() (all []Reading) {
	memory := func(in *Input) (io.Reader, func() error, error) { return bytes.NewReader(in.Data), nil, nil }
	for n := 1; n <= 2; n++ {
		all = append(all,
			Reading{Library: "ndwire-" + strconv.Itoa(n), Pass: c.owned(memory, decoder.Workers(n))},
			Reading{Library: "ndwire-recycled-" + strconv.Itoa(n), Pass: c.recycled(memory, decoder.Workers(n))})
	}
	return append(all,
		Reading{Library: "ndwire-recycled", Pass: c.recycled(memory)},
		Reading{Library: "ndwire-batches", Pass: c.batches},
		Reading{Library: "ndwire-batches-2", Pass: c.sharedBatches})
}

// batches reads in batches, without another goroutine.
func (c codec[T]) batches(in *Input, d *digest.Digest) error {
	for batch, err := range c.open(bytes.NewReader(in.Data)).Batches() {
		if err != nil {
			return err
		}
		if err := c.addBatch(d, batch); err != nil {
			return err
		}
	}
	return nil
}

// sharedBatches decodes batches with two workers. Two goroutines use them: that of the loop, and another one whenever it is free.
func (c codec[T]) sharedBatches(in *Input, d *digest.Digest) error {
	var other digest.Digest
	var failed error
	batches := make(chan *decoder.Batch[T])
	other.Deep = d.Deep
	var user sync.WaitGroup
	user.Go(func() {
		for batch := range batches {
			failed = errors.Join(failed, c.addBatch(&other, batch))
		}
	})
	r := c.open(bytes.NewReader(in.Data), decoder.Workers(2))
	var end error
	for batch, err := range r.Batches() {
		if err != nil {
			end = err
			break
		}
		select {
		case batches <- batch:
		default:
			end = errors.Join(end, c.addBatch(d, batch))
		}
	}
	close(batches)
	user.Wait()
	d.Add(&other)
	d.Lines = int(r.Stats().Lines)
	return errors.Join(end, failed)
}

// addBatch adds the lines of a batch, and releases it.
func (c codec[T]) addBatch(d *digest.Digest, batch *decoder.Batch[T]) error {
	defer batch.Release()
	for line, err := range batch.All() {
		if err != nil {
			return err
		}
		if d.Deep { // a deep digest depends on the numbers of lines
			d.Lines = int(batch.Pos().Line) - 1
		}
		c.add(d, line)
	}
	return nil
}

// inHalves returns a contender with two goroutines, each of which reads half of the lines as r does.
func inHalves(r Reading) Reading {
	read := r.Line
	r.Line, r.Pass = nil, func(in *Input, d *digest.Digest) error {
		half := in.Len() / 2
		other := digest.Digest{Deep: d.Deep, Lines: half}
		var user sync.WaitGroup
		var failed error
		user.Go(func() { failed = addLines(in, half, in.Len(), read, &other) })
		err := addLines(in, 0, half, read, d)
		user.Wait()
		d.Add(&other)
		d.Lines -= half
		return errors.Join(err, failed)
	}
	return r
}

func addLines(in *Input, from, to int, read func([]byte, *digest.Digest) error, d *digest.Digest) error {
	for i := from; i < to; i++ {
		if err := read(in.Line(i), d); err != nil {
			return err
		}
	}
	return nil
}
