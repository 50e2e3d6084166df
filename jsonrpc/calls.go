// Package jsonrpc finds the request for a JSON-RPC response. A response has the id of its request but not the method, on which the type of its
// result depends. [Calls] keeps the method of each request until its response comes:
//
//	method, ok := calls.Method(jsonrpc.Server, line)
//	if m, is := line.(*mcp.Response); is && ok {
//		result, err := m.DecodeResult(method)
//	}
//
// It works on the lines of each package that is generated from a spec whose lines have the getters of [Line].
package jsonrpc

import (
	"container/list"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// Line is a line of JSON-RPC, in either direction. In a spec, the union for lines has these methods by
// `getters: {GetID: "id: json", GetMethod: "method: string"}`.
type Line interface {
	// GetID returns the id as it is on the line, nil for a notification.
	GetID() decoder.Raw
	// GetMethod returns the method, "" for a response.
	GetMethod() string
}

// Side is the sender of a line. Each side numbers its own requests: the same id can be in use in both directions.
type Side uint8

// The two sides. Either can be called the client, but it must always be the same one.
const (
	Client Side = iota
	Server
)

// DefaultLimit is the maximum number of open requests if Calls.Limit is 0.
const DefaultLimit = 10000

// Calls remembers the methods of requests that have not been answered, of both sides of one connection. The zero value is ready for use. It is
// not safe for concurrent use.
type Calls struct {
	// Limit is the maximum number of open requests, of both sides together; 0 means DefaultLimit. Beyond it the oldest are
	// forgotten, so that requests without responses do not fill the memory.
	Limit int

	open      map[key]*list.Element // of order
	order     list.List             // of call, the oldest first
	forgotten int64
}

type key struct {
	from Side
	id   string
}

type call struct {
	key    key
	method string
}

// Method returns the method of a line that the side from has sent. A request or a notification states its method, and the method of a
// request is remembered. The method of a response is that of its request, which is then forgotten; ok is false if no such request is open.
// Method keeps no reference to the line, so a recycled line can be passed. The method that it returns for a request or a
// notification is a text of that line, and valid as long as the line is; that for a response is yours.
//
// A line without a method counts as a response, also if its method is "" or not a text, which no request of JSON-RPC has. For a nil line,
// which readers give with an error, ok is false; a nil pointer to a record, which [decoder.Of] gives then, panics.
//
// Ids are compared by value: 1 equals 1.0, and "a" equals "\u0061", but 1 does not equal "1". A request with the id of an open one replaces it.
func (c *Calls) Method(from Side, line Line) (method string, ok bool) {
	if line == nil {
		return "", false
	}
	method = line.GetMethod()
	id, hasID := idOf(line.GetID())
	switch {
	case method == "" && hasID:
		return c.take(key{1 - from, id})
	case method == "":
		return "", false
	case hasID:
		c.remember(key{from, id}, method)
	}
	return method, true
}

// Open returns the number of requests that wait for a response.
func (c *Calls) Open() int { return c.order.Len() }

// Forgotten returns the number of requests that were forgotten before their response: those beyond the limit, those whose
// id was used again, and those whose id or method is longer than 1024 bytes.
func (c *Calls) Forgotten() int64 { return c.forgotten }

// remember keeps the method of a request until its response comes.
func (c *Calls) remember(k key, method string) {
	if old := c.open[k]; old != nil {
		c.forget(old)
	}
	if len(k.id) > maxText || len(method) > maxText {
		c.forgotten++
		return
	}
	limit := c.Limit
	if limit <= 0 {
		limit = DefaultLimit
	}
	for c.order.Len() >= limit {
		c.forget(c.order.Front())
	}
	if c.open == nil {
		c.open = make(map[key]*list.Element)
	}
	c.open[k] = c.order.PushBack(call{k, strings.Clone(method)})
}

func (c *Calls) forget(e *list.Element) {
	c.remove(e)
	c.forgotten++
}

// take returns the method of an open request, and forgets the request.
func (c *Calls) take(k key) (method string, ok bool) {
	e := c.open[k]
	if e == nil {
		return "", false
	}
	return c.remove(e).method, true
}

func (c *Calls) remove(e *list.Element) call {
	done := c.order.Remove(e).(call)
	delete(c.open, done.key)
	return done
}
