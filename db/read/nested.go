package read

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/db/where"
	"dossier/graph"
	"dossier/graph/lists"
)

// Nested implements the Store of package query.
func (r *ListReader) Nested(ctx context.Context, links graph.Links, list lists.List, parents []string) (map[string]*lists.Page, error) {
	n := &nestedRead{reads: r, links: links, list: &list, parents: parents, pages: map[string]*lists.Page{}, rows: map[string]*int{}}
	order, err := orderOf(&r.conn.Dialect, graph.ListSpec(list.Kind), list.Order)
	if err != nil {
		return nil, err
	}
	for _, parent := range parents {
		n.pages[parent], n.rows[parent] = &lists.Page{}, new(int)
	}
	if links.AreNone() {
		return n.pages, nil
	}
	if len(links.Kinds) == 1 {
		list.Kind = links.Kinds[0]
	}
	missing := r.missingForList(&list, links)
	if err := r.conn.Read(ctx, missing.and(n.queries(ctx, order)...)...); err != nil {
		return nil, err
	}
	if missing.again(ctx) {
		return r.Nested(ctx, links, list, parents)
	}
	if list.Kind == "" {
		if err := n.load(ctx); err != nil {
			return nil, err
		}
	}
	for parent, page := range n.pages {
		n.finish(page, *n.rows[parent])
	}
	return n.pages, nil
}

// A nestedRead reads a page of a nested list for each parent.
type nestedRead struct {
	reads   *ListReader
	links   graph.Links
	list    *lists.List
	parents []string
	pages   map[string]*lists.Page // by parent
	rows    map[string]*int        // by parent: the number of rows read, including those that are left out
}

// finish completes a page for which a number of rows were read. The rows of a
// whole list need not be counted by another statement.
func (n *nestedRead) finish(page *lists.Page, rows int) {
	size := pageSize(n.list)
	cutPage(page, n.list, rows > size)
	if size > 0 && rows <= size && n.list.After == nil && n.list.Before == nil {
		page.Total, page.IsWhole = rows, true
	}
}

func (n *nestedRead) queries(ctx context.Context, order ordering) (queries []engine.Query) {
	if pageSize(n.list) > 0 {
		queries = append(queries, n.read(ctx, order))
	}
	if n.list.Total {
		queries = append(queries, n.total(ctx))
	}
	return queries
}

// read returns the query for the rows of all pages: a window function numbers
// the rows of each parent in the order, and the first ones are returned.
func (n *nestedRead) read(ctx context.Context, order ordering) engine.Query {
	if n.links.Via == graph.ViaProject && len(n.parents) == 1 {
		return n.ofProject(ctx, order)
	}
	order = order.from(n.list)
	if n.list.Kind == "" {
		return n.mixed(ctx, order)
	}
	shape := schema.ShapeOf(n.list.Kind, n.list.View)
	if n.links.Via == graph.ViaProject {
		return n.ofProjects(ctx, shape, order)
	}
	q := n.reads.conn.Statement()
	q.Add("SELECT page.parent, ", shape.Columns,
		" FROM (SELECT link.parent, entity.id", inProjectOf(shape.Spec),
		", row_number() OVER (PARTITION BY link.parent ORDER BY ", order.sql(), ") AS place")
	n.from(ctx, q, shape.Spec, order)
	q.Add(") page JOIN ", shape.Spec.Table, " entity ON entity.id = page.id", isInProjectOf(shape.Spec, "page"),
		where.OfProject(q, shape.Spec, &n.list.Filter),
		" WHERE page.place <= ", q.Param(pageSize(n.list)+1),
		" ORDER BY page.parent, page.place")
	return n.query(q, shape)
}

// ofProject returns the query for the page of one project, which is that of a
// list. It takes a tenth less time than the page of ofProjects.
func (n *nestedRead) ofProject(ctx context.Context, order ordering) engine.Query {
	list, project := *n.list, n.parents[0]
	list.Filter.ProjectID = &project
	return n.reads.rows(ctx, &list, order, n.pages[project], n.rows[project])
}

