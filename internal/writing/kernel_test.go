package writing

import (
	"testing"

	"github.com/ndwire/ndwire/internal/kernel/kerneltest"
)

func TestMain(m *testing.M) { kerneltest.Main(m) }
