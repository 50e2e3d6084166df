// Package gcs makes ndwirebeam list and read gs://, and divide its plain files. A program imports it for that effect. Credentials are the
// application's default ones; without any, public buckets can be read.
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

// clients has the client that all readers of the process share.
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
	ctx = context.WithoutCancel(ctx) // the client outlives the bundle that needs it first
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

// open reads an object from an offset on, as it is stored: without ReadCompressed, the server would decompress objects with the content
// encoding gzip.
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
