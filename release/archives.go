package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"path"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A file is a file, or a folder if its name ends in a slash, in an archive.
type file struct {
	name  string
	text  []byte
	mode  int64
	owner int // of user and group
}

// within returns files below a folder.
func within(folder string, files []file) []file {
	moved := make([]file, len(files))
	for i, one := range files {
		one.name = path.Join(folder, one.name)
		moved[i] = one
	}
	return moved
}

// must panics about an error of a writer into memory, which has none.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// tarred returns a tar archive. All files have the same time.
func tarred(files []file, at time.Time) []byte {
	var out bytes.Buffer
	archive := tar.NewWriter(&out)
	for _, one := range files {
		header := &tar.Header{
			Name: one.name, Size: int64(len(one.text)), Mode: one.mode, ModTime: at, Uid: one.owner, Gid: one.owner, Typeflag: tar.TypeReg,
			Format: tar.FormatUSTAR,
		}
		if one.name[len(one.name)-1] == '/' {
			header.Typeflag = tar.TypeDir
		}
		must(archive.WriteHeader(header))
		_, err := archive.Write(one.text)
		must(err)
	}
	must(archive.Close())
	return out.Bytes()
}

// zippedTar returns a compressed tar archive.
func zippedTar(files []file, at time.Time) []byte { return compressed(tarred(files, at)) }

// level is the level of compression: a program takes 4 s of a processor and is as
// small as by the best of the standard library, which takes 32.
const level = 8

// compressed returns a text compressed by gzip, without a name and a time.
func compressed(text []byte) []byte {
	var out bytes.Buffer
	writer, err := gzip.NewWriterLevel(&out, level)
	must(err)
	_, err = writer.Write(text)
	must(err)
	must(writer.Close())
	return out.Bytes()
}

// zipped returns a zip archive.
func zipped(files []file, at time.Time) []byte {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, one := range files {
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: one.name, Method: zip.Deflate, Modified: at})
		must(err)
		_, err = entry.Write(one.text)
		must(err)
	}
	must(archive.Close())
	return out.Bytes()
}

// ar returns the archive of files of which a Debian package consists.
func ar(files []file, at time.Time) []byte {
	out := []byte("!<arch>\n")
	for _, one := range files {
		out = fmt.Appendf(out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", one.name, at.Unix(), 0, 0, "100644", len(one.text))
		out = append(out, one.text...)
		if len(one.text)%2 == 1 {
			out = append(out, '\n')
		}
	}
	return out
}
