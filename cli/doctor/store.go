package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/cli/machine"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/backup"
	"dossier/db/sqlite"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/searchtext"
)

// file returns the path of a SQLite store, "" for another.
func (v *visit) file() string {
	if scheme, path, _ := strings.Cut(v.stores.URL, ":"); strings.EqualFold(scheme, "sqlite") && path != sqlite.Memory {
		return path
	}
	return ""
}

// folder looks at dossier.yaml and the places that it names.
func (v *visit) folder(context.Context) {
	if v.stores.Broken != nil {
		v.find("dossier.yaml", v.stores.Broken.Error(), "correct the line; docs/sources.md says what the file may have")
		return
	}
	if v.stores.Workspace == nil {
		return
	}
	for _, source := range v.stores.Workspace.Sources {
		if source.IsLive() {
			continue
		}
		if _, err := os.Stat(filepath.Join(v.stores.Workspace.Dir, source.Path)); errors.Is(err, fs.ErrNotExist) {
			v.find("dossier.yaml", fmt.Sprintf("the source %s is at %s, which does not exist", source.Name, source.Path),
				"correct its path in dossier.yaml, or remove the source")
		}
	}
}

// store looks at the store and what it has.
func (v *visit) store(ctx context.Context) {
	if v.stores.Broken != nil {
		return
	}
	if file := v.file(); file != "" {
		v.writable(file)
		if _, err := os.Stat(file); err == nil && v.fails("store", backup.Whole(ctx, file), "correct --db, or restore a backup") {
			return
		}
	}
	v.stores.Replicas, v.stores.ReplicaLag = v.Server.Replicas(), v.DBReadLag
	store, closeStore, err := v.stores.OpenQuietly(ctx, storage.Reads)
	if v.isCreated(err) || v.fails("store", err, "correct --db") {
		return
	}
	defer closeStore()
	for _, problem := range v.stores.Problems.All() {
		if strings.Contains(problem, "the replica") {
			v.find("replicas", problem, "start it, make it a replica of the server of --db, or correct --db-read")
		}
	}
	if empty, err := store.IsEmpty(ctx); err == nil && empty {
		v.find("store", "the store "+storage.Address(v.stores.URL)+" has no entities", "import a graph with dossier import, or correct --db")
		return
	}
	v.content(ctx, store)
	if v.stores.Workspace != nil {
		v.synced(ctx, store)
	}
}

// isCreated reports whether the first start of the server mends an error.
func (v *visit) isCreated(err error) bool {
	known, is := errors.AsType[*graph.Error](err)
	return is && v.Create && (known.Fault == graph.FaultMissing || known.Fault == graph.FaultNoTables)
}

// writable looks at the rights to a file and its folder.
func (v *visit) writable(path string) {
	if v.stores.ReadOnly {
		return
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		_ = file.Close()
		err = machine.Writable(filepath.Dir(path))
	}
	if errors.Is(err, fs.ErrPermission) {
		v.find("store", fmt.Sprintf("this user may not write to %s or its folder, so that the store can only be read", path),
			"give this user the rights, or set --read-only")
	}
}

// tolerated is how far the clocks of writers may be ahead. By eye.
const tolerated = time.Minute

// A content is the result of an examination of all entities.
type content struct {
	ahead  time.Time           // the latest change after now
	needed map[string][]string // by entity, those that it depends on
	refs   map[string]graph.Ref
}

