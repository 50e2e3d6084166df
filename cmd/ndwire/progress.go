package main

import (
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/ndwire/ndwire/source"
	"github.com/schollz/progressbar/v3"
)

// longInput is the number of bytes from which a progress bar is shown.
const longInput = 64 << 20

// showProgress draws a progress bar on w while src is read, if w is a terminal and there is much to read. Call the function
// that it returns at the end.
func showProgress(src *source.Source, w io.Writer) (stop func()) {
	_, total := src.Progress()
	if file, ok := w.(*os.File); !ok || !isatty.IsTerminal(file.Fd()) || total < longInput {
		return func() {}
	}
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(true),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				done, _ := src.Progress()
				_ = bar.Set64(min(done, total)) // a bar that cannot be drawn must not stop the counting
			case <-quit:
				_ = bar.Finish()
				return
			}
		}
	}()
	return func() { close(quit); <-ended }
}
