// Package sources reads the data that people already have, such as folders of
// Markdown and exports of issue trackers, as records of the import format.
//
// Each format is a package with one Format value; package formats lists them.
package sources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"dossier/graph"
)

// A Format reads the data of one tool or convention.
type Format struct {
	Name  string // what --from and dossier.yaml call it, such as "beads"
	Title string // what it reads, in a line of help

	// Detect returns what the folder has of this format. It looks at names and
	// at the beginnings of few files, never at all of them.
	Detect func(fsys fs.FS) (Finding, bool)

	// Match reports whether a single file is of this format, by its path and its
	// first bytes. It is nil if the format has no single files.
	Match func(path string, head []byte) bool

	// Read adds the records of the folder to out, or those of the one file that the
	// options name. It returns an error only if nothing can be read; what is wrong
	// with one file or one entry is noted, and the rest is read.
	Read func(ctx context.Context, fsys fs.FS, opts Options, out *Records) error

	// Keeps reports whether Read keeps what files were parsed to in the cache of its
	// options, so that a further read is faster.
	Keeps bool

	// Again adds the entities of some files, without their edges, as Read would now add
	// them if no other file has changed since it kept the folder in the cache of the
	// options. It reports false if it cannot say. It is nil for formats that cannot.
	Again func(fsys fs.FS, opts Options, files []string, out *Records) bool

	// Prefix is what begins the location of a live source, such as "github:", and
	// Fetch reads it. Both are empty for formats of files.
	Prefix string
	Fetch  func(ctx context.Context, location string, opts Options, out *Records) error

	// Label returns what a location is called, without secrets in it; nil if it is
	// what follows the prefix.
	Label func(location string) string
}

// A Finding is a source that Detect found.
type Finding struct {
	Path  string // the file or folder, relative to the one that was looked at
	Files int    // how many files it has, if that is cheap to say
	What  string // what it becomes, such as "tasks with their dependencies"
	Top   bool   // it is files at the top of a folder, which may have other things
}

// Options say how a source is read.
type Options struct {
	Project string // the id of the project that the records belong to
	Name    string // the name of the project
	File    string // the one file to read, or "" for all of the folder

	Mapping    Mapping // what differs from the defaults of the format
	KeepEmails bool    // whether addresses of people are kept
	KeepBots   bool    // whether comments of programs are kept

	// Created returns when a file was first there: by its first commit, or else
	// by its time of modification. The zero time means that it is not known.
	Created func(path string) time.Time

	Cache *Cache // parsed files of the last read, or nil
	Live  Live   // of a source that is fetched
}

// Live says how a live source is fetched.
type Live struct {
	Token string            // of the user, "" for none
	URL   string            // of the API, "" for the public one
	State map[string]string // what the last complete read left in Records.State, nil for the first
	Wait  func(context.Context, time.Duration) error
}

// LabelOf returns the name of a location of the format, without secrets in it.
func (f *Format) LabelOf(location string) string {
	if f.Label != nil {
		return f.Label(location)
	}
	return strings.TrimPrefix(location, f.Prefix)
}

// Read reads a folder, or the one file that the options name.
func Read(ctx context.Context, format *Format, fsys fs.FS, opts Options) (*Records, error) {
	return collect(opts, format, func(out *Records) error {
		err := format.Read(ctx, fsys, opts, out)
		if _, known := errors.AsType[*graph.Error](err); err == nil || known || ctx.Err() != nil {
			return err
		}
		return graph.BadInput("", "%v", err) // nothing of the files can be read
	})
}

// Again reads some files of a folder that was read with the same cache, and reports
// whether the entities of these are as Read would have them. The caller closes the records.
func Again(format *Format, fsys fs.FS, opts Options, files []string) (*Records, bool) {
	out := newRecord(opts)
	is := format.Again(fsys, opts, files, out) && out.people.named == 0 // what a person is called depends on all files
	is = is && out.finish() == nil
	return out, is
}

// Fetch reads a live source.
func Fetch(ctx context.Context, format *Format, location string, opts Options) (*Records, error) {
	return collect(opts, format, func(out *Records) error { return format.Fetch(ctx, location, opts, out) })
}

func collect(opts Options, format *Format, read func(*Records) error) (*Records, error) {
	out := newRecord(opts)
	err := read(out)
	if err == nil {
		err = out.finish()
	}
	if err != nil {
		_ = out.Close() // the first error says more
		return nil, fmt.Errorf("read %s: %w", format.Name, err)
	}
	return out, nil
}

// A Position is a place in a source.
type Position struct {
	File string
	Line int // from 1; 0 for the whole file
}

// String returns the file and the line, file:line, or the file alone.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