// ofProjects returns the query for the pages of projects: for each, the first
// rows are looked up, in the order of an index if there is one.
func (n *nestedRead) ofProjects(ctx context.Context, shape *schema.Shape, order ordering) engine.Query {
	q := n.reads.conn.Statement()
	spec := shape.Spec
	first := "SELECT entity.id FROM " + spec.Table + " entity WHERE entity.project_id = project.id AND entity.deleted_at IS NULL"
	for _, condition := range append(where.Conditions(q, spec, &n.list.Filter), n.places(q, order)...) {
		first += " AND " + condition
	}
	first += " ORDER BY " + order.sql() + " LIMIT " + q.Param(pageSize(n.list)+1)
	q.Add("SELECT project.id, ", shape.Columns, " FROM onto_projects project", q.Dialect.Each(spec.Table, first),
		" WHERE ", q.In("project.id", n.parents), " AND ", q.Readable("project.id", statement.SubjectOf(ctx)), " ORDER BY project.id, ",
		order.sql())
	return n.query(q, shape)
}

// query returns a statement as a query whose rows have the parent and the
// columns of an entity on its page.
func (n *nestedRead) query(q *statement.Statement, shape *schema.Shape) engine.Query {
	var parent string
	scanner := shape.Scanner(&parent)
	return q.Query(func(row engine.Row) error {
		parent = ""
		entity, err := scanner.Scan(row)
		if rows := n.rows[parent]; rows != nil { // nil if the row cannot be scanned at all
			*rows++
		}
		if err != nil {
			return n.reads.conn.LeaveOut(err)
		}
		page := n.pages[parent]
		page.Entities = append(page.Entities, entity)
		return nil
	})
}

// mixed returns the query for the kinds and ids on pages with several kinds.
func (n *nestedRead) mixed(ctx context.Context, order ordering) engine.Query {
	q := n.reads.conn.Statement()
	q.Add("SELECT parent, kind, id FROM (SELECT entity.*, row_number() OVER (PARTITION BY entity.parent ORDER BY ", order.sql(),
		") AS place FROM (")
	if n.isPlain() && !order.has(lists.OrderLabel) {
		q.Add("SELECT link.parent, entity.kind, entity.id, entity.created_at, entity.updated_at")
		n.fromAll(ctx, q, order)
	} else {
		n.each(q, func(spec *graph.Spec) {
			q.Add("SELECT link.parent, ", q.Param(string(spec.Kind)), " AS kind, entity.id, entity.created_at, entity.updated_at, entity.",
				schema.LabelColumn)
			n.from(ctx, q, spec, order)
		})
	}
	q.Add(") entity) page WHERE place <= ", q.Param(pageSize(n.list)+1), " ORDER BY parent, place")
	return q.Query(func(row engine.Row) error {
		var parent string
		var ref graph.Ref
		if err := row.Scan(&parent, &ref.Kind, &ref.ID); err != nil {
			return fmt.Errorf("read linked entities: %w", err)
		}
		*n.rows[parent]++
		page := n.pages[parent]
		page.Entities = append(page.Entities, &graph.Common{Kind: ref.Kind, ID: ref.ID})
		return nil
	})
}

// load replaces the references on mixed pages with their entities. It omits
// those that were deleted in between.
func (n *nestedRead) load(ctx context.Context) error {
	var refs []graph.Ref
	for _, page := range n.pages {
		for _, entity := range page.Entities {
			refs = append(refs, entity.Self().Ref())
		}
	}
	found, err := n.reads.entities.Entities(ctx, refs, n.list.View)
	if err != nil {
		return err
	}
	for _, page := range n.pages {
		var entities []graph.Entity
		for _, ref := range page.Entities {
			if entity := found[ref.Self().ID]; entity != nil {
				entities = append(entities, entity)
			}
		}
		page.Entities = entities
	}
	return nil
}

