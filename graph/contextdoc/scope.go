package contextdoc

import (
	"context"
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/contextdoc/style"
	"dossier/graph/memory"
	"dossier/graph/projects"
	"dossier/graph/records"
	"dossier/graph/reply"
)

// A scope has the projects of a document, each at one revision, as read from
// the cache once.
type scope struct {
	projects projects.Set
	isAll    bool // they are all that the actor may read
	names    *projects.Names
	starts   []string // the ids to start from that are in the projects
	// attention is what needs attention in all projects, of which projects are the
	// first; nil unless the document is about all projects.
	attention []graph.Attention
	warnings  []Warning
	has       *known.Set // what the client already has, nil for nothing
	// readings are those of the only question if it may ask for a view, nil otherwise.
	readings *reply.Readings
	// types are the record types, nil until they are read. They are read if a question may
	// call records by the names of their types, or a message mentions records.
	types *records.Types
}

// scope returns the scope of a request. It leaves out ids that are unknown or
// forbidden. If nothing remains to start from, the error is NOT_FOUND.
func (w *Writer) scope(ctx context.Context, r *request) (*scope, error) {
	ids, err := w.projectIDs(ctx, r)
	if err != nil {
		return nil, err
	}
	parts := projects.Parts{}
	switch {
	case r.start.ranked, r.start.focusID != "", r.view != nil:
		parts = projects.Parts{Index: true, Vectors: w.Questions != nil}
	case r.start.projectID != "":
		parts.IndexUpTo = OwnersUpTo
	}
	sc := &scope{}
	if r.start.global && ids == nil {
		err = w.attend(ctx, r, sc)
		if n := len(sc.attention); err == nil && r.view != nil && 0 < n && n <= mostProjects {
			sc.projects, err = w.Projects.Get(ctx, sc.ids(), parts)
		}
	} else {
		sc.projects, err = w.asked(ctx, r, sc, ids, parts)
	}
	if err != nil {
		return nil, err
	}
	if sc.names, err = w.names(ctx, sc); err != nil {
		return nil, err
	}
	for _, id := range r.start.ids {
		if sc.projects.With(id) != nil {
			sc.starts = append(sc.starts, id)
			continue
		}
		sc.warnings = append(sc.warnings, Warning{WarnNotFound, "no entity with id " + id})
	}
	sc.has = sc.known(r.known)
	if len(r.start.topics) > 0 && slices.ContainsFunc(sc.projects.Graphs(), hasRecords) {
		if err := w.readTypes(ctx, sc); err != nil {
			return nil, err
		}
	}
	return sc, sc.check(r)
}

// hasRecords reports whether a graph has records that are no people.
func hasRecords(g *memory.Graph) bool {
	return slices.ContainsFunc(g.Records().Types, func(id string) bool { return id != graph.PersonType })
}

// readTypes reads the record types once.
func (w *Writer) readTypes(ctx context.Context, sc *scope) error {
	if sc.types != nil {
		return nil
	}
	list, err := w.Store.RecordTypes(ctx)
	sc.types = records.NewTypes(list)
	return err
}

// names returns the names of the entities of a scope.
func (w *Writer) names(ctx context.Context, sc *scope) (*projects.Names, error) {
	if sc.isAll {
		return projects.NamesOf(sc.projects), nil
	}
	return w.Projects.Names(ctx, w.Store, sc.projects)
}

// ids returns the ids of the projects that attend found.
func (sc *scope) ids() (ids []string) {
	for _, p := range sc.projects {
		ids = append(ids, p.Graph.Revision.ProjectID)
	}
	return ids
}

// attend sets the projects of a document about all projects. It warns of those
// that are left out of its lists.
func (w *Writer) attend(ctx context.Context, r *request, sc *scope) (err error) {
	sc.attention, sc.projects, err = w.Projects.Attend(ctx, r.now)
	all, some := len(sc.attention), len(sc.projects)
	if sc.isAll = some == all; some < all {
		sc.warnings = append(sc.warnings, Warning{warnProjects, fmt.Sprintf(
			"the lists after that of projects are of %d of %d projects, those that need attention first; name a project to see into it", some, all)})
	}
	return err
}

// asked returns the projects with some ids, or with nil those of all that have
// the words of the topics. It warns of those that are left out.
func (w *Writer) asked(ctx context.Context, r *request, sc *scope, ids []string, parts projects.Parts) (projects.Set, error) {
	if ids != nil || len(r.start.topics) == 0 {
		return w.Projects.Get(ctx, ids, parts)
	}
	set, choice, err := w.Projects.Ask(ctx, r.start.topics, parts)
	sc.isAll = choice.Asked == choice.All
	if choice.Left > 0 {
		sc.warnings = append(sc.warnings, Warning{warnProjects, fmt.Sprintf(
			"%d of %d projects were asked, those that have most of the words; %d others have some of them; name a project to ask it", choice.Asked,
			choice.All, choice.Left)})
	}
	return set, err
}

// check returns an error if the scope lacks the start of the document.
func (sc *scope) check(r *request) error {
	start := &r.start
	switch {
	case start.projectID != "" && len(sc.projects) == 0:
		return graph.NotFound("project", start.projectID)
	case start.focusID != "" && len(sc.projects) == 0:
		return graph.NotFound("entity", start.focusID)
	case (start.ranked || start.global) && r.projectID != "" && len(sc.projects) == 0:
		return graph.NotFound("project", r.projectID)
	case len(start.ids) > 0 && len(sc.starts) == 0:
		return graph.NotFound("entity", start.ids[0])
	}
	return nil
}

// projectIDs returns the ids of the projects of a document, nil for all.
func (w *Writer) projectIDs(ctx context.Context, r *request) ([]string, error) {
	switch start := &r.start; {
	case start.projectID != "":
		return []string{start.projectID}, nil
	case start.focusID != "":
		ids, err := w.projectsOf(ctx, []string{start.focusID})
		if err == nil && r.projectID != "" && len(ids) > 0 && r.projectID != ids[0] {
			err = graph.BadInput("input.projectId", "expected the project of the entity or none; got %s", r.projectID)
		}
		return ids, err
	case r.projectID != "":
		return []string{r.projectID}, nil
	case start.global:
		return nil, nil
	case len(start.ids) > 0:
		return w.projectsOf(ctx, start.ids)
	default:
		return nil, nil
	}
}

// projectsOf returns the ids of the projects of entities, sorted.
func (w *Writer) projectsOf(ctx context.Context, ids []string) ([]string, error) {
	refs := make([]graph.Ref, len(ids))
	for i, id := range ids {
		refs[i].ID = id
	}
	entities, err := w.Store.Entities(ctx, refs, graph.Light)
	if err != nil {
		return nil, err
	}
	found := make([]string, 0, len(entities)) // never nil, which means all
	for _, entity := range entities {
		found = append(found, entity.Self().ProjectID)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// The minimum number of tokens of an item of a list: in a small budget its bullet and
// a word, by the estimate of four characters a token; in others those of a short name,
// so that fewer texts are read for nothing. By eye.
const (
	leastItem = 2
	shortItem = 4
)

// listed returns the maximum number of entities of a list for which a budget may
// have room, 0 for no limit. Entities that are known take no room.
func (sc *scope) listed(maxTokens int) int {
	if sc.has != nil {
		return 0
	}
	if maxTokens < style.SmallBudget {
		return maxTokens/leastItem + 1
	}
	return maxTokens/shortItem + 1
}
