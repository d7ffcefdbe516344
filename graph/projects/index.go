package projects

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// A stateIndex is the search index of a project at the revision of a state. Refreshes
// change Index in place and make a new stateIndex of it.
type stateIndex struct {
	*index.Index
	state      *state
	language   string
	unreadable map[string]bool // ids of entities whose search text cannot be read
	version    int64           // of Index
}

// indexLoader loads search indexes, one project at a time, because each takes
// one statement anyway. It is safe for concurrent use.
type indexLoader struct {
	request *request

	mu        sync.Mutex
	languages map[string]string // those that were read, by project
}

func (*indexLoader) part() int { return indexPart }
func (*indexLoader) most() int { return 1 }

func (l *indexLoader) atOnce() int { return max(1, l.request.cache.options.Builders) }

// stale also moves a request that began before a restore of the store to the
// state after it, so that the request does not index a lost state.
func (*indexLoader) stale(w *want) bool {
	if w.entry.state.history != w.state.history {
		w.state = w.entry.state
	}
	held := w.entry.index
	return held == nil || held.state.history != w.state.history || held.state.graph.Revision.Number < w.state.graph.Revision.Number
}

func (l *indexLoader) load(ctx context.Context, claimed []*want) error {
	for _, w := range claimed {
		l.request.loadSavedIndex(w)
		if held := w.entry.index; held != nil && held.state == w.state {
			continue
		}
		language, err := l.language(ctx, w)
		if err != nil {
			return err
		}
		next, err := l.request.cache.refresh(ctx, w.entry.index, w.state, language)
		if err != nil {
			return err
		}
		next.version = next.Version()
		l.request.publish(func() { w.entry.index = next })
	}
	return nil
}

