package ndjson

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"

	"dossier/graph"
)

// Limits on the rejected lines in a report, by eye: as many as a person reads.
// The file of rejected lines contains all.
const (
	shownReasons = 20
	shownLines   = 10 // for each reason
	shownText    = 1000
)

// rejects collects rejected lines: the first ones for each reason in the
// report, and all of them in a file, if the options name one.
type rejects struct {
	options *Options
	report  *Report
	more    map[string]*More // by reason
	order   []*More
	causes  map[int]int // the rejected lines to which lines refer that are rejected only because of that
	spill   *spill      // nil if there is no file yet
	err     error       // of the file
}

func newRejects(options *Options, report *Report) *rejects {
	return &rejects{options: options, report: report, more: map[string]*More{}, causes: map[int]int{}}
}

// add adds a rejected line. cause is the rejected line that alone is at fault, 0
// for the line itself.
func (r *rejects) add(reject Reject, cause int, raw []byte) {
	r.report.Rejected++
	reject.Field, reject.Reason = graph.Truncate(reject.Field, 100), graph.Truncate(reject.Reason, shownText)
	r.write(reject, raw)
	if cause > 0 {
		r.causes[reject.Line] = cause
		return
	}
	if r.isShown(&reject) {
		reject.Raw = string(raw[:min(len(raw), shownText)])
		r.report.Rejects = append(r.report.Rejects, reject)
	}
}

// isShown reports whether the report has room for a line, and counts it.
func (r *rejects) isShown(reject *Reject) bool {
	reason, first := reject.Field+"\x00"+particular.ReplaceAllString(reject.Reason, "…"), reject.Line
	if r.more[reason] == nil && len(r.more) >= shownReasons {
		reason, first = "", 0
	}
	more := r.more[reason]
	if more == nil {
		more = &More{Line: first}
		r.more[reason], r.order = more, append(r.order, more)
	}
	more.Count++
	return more.Line > 0 && more.Count <= shownLines
}

// particular matches the parts of a reason that differ from line to line:
// quotations, the value of the line, and numbers.
var particular = regexp.MustCompile(`"(\\.|[^"\\])*"|got .*?; expected|[0-9]+`)

// finish completes the report and moves the file to its path.
func (r *rejects) finish() error {
	slices.SortStableFunc(r.report.Rejects, byLine)
	hidden := r.report.Rejected - len(r.report.Rejects)
	r.countNeeded()
	for _, more := range r.order {
		if more.Line > 0 {
			more.Count -= shownLines
		}
		if more.Count > 0 {
			r.report.More = append(r.report.More, *more)
		}
	}
	if r.err != nil || !r.isWanted() || r.options.OnError != Skip && hidden == 0 {
		return r.err
	}
	if r.spill == nil {
		if err := os.Remove(r.options.Rejected); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove old rejected lines: %w", err)
		}
		return nil
	}
	if err := r.spill.move(r.options.Rejected); err != nil {
		return fmt.Errorf("write rejected lines: %w", err)
	}
	r.report.Spilled = true
	return nil
}

// countNeeded sets how many lines need each of those in the report. The lines that
// need others are among those rejected for other reasons.
func (r *rejects) countNeeded() {
	needed, rest := map[int]int{}, len(r.causes)
	for line := range r.causes {
		needed[r.fault(line)]++
	}
	for i := range r.report.Rejects {
		reject := &r.report.Rejects[i]
		reject.Needed = needed[reject.Line]
		rest -= reject.Needed
	}
	if rest == 0 {
		return
	}
	if r.more[""] == nil {
		r.more[""] = &More{}
		r.order = append(r.order, r.more[""])
	}
	r.more[""].Count += rest
}

// fault returns the line at fault for a line. That was rejected before the lines
// that refer to it, so that there is no cycle.
func (r *rejects) fault(line int) int {
	for r.causes[line] > 0 {
		line = r.causes[line]
	}
	return line
}

func byLine(a, b Reject) int { return cmp.Compare(a.Line, b.Line) }

// isWanted reports whether to write a file.
func (r *rejects) isWanted() bool { return r.options.Rejected != "" && !r.options.DryRun }

// write adds a line to the file. It ignores errors of writing with [Stop],
// because the file is then only additional information.
func (r *rejects) write(reject Reject, raw []byte) {
	if !r.isWanted() || r.err != nil {
		return
	}
	reject.Raw = string(raw)
	err := r.open()
	if err == nil {
		err = r.spill.add(reject)
	}
	if limit := cmp.Or(r.options.MaxRejected, defaultMaxRejected); err == nil && r.spill.size > limit {
		r.err = tooLarge("line %d: the rejected lines take more than %d bytes; mend the data, or allow a higher --max-rejected",
			reject.Line, limit)
	}
	if err != nil && r.options.OnError == Skip {
		r.err = fmt.Errorf("write rejected lines: %w", err)
	}
}

func (r *rejects) open() (err error) {
	if r.spill == nil {
		r.spill, err = newSpill(r.options.Rejected)
	}
	return err
}

// discard removes the file unless it was moved to its path.
func (r *rejects) discard() {
	if r.spill != nil {
		r.spill.discard()
	}
}

// A spill is a temporary file of rejected lines, beside its final path.
type spill struct {
	file   *os.File
	out    *bufio.Writer
	size   int64
	places []place
}

// A place is the position of a rejected line in the file.
type place struct {
	line         int
	offset, size int64
}

func newSpill(path string) (*spill, error) {
	file, err := CreateBeside(path)
	if err != nil {
		return nil, err
	}
	return &spill{file: file, out: bufio.NewWriter(file)}, nil
}

func (s *spill) add(reject Reject) error {
	counted := &counted{out: s.out}
	encoder := json.NewEncoder(counted)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(reject)
	s.places = append(s.places, place{reject.Line, s.size, counted.bytes})
	s.size += counted.bytes
	return err
}

// move sorts the file by line and makes it the file at path, which is never
// incomplete.
func (s *spill) move(path string) error {
	err := s.out.Flush()
	inOrder := func(a, b place) int { return cmp.Compare(a.line, b.line) }
	if err == nil && !slices.IsSortedFunc(s.places, inOrder) {
		slices.SortStableFunc(s.places, inOrder)
		err = s.sort(path)
	}
	if err := errors.Join(err, s.file.Sync(), s.file.Close()); err != nil {
		return err
	}
	return replace(path, s.file.Name())
}

// sort writes the lines to another file in the order of their places.
func (s *spill) sort(path string) error {
	sorted, err := newSpill(path)
	if err != nil {
		return err
	}
	for _, p := range s.places {
		if _, err := io.Copy(sorted.out, io.NewSectionReader(s.file, p.offset, p.size)); err != nil {
			sorted.discard()
			return err
		}
	}
	s.discard()
	s.file = sorted.file
	return sorted.out.Flush()
}

// discard closes and removes the file, unless it was moved.
func (s *spill) discard() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name())
}

// counted is a writer that counts the bytes written.
type counted struct {
	out   io.Writer
	bytes int64
}

// Write implements [io.Writer].
func (c *counted) Write(p []byte) (int, error) {
	n, err := c.out.Write(p)
	c.bytes += int64(n)
	return n, err
}
