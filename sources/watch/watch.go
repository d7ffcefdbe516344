// Package watch reports which folders changed, when they are quiet again.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options say how a Watcher works.
type Options struct {
	// Quiet is how long a folder must be quiet before its change is reported, so
	// that a file is not read while it is written. Most is how long that waits at
	// most.
	Quiet, Most time.Duration
	// Poll is how often everything is reported as changed if the system cannot
	// watch so many folders.
	Poll time.Duration
}

// Defaults are the usual options, by eye: an editor writes a file within a few
// milliseconds, and a checkout of git takes some hundred.
var Defaults = Options{Quiet: 40 * time.Millisecond, Most: time.Second, Poll: 2 * time.Second}

// A Watcher watches the folders in a folder.
type Watcher struct {
	options Options
	root    string
	events  *fsnotify.Watcher // nil if everything is polled
	watched map[string]bool
	limited error // why folders are polled
}

// New returns a Watcher of a folder. The caller must call Close.
func New(root string, options Options) *Watcher {
	w := &Watcher{options: options, root: root, watched: map[string]bool{}}
	if w.events, w.limited = fsnotify.NewWatcher(); w.limited != nil {
		w.events = nil
	}
	return w
}

// Close ends watching.
func (w *Watcher) Close() error {
	if w.events == nil {
		return nil
	}
	return w.events.Close()
}

// Limited returns why the folders are polled, nil if they are watched.
func (w *Watcher) Limited() error { return w.limited }

// Watch watches some folders, and no longer those that are not among them. It
// returns those that were not watched before.
func (w *Watcher) Watch(folders []string) (added []string) {
	if w.events == nil {
		return nil
	}
	wanted := map[string]bool{}
	for _, folder := range folders {
		wanted[folder] = true
		if w.watched[folder] {
			continue
		}
		err := w.events.Add(folder)
		if errors.Is(err, fs.ErrNotExist) {
			continue // its removal is an event of the folder around it
		}
		if err != nil {
			w.poll(fmt.Errorf("watch %s: %w", folder, err))
			return nil
		}
		w.watched[folder], added = true, append(added, folder)
	}
	for folder := range w.watched {
		if !wanted[folder] {
			_ = w.events.Remove(folder) // it may be gone
			delete(w.watched, folder)
		}
	}
	return added
}

// poll ends watching, because the system refuses more.
func (w *Watcher) poll(err error) {
	w.limited = err
	_ = w.events.Close() // nothing is lost
	w.events = nil
}

// Next waits for a change and returns the folders that have changed entries, nil
// if that is unknown. It returns the error of ctx.
func (w *Watcher) Next(ctx context.Context) ([]string, error) {
	if w.events == nil {
		return nil, wait(ctx, w.options.Poll)
	}
	changed := map[string]bool{}
	known := true
	var quiet, most <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case event, open := <-w.events.Events:
			if !open {
				return nil, wait(ctx, w.options.Poll)
			}
			folders := w.foldersOf(event)
			if folders == nil {
				continue
			}
			for _, folder := range folders {
				changed[folder] = true
			}
			known = known && filepath.Base(event.Name) != ".gitignore"
		case err := <-w.events.Errors: // events were lost
			known = known && err == nil
		case <-quiet:
			if !w.isBusy() {
				return list(changed, known), nil
			}
		case <-most:
			return list(changed, known), nil
		}
		if most == nil {
			most = time.After(w.options.Most)
		}
		quiet = time.After(w.options.Quiet)
	}
}

// list returns the folders that changed, nil for unknown ones.
func list(changed map[string]bool, known bool) []string {
	if !known {
		return nil
	}
	folders := make([]string, 0, len(changed))
	for folder := range changed {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	return folders
}

// foldersOf returns the folders that an event is about, nil if it does not matter.
func (w *Watcher) foldersOf(event fsnotify.Event) []string {
	if event.Op == fsnotify.Chmod {
		return nil
	}
	delete(w.watched, event.Name) // if it was a folder that is gone or new, it must be added again
	return []string{filepath.Dir(event.Name)}
}

// isBusy reports whether git is changing the files.
func (w *Watcher) isBusy() bool {
	_, err := os.Stat(filepath.Join(w.root, ".git", "index.lock"))
	return err == nil
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
