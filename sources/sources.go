// Package sources reads the data that people already have, such as folders of
// Markdown and exports of issue trackers, as records of the import format.
//
// Each format is a package with one Format value; package formats lists them.
package sources

import (
	"context"
	"fmt"
	"io/fs"
	"time"
)

// A Format reads the data of one tool or convention.
type Format struct {
	Name  string // what --from and dossier.yaml call it, such as "beads"
	Title string // what it reads, in a line of help

	// Detect returns what the folder has of this format. It looks at names and
	// at the beginnings of few files, never at all of them.
	Detect func(fsys fs.FS) (Finding, bool)

	// Read adds the records of the folder to out. It returns an error only if
	// nothing can be read; what is wrong with one file or one entry is reported
	// by out.Warn or out.Reject, and the rest is read.
	Read func(ctx context.Context, fsys fs.FS, opts Options, out *Records) error
}

// A Finding is what Detect found.
type Finding struct {
	Path  string // the file or folder, relative to the one that was looked at
	Files int    // how many files it has, if that is cheap to say
	What  string // what it becomes, such as "tasks with their dependencies"
}

// Options say how a source is read.
type Options struct {
	Project string // the id of the project that the records belong to
	Name    string // the name of the project
	File    string // the one file to read, or "" for all of the folder

	Mapping    Mapping // what differs from the defaults of the format
	KeepEmails bool    // whether addresses of people are kept

	// Created returns when a file was first there: by its first commit, or else
	// by its time of modification. The zero time means that it is not known.
	Created func(path string) time.Time

	Cache *Cache // parsed files of the last read, or nil
}

// A Position is a place in a source.
type Position struct {
	File string
	Line int // from 1; 0 for the whole file
}

func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
