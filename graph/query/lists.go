package query

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// A listing returns lists, groups and owners.
type listing struct{ *base }

// A ListInput describes a page of a kind by the arguments of a connection.
type ListInput struct {
	lists.ListArgs
	Kind      graph.Kind // "" for several kinds
	ProjectID *string    // nil is all projects
	Total     bool       // whether to return the total
	// Columns are the columns that the caller reads of the entities, as in
	// [lists.List].
	Columns []string
}

// List returns a page of the light entities of a kind. By default it is ordered
// by updated_at, the newest first. T is the struct of the kind. The error is
// NOT_FOUND if the project is unknown or forbidden.
func List[T graph.Entity](ctx context.Context, s *Service, in ListInput) (*lists.Connection[T], error) {
	ctx, end := s.listing.called(ctx, "list")
	defer end()
	list, err := in.ListArgs.List(in.Kind)
	if err != nil {
		return nil, err
	}
	list.Total, list.Columns = in.Total, in.Columns
	if list.Filter.ProjectID, err = projectID(in.ProjectID); err != nil {
		return nil, err
	}
	list.Filter = list.Filter.Clock(s.clock(ctx, nil))
	page, err := s.listing.store.List(ctx, *list)
	if err != nil {
		return nil, err
	}
	if err := s.explain(ctx, list.Filter.ProjectID, len(page.Entities)); err != nil {
		return nil, err
	}
	return lists.NewConnection[T](list, page, nil), nil
}

// explain returns the error NOT_FOUND if a list has no rows because its project
// is unknown or forbidden. Only empty lists are checked, because only these may
// be due to a wrong id.
func (s *listing) explain(ctx context.Context, projectID *string, rows int) error {
	if projectID == nil || rows > 0 {
		return nil
	}
	readable, err := s.store.Revisions(ctx, []string{*projectID})
	if err == nil && len(readable) == 0 {
		err = graph.NotFound("project", *projectID)
	}
	return err
}

// projectID parses the argument projectId, which may be nil.
func projectID(given *string) (*string, error) {
	if given == nil {
		return nil, nil
	}
	id, err := graph.ParseID("projectId", *given)
	return &id, err
}

// Nested returns, for each parent, a page of the entities linked to it; see
// [ListStore.Nested].
func (s *listing) Nested(ctx context.Context, links graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error) {
	ctx, end := s.called(ctx, "nested")
	defer end()
	list.Filter = list.Filter.Clock(s.clock(ctx, nil))
	return s.store.Nested(ctx, links, list, parents)
}

// Owners returns the owners of entities, by id; see [ListStore.Owners].
func (s *listing) Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error) {
	return s.store.Owners(ctx, refs)
}

// A GroupInput describes groups of the entities of a kind.
type GroupInput struct {
	Kind      graph.Kind
	ProjectID *string         // nil is all projects
	Filter    *lists.Filter   // nil is all entities
	By        []lists.GroupBy // up to [lists.MaxGroupBy] properties
	Numbers   []string        // up to [lists.MaxNumbers] columns and fields
	First     *int            // the maximum number of groups; nil is [lists.DefaultGroups]
	Now       *time.Time      // for what is overdue; nil is the clock
	TimeZone  *string         // of days, weeks and months; nil is that of the time
}

// Groups returns the number of entities in each group, the largest first. The
// error is NOT_FOUND if the project is unknown or forbidden.
func (s *listing) Groups(ctx context.Context, in GroupInput) (groups []lists.Group, err error) {
	ctx, end := s.called(ctx, "groups")
	defer end()
	grouping := lists.Grouping{Kind: in.Kind, By: in.By, Numbers: in.Numbers, First: graph.Or(in.First, lists.DefaultGroups)}
	spec := graph.SpecOf(in.Kind)
	if in.Filter != nil {
		grouping.Filter = *in.Filter
	}
	if err := lists.CheckFilter(spec, &grouping.Filter); err != nil {
		return nil, err
	}
	if err := lists.CheckGroupBy(spec, in.By); err != nil {
		return nil, err
	}
	if err := grouping.CheckNumbers(); err != nil {
		return nil, err
	}
	if err := graph.CheckRange("first", grouping.First, 1, lists.MaxGroups); err != nil {
		return nil, err
	}
	if ctx, err = graph.InZoneNamed(ctx, "timeZone", in.TimeZone); err != nil {
		return nil, err
	}
	if grouping.Filter.ProjectID, err = projectID(in.ProjectID); err != nil {
		return nil, err
	}
	now := s.clock(ctx, in.Now)
	grouping.Filter.Now = &now
	grouping.Filter = grouping.Filter.Clock(now)
	if groups, err = s.store.Groups(ctx, grouping); err != nil {
		return nil, err
	}
	for _, group := range groups {
		for i := range group.Keys {
			lists.SetEnumValue(spec, &group.Keys[i])
		}
	}
	return groups, s.explain(ctx, grouping.Filter.ProjectID, len(groups))
}

// RecordTypes returns the record types of the deployment, ordered by id.
func (s *listing) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	return s.store.RecordTypes(ctx)
}

// projectOf returns the id of an entity's project. The error is NOT_FOUND if
// the entity is unknown or forbidden.
func (s *base) projectOf(ctx context.Context, id string) (string, error) {
	found, err := s.Entities(ctx, []graph.Ref{{ID: id}}, graph.Light)
	if err != nil {
		return "", err
	}
	if entity := found[id]; entity != nil {
		return entity.Self().ProjectID, nil
	}
	return "", graph.NotFound("entity", id)
}
