package projects

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"dossier/flat"
	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// A folder has the files of saved projects: for each a graph, and an index once
// there is one. They contain texts of the project, and only their owner may
// read them.
type folder struct {
	path   string
	log    *slog.Logger
	report sync.Once // of the first failure
	late   sync.Once // of the first project that is not saved for want of memory
	tidy   sync.Once
}

// The files of a project.
const (
	graphFile = "graph"
	indexFile = "index"
)

// savedFormat begins each file.
const savedFormat = "saved by dossier"

// program identifies this build: files of other builds may have other contents
// under the same names. That of a commit is the same on every machine, so that
// servers may share files; others are distinguished by their time.
var program = sync.OnceValue(func() string {
	name, isCommit := "", false
	if info, known := debug.ReadBuildInfo(); known {
		name = info.GoVersion + " " + info.Main.Version
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" || setting.Key == "GOARCH" {
				name += " " + setting.Value
			}
			isCommit = isCommit || setting.Key == "vcs.modified" && setting.Value == "false"
		}
	}
	path, err := os.Executable()
	if err != nil {
		return name
	}
	if file, err := os.Stat(path); err == nil {
		name += fmt.Sprint(" ", file.Size())
		if !isCommit {
			name += fmt.Sprint(" ", file.ModTime().UnixNano())
		}
	}
	return name
})

func (f *folder) name(id, part string) string { return filepath.Join(f.path, id+"."+part) }

// write writes a file of a project. Readers see the file before or the whole
// new one. It is not synced: checksums find what a crash damaged.
func (f *folder) write(id, part string, fill func(*flat.Writer)) error {
	mode, err := f.make()
	if err != nil {
		return fmt.Errorf("save project %s: %w", id, err)
	}
	f.tidy.Do(f.removeUnused)
	file, err := os.CreateTemp(f.path, id+"."+part+unfinished)
	if err != nil {
		return fmt.Errorf("save project %s: %w", id, err)
	}
	w := flat.NewWriter(file)
	flat.WriteStrings(w, func(yield func(string) bool) { _ = yield(savedFormat) && yield(program()) })
	fill(w)
	err = errors.Join(w.Flush(), file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), f.name(id, part))
	}
	if err != nil {
		_ = os.Remove(file.Name()) // removeUnused does otherwise
		return fmt.Errorf("save project %s: %w", id, err)
	}
	return nil
}

// make creates the folder, and returns the permissions of its files. If it is
// beside a file of the store, as FILE.index is beside FILE, they are those of the
// file, because it has its texts; otherwise only the user may read it.
func (f *folder) make() (files fs.FileMode, err error) {
	files = 0o600
	store, err := os.Stat(strings.TrimSuffix(f.path, filepath.Ext(f.path)))
	beside := err == nil && store.Mode().IsRegular()
	if beside {
		files = store.Mode().Perm()
	}
	enter := files | files>>2&0o111 // who may read a file may enter the folder
	if err = os.MkdirAll(f.path, enter); beside && err == nil {
		_ = os.Chmod(f.path, enter) // which the umask may have limited; else it is another user's
	}
	return files, err
}

// unfinished is the pattern for the ends of names of files that are being
// written.
const unfinished = ".*.unfinished"

// The times after which files are removed: those that nobody loads, such as those
// of deleted projects, and those that a process did not finish. By eye.
const (
	unusedAfter     = 30 * 24 * time.Hour
	unfinishedAfter = time.Hour
)

// removeUnused removes the files that were neither written nor loaded for long.
func (f *folder) removeUnused() {
	for pattern, after := range map[string]time.Duration{
		"*." + graphFile: unusedAfter, "*." + indexFile: unusedAfter, "*" + unfinished: unfinishedAfter,
	} {
		before := time.Now().Add(-after)
		names, _ := filepath.Glob(filepath.Join(f.path, pattern)) // the pattern is valid
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && info.ModTime().Before(before) {
				_ = os.Remove(name) // next time
			}
		}
	}
}

// errOtherProgram means that another version of the program wrote a file, as
// after an upgrade.
var errOtherProgram = errors.New("another version of the program wrote the file")

// read reads a file of a project. An error means that it cannot be used; it is
// [fs.ErrNotExist] if there is none.
func (f *folder) read(id, part string, read func(*flat.Reader) error) (err error) {
	file, err := os.Open(f.name(id, part))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	defer func() { // its checksums are right, but it is not what was written
		if value := recover(); value != nil {
			err = fmt.Errorf("%w: %v", flat.ErrDamaged, value)
		}
	}()
	r := flat.NewReader(file, info.Size())
	names := flat.ReadStringsN(r, 2)
	if r.Err() != nil || names[0] != savedFormat || names[1] != program() {
		return errOtherProgram // which may have another form of lists, too
	}
	if err := read(r); err != nil {
		return err
	}
	_ = os.Chtimes(file.Name(), time.Time{}, time.Now()) // for removeUnused
	return r.Done()
}

// loadGraph returns the saved graph of a project, nil if there is none that can
// be used.
func (f *folder) loadGraph(id string) *memory.Graph {
	var g *memory.Graph
	err := f.read(id, graphFile, func(r *flat.Reader) (err error) {
		g, err = memory.Load(r)
		return err
	})
	if err == nil && g.Revision.ProjectID != id {
		err = fmt.Errorf("%w: it is of project %s", flat.ErrDamaged, g.Revision.ProjectID)
	}
	if err != nil {
		f.unused("graph", id, err)
		return nil
	}
	return g
}

