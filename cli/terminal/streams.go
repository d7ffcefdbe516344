// Package terminal writes what commands print: for a person in columns, styles and
// wrapped lines, for a program in lines or a form of data.
package terminal

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Streams are the standard streams of the process.
type Streams struct {
	In       io.Reader // input of the command
	Out, Err io.Writer
}

// An Output is the standard output of a command. It keeps the first error,
// because commands print without a look at each.
type Output struct {
	io.Writer
	Err error // the first, nil for none
}

// Write implements [io.Writer].
func (o *Output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if err != nil && o.Err == nil {
		o.Err = fmt.Errorf("write standard output: %w", err)
	}
	return n, err
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	if out, is := stream.(*Output); is {
		stream = out.Writer
	}
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull) // a device, too
	return err != nil || !os.SameFile(info, null)
}

// LogEvery is the period of lines about progress in a log. By eye.
const LogEvery = 5 * time.Second
