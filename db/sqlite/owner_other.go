//go:build !unix

package sqlite

import "os"

func sameOwner(_, _ os.FileInfo) bool { return true }

func own(string, os.FileInfo) {}
