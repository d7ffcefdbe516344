package db

import (
	"context"
	"slices"

	"dossier/graph"
)

// A probe looks for rows without the computed columns by which a read orders or
// filters. It runs together with the queries of the read.
type probe struct {
	store *Store
	specs []*graph.Spec
	found []*graph.Spec
}

// probe returns a probe of the tables of the kinds.
func (s *Store) probe(specs ...*graph.Spec) *probe { return &probe{store: s, specs: specs} }

// and returns the queries and that of the probe, if it has kinds.
func (p *probe) and(queries ...Query) []Query {
	if len(p.specs) == 0 {
		return queries
	}
	q := p.store.statement()
	for i, spec := range p.specs {
		if i > 0 {
			q.add(" UNION ALL ")
		}
		q.add("SELECT '", string(spec.Kind), "' WHERE EXISTS (SELECT 1 FROM ", spec.Table, " WHERE ", labelKey, " IS NULL)")
	}
	return append(queries, q.query(func(row Row) error {
		var kind graph.Kind
		err := row.Scan(&kind)
		p.found = append(p.found, graph.SpecOf(kind))
		return err
	}))
}

// again completes the rows that were found, and reports whether to read again.
func (p *probe) again(ctx context.Context) bool {
	if len(p.found) == 0 || p.store.readOnly {
		return false
	}
	ids, err := p.store.incompleteProjects(ctx, p.found)
	if err != nil || p.store.completeNow(ctx, ids) {
		return err == nil
	}
	ids, err = p.store.incompleteProjects(ctx, p.found)
	return err == nil && len(ids) == 0 // another process or request has completed them
}

// listProbe returns the probe for a list: of its kind, or of all kinds, and of those
// whose owners the filter asks about.
func (s *Store) listProbe(list *graph.List, links graph.Links) *probe {
	specs := graph.Kinds
	if list.Kind != "" {
		specs = []*graph.Spec{graph.SpecOf(list.Kind)}
	}
	probe := s.probe()
	byLabel := slices.ContainsFunc(list.Order, func(o graph.Order) bool { return o.Field == graph.OrderLabel })
	if byLabel || links.Via == graph.ViaOwner {
		probe.add(specs)
	}
	probe.addOwned(specs, &list.Filter)
	return probe
}

// groupProbe returns the probe for groups of a kind.
func (s *Store) groupProbe(grouping *graph.Grouping) *probe {
	specs := []*graph.Spec{graph.SpecOf(grouping.Kind)}
	probe := s.probe()
	if slices.Contains(grouping.By, graph.GroupOwner) {
		probe.add(specs)
	}
	probe.addOwned(specs, &grouping.Filter)
	return probe
}

// add adds tables of kinds, each once.
func (p *probe) add(specs []*graph.Spec) {
	for _, spec := range specs {
		if !slices.Contains(p.specs, spec) {
			p.specs = append(p.specs, spec)
		}
	}
}

// addOwned adds the tables of the kinds about whose owners a filter asks.
func (p *probe) addOwned(specs []*graph.Spec, filter *graph.Filter) {
	filter.Each(specs, func(specs []*graph.Spec, f *graph.Filter) {
		if len(f.Owners) > 0 || f.OwnerName != nil || slices.Contains(f.Missing, graph.MissingOwner) {
			p.add(specs)
		}
	})
}
