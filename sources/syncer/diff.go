package syncer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/folder"
)

// A diff is the difference of a source from its state.
type diff struct {
	lines    []int           // the numbers of lines that are new or changed
	fresh    []record        // one for each of them
	kept     []record        // what is as it was, or was not read
	gone     []record        // what vanished
	withheld int             // the entities that vanished and are among kept
	moved    map[string]bool // the names of entities that had another name, or vanished earlier
	late     map[int]string  // when what is new in a file that was read earlier was there, by its line
}

// compare compares what was read with the state. If it is only a part of the
// source, nothing vanished.
func (r *run) compare(read *sources.Records, isPart bool) (*diff, error) {
	known := make(map[folder.Hash]int, len(r.state.Records))
	ids := map[string]string{} // of entities
	for i := range r.state.Records {
		one := &r.state.Records[i]
		known[one.Hash] = i
		if one.Kind != graph.KindEdge {
			ids[one.key()] = one.ID
		}
	}
	d, seen := &diff{moved: map[string]bool{}, late: map[int]string{}}, make([]bool, len(r.state.Records))
	lastChange := r.changedFiles()
	names := map[string]bool{} // of fresh records
	for number, line := range linesOf(read.Reader()) {
		hash := folder.HashOf(line)
		if i, is := known[hash]; is {
			seen[i] = true
			continue
		}
		one, err := recordOf(line)
		if err != nil {
			return nil, err
		}
		one.Hash, one.ID, one.File = hash, ids[one.key()], read.Position(number).File
		names[one.key()] = true
		if _, was := ids[one.key()]; !was && lastChange[one.File] != "" {
			d.late[number] = lastChange[one.File]
		}
		d.lines, d.fresh = append(d.lines, number), append(d.fresh, one)
	}
	unread := r.unread()
	for i, one := range r.state.Records {
		switch {
		case seen[i], (isPart || unread[one.File]) && !names[one.key()]:
			d.kept = append(d.kept, one)
		case !names[one.key()]:
			d.gone = append(d.gone, one)
		}
	}
	return d, nil
}

// changedFiles returns when the files changed that were read earlier. What is new in one
// of them is not there since the file is.
func (r *run) changedFiles() map[string]string {
	if r.view == nil {
		return nil
	}
	was, changed := map[string]time.Time{}, map[string]string{}
	for i := range r.state.Files {
		if one := &r.state.Files[i]; one.Read {
			was[one.Path] = one.Time
		}
	}
	for _, is := range r.view.Files() {
		if before, known := was[is.Path]; known && !before.Equal(is.Time) {
			changed[is.Path] = is.Time.UTC().Format(time.RFC3339)
		}
	}
	return changed
}

// all returns the records that the source has now. It may use the memory of fresh.
func (d *diff) all() []record {
	if len(d.kept) == 0 {
		return d.fresh
	}
	return slices.Concat(d.kept, d.fresh)
}

// unread returns the files that could not be read, or not all of them: what they
// had did not vanish.
func (r *run) unread() map[string]bool {
	files := map[string]bool{}
	for _, note := range r.report.Notes {
		if note.Kind == sources.Rejected {
			files[note.Pos.File] = true
		}
	}
	for _, was := range r.state.Files {
		if was.Read && was.Size > 0 && r.isEmptied(was.Path) {
			files[was.Path], r.report.Pending = true, true
		}
	}
	return files
}

// Settled is the time after which an empty file is not one that a program is about
// to write. By eye.
const Settled = 10 * time.Second

// isEmptied reports whether a file that was not empty is, since a moment ago.
func (r *run) isEmptied(path string) bool {
	if r.view == nil {
		return false
	}
	info, err := r.view.Stat(path)
	return err == nil && info.Size() == 0 && r.Now().Sub(info.ModTime()) < Settled
}

