package query

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"dossier/graph"
	"dossier/graph/projects"
)

// inStore finds an entity by statements, which look for the other names too, so that
// their number does not grow with the names of a request.
func (r *resolver) inStore(name string, others func() []string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.found[name]; !known {
		names := []string{name}
		if others != nil {
			names = append(names, others()...)
		}
		if err := r.look(names); err != nil {
			return "", err
		}
	}
	switch ids := r.found[name]; len(ids) {
	case 0:
		return "", graph.NotFound("entity", name)
	case 1:
		return ids[0], nil
	default:
		return "", several(name, len(ids), ids)
	}
}

// look finds the entities that names mean, each in the first way that finds one.
func (r *resolver) look(names []string) error {
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names),
		func(name string) bool { return name == "" || graph.IsUUID(name) || r.found[name] != nil })
	rows, err := r.store.Named(r.ctx, withRests(names))
	if err != nil {
		return fmt.Errorf("find names: %w", err)
	}
	for _, name := range names {
		r.found[name] = external(rows, name)
	}
	for _, find := range []func([]string, []graph.NamedRow) error{r.lookBegun, r.lookQualified, r.lookCalled} {
		left := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return len(r.found[name]) > 0 })
		if len(left) == 0 {
			return nil
		}
		if err := find(left, rows); err != nil {
			return fmt.Errorf("find names: %w", err)
		}
	}
	return nil
}

// mostSlashes bounds the places in a name at which that of a project may end. By eye.
const mostSlashes = 8

// splits yields the ways to read a name as that of a project and an external id.
func splits(name string) (ways [][2]string) {
	for at := range len(name) {
		if name[at] == '/' && at > 0 && at < len(name)-1 && len(ways) < mostSlashes {
			ways = append(ways, [2]string{name[:at], name[at+1:]})
		}
	}
	return ways
}

// withRests returns names, and what is an external id if they begin with that of a
// project.
func withRests(names []string) []string {
	all := slices.Clone(names)
	for _, name := range names {
		for _, way := range splits(name) {
			all = append(all, way[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// external returns the ids of the rows with an external id, of deleted ones only if
// there are no others.
func external(rows []graph.NamedRow, name string) (ids []string) {
	for _, deleted := range []bool{false, true} {
		for _, row := range rows {
			if row.External == name && row.Deleted == deleted {
				ids = append(ids, row.ID)
			}
		}
		if len(ids) > 0 {
			return ids
		}
	}
	return nil
}

// lookBegun finds the ids that begin with names.
func (r *resolver) lookBegun(names []string, _ []graph.NamedRow) error {
	long := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return len(name) < graph.ShortestID })
	if len(long) == 0 {
		return nil
	}
	ids, err := r.store.IDs(r.ctx, long)
	for _, name := range long {
		beginning := strings.ToLower(name)
		for at := sort.SearchStrings(ids, beginning); at < len(ids) && strings.HasPrefix(ids[at], beginning); at++ {
			r.found[name] = append(r.found[name], ids[at])
		}
	}
	return err
}

// lookQualified finds external ids behind the names of their projects.
func (r *resolver) lookQualified(names []string, rows []graph.NamedRow) error {
	if !slices.ContainsFunc(names, func(name string) bool { return len(splits(name)) > 0 }) || len(rows) == 0 {
		return nil
	}
	found, err := r.store.Projects(r.ctx)
	byID := make(map[string]*graph.Project, len(found))
	for _, project := range found {
		byID[project.ID] = project
	}
	for _, name := range names {
		for _, way := range splits(name) {
			for _, row := range rows {
				if project := byID[row.ProjectID]; project != nil && row.External == way[1] && !row.Deleted && project.IsNamed(way[0]) {
					r.found[name] = append(r.found[name], row.ID)
				}
			}
		}
	}
	return err
}

// lookCalled finds the entities with names, in the projects that are searched for them.
func (r *resolver) lookCalled(names []string, _ []graph.NamedRow) error {
	if !r.byLabel {
		return nil
	}
	set, _, err := r.projects.Ask(r.ctx, names, projects.Parts{})
	for _, p := range set {
		for _, name := range names {
			for _, e := range r.called(p.Graph, name) {
				r.found[name] = append(r.found[name], e.Self().ID)
			}
		}
	}
	return err
}