func (f *folder) saveGraph(g *memory.Graph) error {
	return f.write(g.Revision.ProjectID, graphFile, g.Save)
}

// saved returns the revisions of the files of a project, zero revisions for none. Another
// server may have written the files.
func (f *folder) saved(id string) (found savedParts) {
	_ = f.read(id, graphFile, func(r *flat.Reader) error { // after an error there is none
		found.graph = memory.SavedRevision(r)
		return nil
	})
	_ = f.read(id, indexFile, func(r *flat.Reader) error {
		found.index, _ = indexRevision(r)
		return nil
	})
	return found
}

// indexRevision reads the revision and the language at the beginning of a saved index.
func indexRevision(r *flat.Reader) (saved graph.Revision, language string) {
	names := flat.ReadStringsN(r, 2)
	number := flat.ReadOne[int64](r)
	if r.Err() != nil {
		return graph.Revision{}, ""
	}
	return graph.Revision{Number: number, Stamp: names[0]}, names[1]
}

// unused removes a file that is damaged, so that the next server writes it, and logs
// that. It is no failure: the project is built, as when there is no file, or one of
// another version.
func (f *folder) unused(what, id string, err error) {
	if errors.Is(err, flat.ErrDamaged) {
		_ = os.Remove(f.name(id, what)) // a folder without the right to write keeps it
	}
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errOtherProgram) {
		f.log.Info("build a project, as what was saved cannot be used", "part", what, "project", id, "error", err)
	}
}

// failed logs the first failure to write. Folders without the right to write
// save nothing.
func (f *folder) failed(err error) {
	if errors.Is(err, fs.ErrPermission) {
		return
	}
	f.report.Do(func() { f.log.Warn("projects are not saved, and the next start builds them again", "error", err) })
}

// tooMany logs that more projects are loaded than can be saved meanwhile.
func (f *folder) tooMany() {
	f.late.Do(func() {
		f.log.Info("projects are loaded faster than they are saved; some may be evicted before, and built again")
	})
}

// errOtherRevision means that a saved index is not of a state.
var errOtherRevision = errors.New("it is of another revision")

// load returns the saved graph of a project and, if it is wanted, the index of it,
// which is read at the same time. Each is nil if there is none that can be used.
func (f *folder) load(id string, indexed bool) (s *state, x *stateIndex) {
	states := make(chan []*state, 1)
	var beside sync.WaitGroup
	if indexed {
		beside.Go(func() { x = f.loadIndex(id, func() []*state { return <-states }) })
	}
	if g := f.loadGraph(id); g != nil {
		s = newState(g, &history{})
		states <- []*state{s}
	}
	close(states)
	beside.Wait()
	return s, x
}

// loadIndex returns the saved index of the first of the states that is of its
// revision, nil if there is none that can be used. It asks for them when most is read.
func (f *folder) loadIndex(id string, states func() []*state) *stateIndex {
	var loaded *stateIndex
	err := f.read(id, indexFile, func(r *flat.Reader) (err error) {
		loaded, err = loadStateIndex(r, states)
		return err
	})
	if err != nil {
		f.unused("index", id, err)
		return nil
	}
	return loaded
}

func loadStateIndex(r *flat.Reader, states func() []*state) (*stateIndex, error) {
	saved, language := indexRevision(r)
	unreadable := flat.ReadStrings(r)
	if r.Err() != nil {
		return nil, r.Err()
	}
	loaded := &stateIndex{language: language, unreadable: make(map[string]bool, len(unreadable))}
	for _, id := range unreadable {
		loaded.unreadable[id] = true
	}
	x, err := index.Load(r, text.Stemmers[language], func() (index.Names, error) {
		some := states()
		if len(some) == 0 {
			return index.Names{}, fs.ErrNotExist // the graph
		}
		for _, s := range some {
			if s.graph.Revision.Same(saved) && s.graph.Compact() == s.graph {
				loaded.state = s
				return namesOf(s.graph), nil
			}
		}
		return index.Names{}, errOtherRevision
	})
	if err != nil {
		return nil, err
	}
	loaded.Index, loaded.version = x, x.Version()
	return loaded, nil
}

func namesOf(g *memory.Graph) index.Names {
	return index.Names{
		Entities: g.Ordinals(), Edges: g.Numbers(),
		Entity: func(place int32) (id, title string) {
			e := g.At(place).Self()
			return e.ID, e.Label
		},
		Edge: func(place int32) string { return g.EdgeAt(place).ID },
	}
}

// saveIndex saves the index of a state, given the compact graph of the state.
func (f *folder) saveIndex(x *stateIndex, g *memory.Graph) error {
	return f.write(g.Revision.ProjectID, indexFile, func(w *flat.Writer) {
		flat.WriteStrings(w, func(yield func(string) bool) { _ = yield(g.Revision.Stamp) && yield(x.language) })
		flat.WriteOne(w, g.Revision.Number)
		flat.WriteStrings(w, func(yield func(string) bool) {
			for id := range x.unreadable {
				if !yield(id) {
					return
				}
			}
		})
		x.Save(w, x.version, index.Places{Entity: g.Ordinal, Edge: g.EdgeNumbers()})
	})
}
