package sources

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
)

// maxWalk is the depth at which no objects are looked for any more, by eye.
const maxWalk = 10

// EachObject calls visit with the objects in a value, with their places and the
// names of the members or lists that have them. It looks into those for which
// visit returns false.
func EachObject(pos Position, value any, visit func(pos Position, name string, object Object) (taken bool)) {
	eachObject(pos, "", value, 0, visit)
}

func eachObject(pos Position, name string, value any, depth int, visit func(Position, string, Object) bool) {
	if depth > maxWalk {
		return
	}
	if list, is := value.([]any); is {
		for _, item := range list {
			eachObject(pos, name, item, depth+1, visit)
		}
	}
	members, is := value.(map[string]any)
	if !is {
		return
	}
	if line := Object(members).Line(); line > 0 {
		pos.Line = line
	}
	if visit(pos, name, members) {
		return
	}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		inner := member
		if member == "nodes" || member == "edges" || member == "node" { // of a connection, which has the name
			inner = name
		}
		eachObject(pos, inner, members[member], depth+1, visit)
	}
}

// EachDocument calls f with the value of each JSON file, or of each line of files of
// lines. What is no JSON is noted.
func EachDocument(ctx context.Context, fsys fs.FS, files []string, out *Records, f func(pos Position, value any)) error {
	for _, file := range files {
		if path.Ext(file) == ".json" {
			value, err := Document(fsys, file, out)
			if err != nil {
				return err
			}
			f(Position{File: file}, value)
			continue
		}
		err := EachLine(ctx, fsys, file, out, func(pos Position, line []byte) {
			value, err := ParseJSON(line)
			if err != nil {
				out.Note(Rejected, pos, err.Error())
				return
			}
			f(pos, value)
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// maxMatched is how many files of a folder FilesMatching looks at, by eye.
const maxMatched = 100

// FilesMatching returns the files at the top of a folder with one of some endings
// that match.
func FilesMatching(fsys fs.FS, match func(path string, head []byte) bool, endings ...string) []string {
	all := FilesIn(fsys, ".", false, endings...)
	return slices.DeleteFunc(all[:min(len(all), maxMatched)], func(file string) bool {
		head, err := Head(fsys, file, 64<<10)
		return err != nil || !match(file, head)
	})
}

// FoundFiles returns the finding of a format whose files are at the top of a
// folder.
func FoundFiles(files []string, what string) (Finding, bool) {
	finding := Finding{Path: ".", Files: len(files), What: what, Top: true}
	if len(files) == 1 {
		finding.Path = files[0]
	}
	return finding, len(files) > 0
}
