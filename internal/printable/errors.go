package printable

import (
	"fmt"
	"io"
	"strings"
)

// Errors writes one line for an error, or one for each error that errors.Join has joined: the name of a program, a colon and the [Text] of the
// message, which may contain names of files and text of logs.
func Errors(w io.Writer, program string, err error) {
	for _, e := range joined(err) {
		fmt.Fprintf(w, "%s: %s\n", program, Text(e.Error()))
	}
}

// joined returns the errors of which errors.Join has made err, or err alone. Other errors wrap several, too, but have a message of their own.
func joined(err error) (all []error) {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var messages []string
	for _, e := range list.Unwrap() {
		messages = append(messages, e.Error())
		all = append(all, joined(e)...)
	}
	if strings.Join(messages, "\n") != err.Error() {
		return []error{err}
	}
	return all
}
