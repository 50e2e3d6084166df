// Package gcs is imported for what it does when a program begins: gs:// becomes a store that ndwirebeam lists and reads, and whose plain files
// are divided. Credentials are the application's default ones; without any, public buckets can be read.
//
//	import _ "github.com/ndwire/ndwire/beam/gcs"
package gcs

import (
	"context"
	"io"
	"sync"

	"cloud.google.com/go/storage"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs" // lists
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"

	ndwirebeam "github.com/ndwire/ndwire/beam"
)

func init() { ndwirebeam.RegisterStore("gs", new(clients).open) }

// clients has one client, which all readers of the process share.
type clients struct {
	mu     sync.Mutex
	client *storage.Client
}

func (c *clients) get(ctx context.Context) (*storage.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.client != nil {
		return c.client, nil
	}
	ctx = context.WithoutCancel(ctx) // it outlives the bundle that needs it first
	client, err := gcsx.NewClient(ctx, storage.ScopeReadOnly)
	if err != nil {
		log.Warnf(ctx, "ndwirebeam: reading gs:// without credentials: %v", err)
		if client, err = gcsx.NewUnauthenticatedClient(ctx); err != nil {
			return nil, err
		}
	}
	c.client = client
	return client, nil
}

// open reads an object from an offset on, as it is stored: the server would decompress what has the content encoding gzip.
func (c *clients) open(ctx context.Context, path string, offset int64) (io.ReadCloser, error) {
	bucket, name, err := gcsx.ParseObject(path)
	if err != nil {
		return nil, err
	}
	client, err := c.get(ctx)
	if err != nil {
		return nil, err
	}
	return client.Bucket(bucket).Object(name).ReadCompressed(true).NewRangeReader(ctx, offset, -1)
}
