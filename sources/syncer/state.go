package syncer

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dossier/graph"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/folder"
)

// stateVersion is the version of the states in files. It changes with what
// formats make of the same files, too, so that they are read again.
const stateVersion = 8

// A State is the state of a source after it was read. The next sync compares it to
// find out what changed.
type State struct {
	Version  int
	Settings string // of the source in dossier.yaml
	Head     string // the commit that was checked out
	At       time.Time
	Files    []file
	Revision graph.Revision       // of the project, after what was read was imported
	Removed  map[string]string    // ids of entities that vanished from the source, by their kinds and names
	Created  map[string]time.Time // when files were first there
	Live     map[string]string    // of a live source
	Last     Summary

	Records []record // in a file, behind the rest
}

// A file is a file of the source.
type file struct {
	Path string
	Size int64
	Time time.Time
	Read bool
	Hash folder.Hash
}

// A record is a line of the import.
type record struct {
	Hash folder.Hash // of the line
	Kind graph.Kind
	Name string // the id of an entity; relation, source and target of an edge
	ID   string // of the entity in the store, "" if it follows from the name
	File string
}

// A Summary is the displayed result of the last sync of a source.
type Summary struct {
	Counts    map[graph.Kind]int // of the source
	Conflicts []string           // the first ones
	Problems  []string           // what could not be read, the first ones
	Withheld  int                // what vanished and was not deleted
	Pending   bool               // whether a file may be about to be written
	Err       string
}

// load returns the state in a file, an empty one if there is none for these
// settings.
func load(path, settings string) *State {
	empty := &State{Version: stateVersion, Settings: settings, Removed: map[string]string{}, Created: map[string]time.Time{}}
	in, err := os.Open(path)
	if err != nil {
		return empty
	}
	defer func() { _ = in.Close() }() // only read
	state := &State{}
	if state.decode(bufio.NewReaderSize(in, 1<<20)) != nil {
		return empty
	}
	if state.Settings != settings { // the records are known, and all files are read again
		state.Settings, state.Files, state.Live = settings, nil, nil
	}
	state.Removed, state.Created = orMade(state.Removed), orMade(state.Created)
	return state
}

// recordsAtOnce is how many records a file has in one piece, by eye: all of them would be
// in memory twice.
const recordsAtOnce = 4096

func (s *State) encode(out io.Writer) error {
	encoder := gob.NewEncoder(out)
	head := *s
	head.Records = nil
	if err := encoder.Encode(&head); err != nil {
		return err
	}
	for some := range slices.Chunk(s.Records, recordsAtOnce) {
		if err := encoder.Encode(some); err != nil {
			return err
		}
	}
	return encoder.Encode([]record{}) // the end
}

func (s *State) decode(in io.Reader) error {
	decoder := gob.NewDecoder(in)
	if err := decoder.Decode(s); err != nil {
		return err
	}
	if s.Version != stateVersion {
		return fmt.Errorf("version %d; expected %d", s.Version, stateVersion)
	}
	for {
		var some []record
		if err := decoder.Decode(&some); err != nil || len(some) == 0 {
			return err
		}
		s.Records = append(s.Records, some...)
	}
}

func orMade[V any](values map[string]V) map[string]V {
	if values == nil {
		return map[string]V{}
	}
	return values
}

// save replaces the file of a state. A mode of 0 is that of a new file.
func (s *State) save(path string, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("keep the state of a source: %w", err)
	}
	out, err := ndjson.CreateBeside(path)
	if err != nil {
		return fmt.Errorf("keep the state of a source: %w", err)
	}
	if mode != 0 {
		err = out.Chmod(mode)
	}
	err = errors.Join(err, s.encode(out), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("keep the state of a source: %w", err), os.Remove(out.Name()))
	}
	return nil
}

// settingsOf returns what a source is read by, as a text that changes with it.
func settingsOf(project string, source *config.Source) string {
	return fmt.Sprintf("%q %q %q %q %v %v %v",
		project, source.From, source.Path, source.Exclude, source.KeepEmails, source.KeepBots, source.Map)
}

// racy is the time within which a file may change twice without another time of
// modification. By eye: clocks of file systems have up to two seconds.
const racy = 2 * time.Second

// isUnchanged reports whether a folder has the files of the state. Of files with
// another time, and of those that changed shortly before they were read, it
// compares the content. What the cache has of files that only differ in content
// is forgotten. compared is whether any content was compared.
func (s *State) isUnchanged(view *folder.Folder, cache *sources.Cache) (unchanged, compared bool) {
	files := view.Files()
	if s.At.IsZero() || len(files) != len(s.Files) {
		return false, false
	}
	unchanged = true
	for i, is := range files {
		was := &s.Files[i]
		if is.Path != was.Path {
			return false, false
		}
		isSame := is.Time.Equal(was.Time) && is.Size == was.Size
		if !was.Read || isSame && s.At.Sub(was.Time) > racy {
			continue
		}
		compared = true
		data, err := view.ReadFile(is.Path)
		if err == nil && was.Hash == folder.HashOf(data) {
			was.Time = is.Time
			continue
		}
		unchanged = false
		if isSame {
			cache.Forget(is.Path)
		}
	}
	return unchanged, compared
}

// setFiles sets the files, of which those that were not read again keep their
// hashes.
func (s *State) setFiles(view *folder.Folder) {
	was := map[string]*file{}
	for i := range s.Files {
		was[s.Files[i].Path] = &s.Files[i]
	}
	var files []file
	for _, is := range view.Files() {
		if old := was[is.Path]; old != nil && is.Hash == (folder.Hash{}) && is.Size == old.Size && is.Time.Equal(old.Time) {
			is.Hash = old.Hash
		}
		files = append(files, file(is))
	}
	s.Files = files
	present := map[string]bool{}
	for i := range files {
		present[files[i].Path] = true
	}
	for path := range s.Created {
		if !present[path] {
			delete(s.Created, path)
		}
	}
}

// createdIn returns the function for the Created of [sources.Options]: when a
// file was first committed, or was first seen here.
func (s *State) createdIn(view *folder.Folder, added func() map[string]time.Time) func(path string) time.Time {
	var mu sync.Mutex
	return func(path string) time.Time {
		mu.Lock()
		defer mu.Unlock()
		if at, known := s.Created[path]; known {
			return at
		}
		at, known := added()[path]
		if !known {
			info, err := view.Stat(path)
			if err != nil {
				return time.Time{}
			}
			at = info.ModTime()
		}
		s.Created[path] = at.UTC()
		return at.UTC()
	}
}

// shownNotes is how many notes a summary keeps, by eye.
const shownNotes = 20

// conflicts returns the first conflicts of an import, as texts.
func conflicts(list []graph.MergeConflict) (texts []string) {
	for _, one := range list[:min(len(list), shownNotes)] {
		texts = append(texts, fmt.Sprintf("%s: %s of %s %s: here %s, in the source %s", one.Place, one.Field, one.Kind, one.ID, one.Ours,
			one.Theirs))
	}
	return texts
}

// problems returns the first notes about what could not be read, as texts.
func problems(notes []sources.Note) []string {
	var texts []string
	for _, note := range notes {
		if note.Kind == sources.Rejected && len(texts) < shownNotes {
			texts = append(texts, note.Pos.String()+": "+note.Text)
		}
	}
	return slices.Clip(texts)
}
