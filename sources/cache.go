package sources

import (
	"fmt"
	"io/fs"
	"sync"
	"time"
)

// A Cache keeps what files were parsed to, so that a folder of which one file
// changed is read again without parsing the others. A nil Cache keeps nothing.
type Cache struct {
	mu    sync.Mutex
	files map[string]cached
	kept  map[string]*kept // what files became
	last  any              // the whole folder, as the format has it
}

type cached struct {
	size   int64
	at     time.Time
	parsed any
}

// NewCache returns an empty Cache.
func NewCache() *Cache { return &Cache{files: map[string]cached{}, kept: map[string]*kept{}} }

// Parsed returns the result of parse for the file, or the kept one of when the file
// had the same size and time.
func Parsed[T any](c *Cache, fsys fs.FS, path string, parse func([]byte) (T, error)) (T, error) {
	var none T
	info, err := fs.Stat(fsys, path)
	if err != nil {
		return none, fmt.Errorf("stat %s: %w", path, err)
	}
	if kept, ok := c.get(path, info); ok {
		return kept.(T), nil
	}
	data, err := fs.ReadFile(fsys, path)
	if err != nil {
		return none, fmt.Errorf("read %s: %w", path, err)
	}
	parsed, err := parse(data)
	if err != nil {
		return none, fmt.Errorf("parse %s: %w", path, err)
	}
	c.put(path, info, parsed)
	return parsed, nil
}

// Known returns the kept result for a file of the same size and time, and whether
// there is one.
func Known[T any](c *Cache, fsys fs.FS, path string) (known T, is bool) {
	info, err := fs.Stat(fsys, path)
	if err != nil {
		return known, false
	}
	kept, is := c.get(path, info)
	if is {
		known = kept.(T)
	}
	return known, is
}

func (c *Cache) get(path string, info fs.FileInfo) (any, bool) {
	if c == nil {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, ok := c.files[path]
	return kept.parsed, ok && kept.size == info.Size() && kept.at.Equal(info.ModTime())
}

func (c *Cache) put(path string, info fs.FileInfo, parsed any) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[path] = cached{info.Size(), info.ModTime(), parsed}
}

// KeepFolder keeps what a format knows of the folder that it read.
func (c *Cache) KeepFolder(folder any) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = folder
}

// Folder returns the value of the last KeepFolder, nil for none.
func (c *Cache) Folder() any {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last
}

// IsEmpty reports whether nothing is kept.
func (c *Cache) IsEmpty() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.files) == 0
}

// Forget removes what a file was parsed to.
func (c *Cache) Forget(path string) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.files, path)
}