// withhold keeps what vanished if that is more than half of the entities, as when
// a folder was moved away, unless the user forces it. A single entity may vanish.
func (r *run) withhold(d *diff) {
	entities := func(records []record) (n int) {
		for i := range records {
			if records[i].isEntity() {
				n++
			}
		}
		return n
	}
	gone := entities(d.gone)
	if r.options.Force || gone <= 1 || 2*gone <= entities(r.state.Records) {
		return
	}
	d.kept, d.gone, d.withheld = append(d.kept, d.gone...), nil, gone
}

// isEntity reports whether a record is an entity of the source, and neither one
// that it only refers to, such as a person, nor an edge.
func (one *record) isEntity() bool {
	return one.Kind != graph.KindEdge && one.Kind != graph.KindProject && one.Kind != graph.KindRecord && one.Kind != graph.KindRecordType
}

// key identifies a record among those of a project.
func (one *record) key() string { return string(one.Kind) + "\x00" + one.Name }

// edgeName returns the name of an edge.
func edgeName(rel graph.Relation, src, dst string) string {
	return string(rel) + "\x00" + src + "\x00" + dst
}

// ends returns the source and the target of an edge, and its relation.
func (one *record) ends() (rel graph.Relation, src, dst string) {
	parts := strings.SplitN(one.Name, "\x00", 3)
	return graph.Relation(parts[0]), parts[1], parts[2]
}

// recordOf returns the record of a line, without its hash and file.
func recordOf(line []byte) (record, error) {
	var members struct {
		Kind graph.Kind     `json:"kind"`
		ID   string         `json:"id"`
		Rel  graph.Relation `json:"rel"`
		Src  string         `json:"src_id"`
		Dst  string         `json:"dst_id"`
	}
	if err := json.Unmarshal(line, &members); err != nil {
		return record{}, fmt.Errorf("read a line of the source: %w", err)
	}
	one := record{Kind: members.Kind, Name: members.ID}
	if members.Kind == graph.KindEdge {
		one.Name = edgeName(members.Rel, members.Src, members.Dst)
	}
	return one, nil
}

// linesOf yields the lines of an import with their numbers from 1.
func linesOf(in io.Reader) func(yield func(int, []byte) bool) {
	return func(yield func(int, []byte) bool) {
		lines := bufio.NewReaderSize(in, 1<<20)
		var long []byte
		for number := 1; ; {
			part, err := lines.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				long = append(long, part...)
				continue
			}
			line := part
			if len(long) > 0 {
				line, long = slices.Concat(long, part), nil
			}
			if len(bytes.TrimSpace(line)) > 0 && !yield(number, line) || err != nil {
				return
			}
			number++
		}
	}
}

// reader returns the lines that changed. ids are those of entities that do not
// follow from their names, or that have another name now.
func (d *diff) reader(read *sources.Records, ids map[string]string) io.Reader {
	in, out := io.Pipe()
	go func() {
		next := 0
		for number, line := range linesOf(read.Reader()) {
			if next == len(d.lines) {
				break
			}
			if number != d.lines[next] {
				continue
			}
			next++
			if _, err := out.Write(settled(line, ids, d.late[number])); err != nil {
				return // the import has ended
			}
		}
		_ = out.Close()
	}()
	return in
}

// settled returns a line in which the names of entities are replaced by their ids, and
// the time since which an entity is there by late, if that is not empty.
func settled(line []byte, ids map[string]string, late string) []byte {
	fields := map[string]json.RawMessage{}
	if len(ids) == 0 && late == "" || json.Unmarshal(line, &fields) != nil {
		return line
	}
	changed := false
	if late != "" && fields[graph.CreatedBefore] != nil {
		fields[graph.CreatedBefore], changed = json.RawMessage(`"`+late+`"`), true
	}
	for _, column := range []string{"id", "project_id", "src_id", "dst_id"} {
		var name string
		if fields[column] == nil || json.Unmarshal(fields[column], &name) != nil || ids[name] == "" {
			continue
		}
		if column == "id" {
			fields["external_id"] = fields[column]
		}
		fields[column], changed = json.RawMessage(`"`+ids[name]+`"`), true
	}
	if !changed {
		return line
	}
	made, err := json.Marshal(fields)
	if err != nil {
		return line
	}
	return append(made, '\n')
}