// total returns the query that counts the rows of each parent.
func (n *nestedRead) total(ctx context.Context) engine.Query {
	list := *n.list
	list.After, list.Before = nil, nil
	all := &nestedRead{reads: n.reads, links: n.links, list: &list, parents: n.parents}
	q := n.reads.conn.Statement()
	q.Add("SELECT parent, count(*) FROM (")
	if n.isPlain() {
		q.Add("SELECT link.parent")
		all.fromAll(ctx, q, ordering{})
	} else {
		n.each(q, func(spec *graph.Spec) {
			q.Add("SELECT ", n.parent(), " AS parent")
			all.from(ctx, q, spec, ordering{})
		})
	}
	q.Add(") linked GROUP BY parent")
	return q.Query(func(row engine.Row) error {
		var parent string
		var count int
		if err := row.Scan(&parent, &count); err != nil {
			return fmt.Errorf("count linked entities: %w", err)
		}
		n.pages[parent].Total = count
		return nil
	})
}

// each calls add for each kind of the list, and joins the parts by UNION ALL.
func (n *nestedRead) each(q *statement.Statement, add func(*graph.Spec)) {
	for i, kind := range n.links.Kinds {
		if i > 0 {
			q.Add(" UNION ALL ")
		}
		add(graph.SpecOf(kind))
	}
}

// parent returns the column of the parent after [nestedRead.from].
func (n *nestedRead) parent() string {
	if n.links.Via == graph.ViaProject {
		return "entity.project_id"
	}
	return "link.parent"
}

// from adds FROM and WHERE: the rows of a kind that are linked to the parents
// and match the filter.
func (n *nestedRead) from(ctx context.Context, q *statement.Statement, spec *graph.Spec, order ordering) {
	q.Add(" FROM ")
	if n.links.Via == graph.ViaProject {
		q.Add(spec.Table, " entity WHERE ", q.In("entity.project_id", n.parents), " AND ")
	} else {
		q.Add(n.linked(q, spec), " link JOIN ", spec.Table, " entity ON entity.id = link.child AND entity.",
			schema.ProjectColumn(spec), " = link.project_id WHERE ")
	}
	q.Add(where.Live(ctx, q, spec, &n.list.Filter))
	for _, condition := range append(where.Conditions(q, spec, &n.list.Filter), n.places(q, order)...) {
		q.Add(" AND ", condition)
	}
}

// isPlain reports whether a list of several kinds needs only columns of
// onto_entities. That table is read instead of those of the kinds, because
// Postgres takes ten times as long to plan a union of them as to read a page.
func (n *nestedRead) isPlain() bool {
	filter := n.list.Filter
	filter.ProjectID = nil
	return len(n.links.Kinds) > 1 && n.links.Via == graph.ViaEdges && reflect.ValueOf(filter).IsZero()
}

// fromAll is like from, for all kinds of the list and without a filter.
func (n *nestedRead) fromAll(ctx context.Context, q *statement.Statement, order ordering) {
	kinds := where.KindNames(n.links.Kinds)
	q.Add(" FROM ", n.joined(q, func(half where.Half) string { return q.In("edge."+half.To+"_kind", kinds) }),
		" link JOIN onto_entities entity ON entity.id = link.child AND entity.project_id = link.project_id WHERE NOT entity.deleted AND ",
		q.Readable("entity.project_id", statement.SubjectOf(ctx)))
	if id := n.list.Filter.ProjectID; id != nil {
		q.Add(" AND entity.project_id = ", q.Param(*id))
	}
	for _, condition := range n.places(q, order) {
		q.Add(" AND ", condition)
	}
}

// places returns the conditions of the cursors for a page that is read in
// order.
func (n *nestedRead) places(q *statement.Statement, order ordering) []string {
	if order.backwards {
		order = order.reversed()
	}
	return order.between(q, n.list)
}