// content reads everything, and looks at edges, times and search texts.
func (v *visit) content(ctx context.Context, store *sqlstore.Store) {
	now, found := v.stores.Now(), content{needed: map[string][]string{}, refs: map[string]graph.Ref{}}
	err := store.Export(ctx, nil, graph.Sink{
		RecordType: func(graph.RecordType) error { return nil },
		Entity: func(e graph.Entity) error {
			if at := e.Self().UpdatedAt; at.After(now.Add(tolerated)) && at.After(found.ahead) {
				found.ahead = at
			}
			return nil
		},
		Edge: func(e graph.Edge) error { found.add(e); return nil },
	})
	if v.fails("store", err, "restore a backup with dossier restore") {
		return
	}
	if !found.ahead.IsZero() {
		v.find("clock", fmt.Sprintf("the store has changes of %s, and it is %s now", found.ahead.UTC().Format(time.RFC3339),
			now.UTC().Format(time.RFC3339)),
			"set the clock of this machine, or that of the program that wrote them; NTP keeps both right")
	}
	if cycle := cycleIn(found.needed); cycle != nil {
		v.find("dependencies", "these wait for each other, so that none can start: "+found.labels(ctx, store, cycle),
			"remove one of the edges with dossier unlink")
	}
	if count, err := store.Dangling(ctx); !v.fails("edges", err, "correct --db") && count > 0 {
		v.find("edges", terminal.Plural(count, "edge has", "edges have")+" an end that does not exist, and no answer has them",
			"correct the program that writes to onto_edges, and delete them there")
	}
	if missing, err := store.MissingIndexes(ctx); !v.fails("indexes", err, "correct --db") && len(missing) > 0 {
		v.find("indexes", terminal.Plural(len(missing), "index is", "indexes are")+" missing or damaged, which makes reads slow",
			"run in the database: "+strings.Join(missing, " "))
	}
	if count, err := searchtext.Outdated(ctx, store); !v.fails("search", err, "correct --db") && count > 0 {
		v.find("search", terminal.Plural(count, "entity has", "entities have")+" search texts of an earlier version, which find less",
			"run dossier reindex")
	}
}

// add adds an edge by which one end waits for the other.
func (c *content) add(e graph.Edge) {
	if e.Rel != graph.RelDependsOn && e.Rel != graph.RelBlocks {
		return
	}
	c.refs[e.Src.ID], c.refs[e.Dst.ID] = e.Src, e.Dst
	switch e.Rel {
	case graph.RelDependsOn:
		c.needed[e.Src.ID] = append(c.needed[e.Src.ID], e.Dst.ID)
	case graph.RelBlocks:
		c.needed[e.Dst.ID] = append(c.needed[e.Dst.ID], e.Src.ID)
	}
}

// mostLabels is the most entities of a cycle that are named. By eye.
const mostLabels = 10

// labels returns the labels of entities in order, with their short ids.
func (c *content) labels(ctx context.Context, store *sqlstore.Store, ids []string) string {
	var refs []graph.Ref
	for _, id := range ids[:min(len(ids), mostLabels)] {
		refs = append(refs, c.refs[id])
	}
	found, err := store.Entities(ctx, refs, graph.Light)
	beginnings, texts := make([]string, len(refs)), make([]string, len(refs))
	for i, ref := range refs {
		beginnings[i] = graph.ShortID(nil, ref.ID)
	}
	sorted, unread := store.IDs(ctx, beginnings)
	for i, ref := range refs {
		if texts[i] = ref.ID; unread == nil {
			texts[i] = graph.ShortID(sorted, ref.ID)
		}
		if entity := found[ref.ID]; err == nil && entity != nil {
			texts[i] = fmt.Sprintf("%s (%s)", graph.Truncate(entity.Self().Label, 60), texts[i])
		}
	}
	return strings.Join(texts, " → ")
}

// cycleIn returns the entities of a cycle, nil if there is none.
func cycleIn(needed map[string][]string) []string {
	const onPath, done = 1, 2
	state := map[string]int{}
	var cycle []string
	var visit func(path []string) bool
	visit = func(path []string) bool {
		id := path[len(path)-1]
		state[id] = onPath
		for _, next := range needed[id] {
			if state[next] == onPath {
				cycle = path[slices.Index(path, next):]
				return true
			}
			if state[next] == 0 && visit(append(path, next)) {
				return true
			}
		}
		state[id] = done
		return false
	}
	for _, id := range slices.Sorted(maps.Keys(needed)) {
		if state[id] == 0 && visit([]string{id}) {
			return cycle
		}
	}
	return nil
}

// synced looks at the last reading of the sources.
func (v *visit) synced(ctx context.Context, store *sqlstore.Store) {
	list, err := v.stores.Syncer(store).Sources(ctx)
	if v.fails("sources", err, "run dossier sync") {
		return
	}
	for _, one := range list {
		if one.Summary.Err != "" {
			v.find("sources", one.Source.Name+" could not be read: "+one.Summary.Err, "correct what it says, and run dossier sync")
		}
		if one.Summary.Withheld > 0 {
			v.find("sources", fmt.Sprintf("%s of %s vanished and were kept", terminal.Plural(one.Summary.Withheld, "entity", "entities"),
				one.Source.Name),
				"restore the files, or run dossier sync --force")
		}
	}
}