// language returns the language of a project's texts. If the project's entity
// has changed since it was indexed, language reads it from the store, for all
// such projects by one statement, because the light entity lacks the language.
func (l *indexLoader) language(ctx context.Context, w *want) (string, error) {
	if !l.changed(w) {
		return w.entry.index.language, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	id := w.revision.ProjectID
	if language, known := l.languages[id]; known {
		return language, nil
	}
	var refs []graph.Ref
	for _, other := range l.request.wants {
		if l.changed(other) {
			refs = append(refs, graph.Ref{Kind: graph.KindProject, ID: other.revision.ProjectID})
		}
	}
	found, err := l.request.cache.store.Entities(ctx, refs, graph.Full)
	if err != nil {
		return "", err
	}
	for _, ref := range refs {
		l.languages[ref.ID] = languageOf(found[ref.ID])
	}
	return l.languages[id], nil
}

// changed reports whether the project's entity may have another language than
// the index.
func (l *indexLoader) changed(w *want) bool {
	l.request.cache.mu.Lock()
	defer l.request.cache.mu.Unlock()
	held := w.entry.index
	return held == nil || held.state.graph.Project() != w.state.graph.Project()
}

// languageOf returns the language of a project. An unknown language, which a
// row that was not written by the service may have, counts as none.
func languageOf(e graph.Entity) string {
	project, ok := e.(*graph.Project)
	if !ok {
		return graph.Languages[0]
	}
	language, _ := project.Language()
	return language
}

// refresh returns the index of a state: the one before, brought up to date, or
// a new one for another language.
func (c *Cache) refresh(ctx context.Context, before *stateIndex, s *state, language string) (*stateIndex, error) {
	if before == nil || before.language != language || before.state.history != s.history {
		return c.index(ctx, s, language)
	}
	next := &stateIndex{Index: before.Index, state: s, language: language, unreadable: maps.Clone(before.unreadable)}
	since := s.graph.Revision
	since.Number = before.state.graph.Revision.Number
	put, gone, err := c.changed(ctx, s.graph, since)
	if err != nil {
		return nil, err
	}
	follows := since.Number > 0 && before.follows(s.graph, put, gone)
	for _, id := range gone {
		delete(next.unreadable, id)
	}
	for i := range put {
		delete(next.unreadable, put[i].ID)
	}
	if err := next.note(next.Apply(put, gone)); err != nil {
		return nil, err
	}
	if follows && maps.Equal(before.unreadable, next.unreadable) && next.relink(before.state.graph) {
		return next, nil
	}
	next.SetEdges(slices.Collect(edgesOf(s.graph)))
	next.SetRoots(rootsOf(s.graph))
	return next, nil
}

// index returns a new index of a state.
func (c *Cache) index(ctx context.Context, s *state, language string) (*stateIndex, error) {
	next := &stateIndex{Index: index.New(text.Stemmers[language]), state: s, language: language, unreadable: map[string]bool{}}
	put, _, err := c.changed(ctx, s.graph, graph.Revision{ProjectID: s.graph.Revision.ProjectID})
	if err != nil {
		return nil, err
	}
	edges := links.Edges{Count: s.graph.EdgeCount(), Each: edgesOf(s.graph)}
	return next, next.note(next.Fill(put, edges, rootsOf(s.graph)))
}

// follows reports whether the changes of documents are those of a graph since the
// one of the index. Others have edges and roots that the graphs do not differ in,
// such as those of an entity whose text could not be read before.
func (x *stateIndex) follows(next *memory.Graph, put []index.Document, gone []string) bool {
	defer index.Lock([]*index.Index{x.Index})()
	for i := range put {
		if _, indexed := x.Find(put[i].ID); indexed != (x.state.graph.Entity(put[i].ID) != nil) {
			return false
		}
	}
	for _, id := range gone {
		if _, indexed := x.Find(id); indexed && next.Entity(id) != nil {
			return false
		}
	}
	return true
}

// relink changes the edges and roots of the index by the difference from an
// earlier graph, and reports false if that is unknown or large.
func (x *stateIndex) relink(earlier *memory.Graph) bool {
	g := x.state.graph
	difference, known := g.Since(earlier)
	if !known || len(difference.Edges)+len(difference.Gone) > links.Few {
		return false
	}
	relinking := index.Relinking{Gone: difference.Gone, Roots: make(map[string]string, len(difference.Roots))}
	for _, edge := range difference.Edges {
		relinking.Put = append(relinking.Put, edgeOf(edge))
	}
	for _, ord := range difference.Roots {
		relinking.Roots[g.At(ord).Self().ID] = g.At(g.Root(ord)).Self().ID
	}
	x.Relink(relinking)
	return true
}

// changed returns the documents of a graph that were put or removed after a
// revision, by id. It ignores search text of entities that the graph does not have,
// because that belongs to a later revision.
func (c *Cache) changed(ctx context.Context, g *memory.Graph, since graph.Revision) (put []index.Document, gone []string, err error) {
	if since.Number == 0 {
		put = make([]index.Document, 0, g.Count())
	}
	err = c.store.Terms(ctx, since, func(terms graph.Terms) {
		entity := g.Entity(terms.ID)
		switch {
		case terms.Deleted || entity == nil || entity.Self().IsScratch():
			gone = append(gone, terms.ID)
		default:
			put = append(put, documentOf(entity, terms.Data))
		}
	})
	slices.Sort(gone)
	sortByID(put)
	return put, gone, err
}

// sortByID sorts documents by id. It compares the first bytes of ids side by side: a
// million documents, and ids that are anywhere in memory, take ten times as long.
func sortByID(documents []index.Document) {
	type place struct {
		first uint64 // bytes of the id
		at    int32
	}
	places := make([]place, len(documents))
	for i := range documents {
		var first [8]byte
		copy(first[:], documents[i].ID)
		places[i] = place{binary.BigEndian.Uint64(first[:]), int32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return cmp.Compare(documents[a.at].ID, documents[b.at].ID)
	})
	for i := range places {
		at := int(places[i].at)
		for at < i { // it was moved to where another one belonged
			at = int(places[at].at)
		}
		documents[i], documents[at] = documents[at], documents[i]
	}
}

// note notes the entities of an error that says that their search text is of another
// version or damaged, and returns other errors. They are not in the index until they are
// analysed again.
func (x *stateIndex) note(err error) error {
	unread, damaged := errors.AsType[index.Unreadable](err)
	if !damaged {
		return err
	}
	for _, id := range unread {
		x.unreadable[id] = true
	}
	return nil
}

func documentOf(e graph.Entity, vector []byte) index.Document {
	common := e.Self()
	return index.Document{
		ID:    common.ID,
		Kind:  string(common.Kind),
		Title: common.Label,
		Attributes: index.Attributes{
			Active:   common.Spec().IsActive(common.State()),
			Done:     common.IsOver(),
			Modified: common.UpdatedAt,
		},
		Occurred: occurred(e),
		Aliases:  aliasesOf(e),
		Vector:   vector,
	}
}

// aliasesOf returns the names of an entity other than its title. For a milestone
// these are the versions in the title, with and without a v. For other entities
// it is the last part of the external id, if that is an identifier such as
// PEP-484, is written with hyphens or underscores, or follows #; for projects and
// records it may be anything.
func aliasesOf(e graph.Entity) []string {
	common := e.Self()
	if common.Kind == graph.KindMilestone {
		return versions(common.Label)
	}
	if common.ExternalID == nil {
		return nil
	}
	id := *common.ExternalID
	if mark, _ := naming.NumberMark(id); mark != "" || graph.IsShownID(id) && strings.Contains(id, ":") {
		return []string{id}
	}
	at := strings.LastIndexAny(id, "/:#")
	name := id[at+1:]
	if at >= 0 && id[at] == '#' {
		return []string{name}
	}
	called := common.Kind == graph.KindProject || common.Kind == graph.KindRecord || strings.ContainsAny(name, "-_")
	if called && len(name) >= minAlias && strings.ContainsFunc(name, unicode.IsLetter) || naming.Identifier(name) == name && name != "" {
		return []string{name}
	}
	return nil
}

// minAlias is the minimum length of the last part of an id that is a name, by
// eye.
const minAlias = 3

// versions returns the versions in a title, with and without a v before them.
func versions(title string) []string {
	var names []string
	for word := range strings.FieldsSeq(title) {
		number := strings.TrimLeft(word, "vV")
		if strings.ContainsFunc(number, unicode.IsDigit) && strings.Trim(number, "0123456789.") == "" {
			names = append(names, number, "v"+number)
		}
	}
	return names
}

// rootsOf returns a function that returns the id of an entity's root.
func rootsOf(g *memory.Graph) func(id string) string {
	return func(id string) string {
		if ord, known := g.Ordinal(id); known {
			return g.At(g.Root(ord)).Self().ID
		}
		return id
	}
}

// occurred returns when a signal was noticed, the zero time for other entities.
func occurred(e graph.Entity) time.Time {
	if signal, ok := e.(*graph.Signal); ok && signal.TS != nil {
		return *signal.TS
	}
	return time.Time{}
}

// edgesOf yields the live edges of a graph.
func edgesOf(g *memory.Graph) iter.Seq[links.Edge] {
	return func(yield func(links.Edge) bool) {
		for edge := range g.Edges() {
			if !yield(edgeOf(edge)) {
				return
			}
		}
	}
}

// roles are the roles of relations that matter to the index.
var roles = map[graph.RelationRole]links.Role{
	graph.RoleContainment: links.Contains, graph.RolePart: links.PartOf, graph.RoleSequence: links.Follows,
}

// edgeOf returns an edge for the index. The relation of an edge that was imported
// under another name is that name.
func edgeOf(edge *graph.Edge) links.Edge {
	name := edge.Original()
	return links.Edge{ID: edge.ID, From: edge.Src.ID, To: edge.Dst.ID, Relation: name, Role: roles[graph.Relation(name).Role()]}
}