// linked returns the table of parents and entities linked to them, without
// repetitions.
func (n *nestedRead) linked(q *statement.Statement, spec *graph.Spec) string {
	if n.links.Via == graph.ViaOwner {
		return n.owned(q, spec)
	}
	return n.joined(q, func(half where.Half) string { return "edge." + half.To + "_kind = " + q.Param(string(spec.Kind)) })
}

// joined returns the table of the parents and the entities to which edges join
// them, each pair once. kinds returns the condition on the kind of the
// entities.
func (n *nestedRead) joined(q *statement.Statement, kinds func(where.Half) string) string {
	var parts []string
	for _, half := range where.Halves(q, n.links.Ways) {
		parents, project := "edge."+half.From+"_id", q.Dialect.Unindexed+"edge.project_id"
		if only := where.OnlyProject(&n.list.Filter); only != nil {
			parents = q.In(parents, n.parents) + " AND " + project + " = " + q.Param(*only)
		} else {
			parents = q.ByID(project, parents, n.parents)
		}
		parts = append(parts, fmt.Sprintf("SELECT edge.%[1]s_id AS parent, edge.%[2]s_id AS child, edge.project_id FROM onto_edges edge "+
			"WHERE %[3]s AND %[4]s AND NOT edge.deleted%[5]s",
			half.From, half.To, parents, kinds(half), half.Relations))
	}
	return "(" + strings.Join(parts, " UNION ") + ")"
}

// owned returns the table of the parents and the entities that they own.
func (n *nestedRead) owned(q *statement.Statement, spec *graph.Spec) string {
	return "(SELECT DISTINCT owned.owner_id AS parent, owned.entity_id AS child, owned.project_id FROM " +
		where.Owners(q, spec, nil) + " owned WHERE " + q.ByID("owned.project_id", "owned.owner_id", n.parents) + ")"
}

// Owners implements the Store of package query.
func (r *ListReader) Owners(ctx context.Context, refs []graph.Ref) (map[string]graph.Owner, error) {
	byKind := conn.IDsByKind(refs)
	q := r.conn.Statement()
	q.Add("SELECT owned.entity_id, owned.owner_id, owned.name FROM (")
	var specs []*graph.Spec
	for _, spec := range graph.Kinds {
		ids := byKind[spec.Kind]
		if len(ids) == 0 {
			continue
		}
		if specs = append(specs, spec); len(specs) > 1 {
			q.Add(" UNION ALL ")
		}
		q.Add("SELECT owned.* FROM ", where.Owners(q, spec, func(alias, id string) string {
			if alias == "named" && spec.Kind == graph.KindProject {
				return q.In("named.id", ids)
			}
			return q.ByID(alias+".project_id", alias+"."+id, ids)
		}),
			" owned JOIN ", spec.Table, " entity ON entity.id = owned.entity_id AND entity.", schema.ProjectColumn(spec),
			" = owned.project_id AND entity.deleted_at IS NULL")
	}
	if specs == nil {
		return nil, nil
	}
	q.Add(") owned WHERE ", q.Readable("owned.project_id", statement.SubjectOf(ctx)), " ORDER BY owned.place, owned.name",
		r.conn.Dialect.ByBytes,
		", owned.owner_id")
	found := map[string]graph.Owner{}
	missing := r.missing(specs...)
	err := r.conn.Read(ctx, missing.and(q.Query(func(row engine.Row) error {
		var id, name string
		var owner *string
		if err := row.Scan(&id, &owner, &name); err != nil {
			return fmt.Errorf("read owners: %w", err)
		}
		if _, known := found[id]; !known {
			found[id] = graph.Owner{ID: graph.Or(owner, ""), Name: name}
		}
		return nil
	}))...)
	if err == nil && missing.again(ctx) {
		return r.Owners(ctx, refs)
	}
	return found, err
}
