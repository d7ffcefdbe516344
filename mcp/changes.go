package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/reading"
	"dossier/mcp/dialect"
	"dossier/mcp/schema"
)

type changesInput struct {
	budgeted
	Since   string   `json:"since"`
	Project string   `json:"project"`
	Actor   string   `json:"actor"`
	Changes []string `json:"changes"`
	From    int      `json:"from"`
}

// A changesOutput is changes as JSON.
type changesOutput struct {
	Since   string                `json:"since"`
	Counts  []reading.ChangeCount `json:"counts"`
	Changes []changeOutput        `json:"changes"`
	Unknown string                `json:"unknown"`
}

type changeOutput struct {
	At   string           `json:"at"`
	What query.ChangeKind `json:"what"`
	entityOutput
	Project string `json:"project,omitempty"`
	By      string `json:"by,omitempty"` // the actor's name, or the beginning of its id
}

const changesName = "list_changes"

// notKnown names the facts about changes that rows do not contain.
const notKnown = "Not listed: what a change replaced, earlier changes of the same entity, and links."

func changesTool() tool {
	return readingTool(changesName, "What was created, changed, completed or deleted since a time, the latest first.",
		[]schema.Property{
			schema.Required(schema.Text("since", "a time, a date, 7d, yesterday, last week")),
			schema.Text("project", ""), schema.Text("actor", "who made them"), schema.SomeOf("changes", "", query.ChangeKinds),
			schema.Number("from", "skips"),
		},
		listChanges)
}

// listChanges returns a page of changes.
func listChanges(ctx context.Context, s *toolbox, given changesInput, budget int) (*answer, error) {
	since, err := dialect.ParseSince(given.Since, s.service.Clock(ctx))
	if err != nil {
		return nil, err
	}
	project, err := s.names.someProject(ctx, given.Project)
	if err != nil {
		return nil, err
	}
	found, err := s.service.ChangesSince(ctx, project, since)
	if err != nil {
		return nil, err
	}
	if found, err = given.wanted(found); err != nil {
		return nil, err
	}
	if given.From < 0 || given.From > len(found) {
		return nil, graph.BadInput("from", "%d is out of range; there are %d changes", given.From, len(found))
	}
	lines, err := s.changeLines(ctx, found[given.From:], project)
	if err != nil {
		return nil, err
	}
	counts := countsOf(found)
	if len(found) == 0 {
		return s.noChanges(ctx, changesAnswer(nil, counts, given, since, 0), project)
	}
	return s.budgets.fitted(budget, len(lines), func(n int) (*answer, error) {
		return changesAnswer(lines[:n], counts, given, since, len(found)), nil
	})
}

// noChanges adds the time of the latest change to an answer without changes.
func (s *toolbox) noChanges(ctx context.Context, a *answer, project *string) (*answer, error) {
	latest, err := s.latestChange(ctx, project)
	if err != nil {
		return nil, err
	}
	if !latest.IsZero() {
		a.next = fmt.Sprintf("The latest change was at %s.", latest.UTC().Format(time.RFC3339))
	}
	return a, nil
}

// latestChange returns the time of the latest change in a project, or in all.
func (s *toolbox) latestChange(ctx context.Context, project *string) (latest time.Time, err error) {
	var list []graph.Attention
	if project == nil {
		list, err = s.service.Attention(ctx)
	} else {
		var g *memory.Graph
		if g, err = s.service.Graph(ctx, *project); err == nil {
			list = attention.Attend([]*memory.Graph{g}, s.service.Clock(ctx))
		}
	}
	for i := range list {
		if list[i].LastChange.After(latest) {
			latest = list[i].LastChange
		}
	}
	return latest, err
}

// wanted returns the changes that the input asks for.
func (in *changesInput) wanted(found []query.Change) ([]query.Change, error) {
	for _, what := range in.Changes {
		if !slices.Contains(query.ChangeKinds, query.ChangeKind(what)) {
			return nil, graph.BadInput("changes", "unknown change %q; expected created, changed, completed or deleted",
				graph.Truncate(what, dialect.NameRunes))
		}
	}
	return slices.DeleteFunc(found, func(c query.Change) bool {
		isOther := in.Actor != "" && !strings.EqualFold(c.By, strings.TrimSpace(in.Actor))
		return isOther || len(in.Changes) > 0 && !slices.Contains(in.Changes, string(c.What))
	}), nil
}

func countsOf(found []query.Change) []reading.ChangeCount {
	counts := []reading.ChangeCount{}
	for _, kind := range query.ChangeKinds {
		n := 0
		for _, change := range found {
			if change.What == kind {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, reading.ChangeCount{What: string(kind), Count: n})
		}
	}
	return counts
}

// mostChanges is the maximum number of changes that fit into any budget.
const mostChanges = MaxTokens / 10

// changeLines returns the lines of changes, with their projects unless one is
// given.
func (s *toolbox) changeLines(ctx context.Context, found []query.Change, project *string) ([]reading.Change, error) {
	found = found[:min(len(found), mostChanges)]
	ids := make([]string, len(found))
	for i, change := range found {
		ids[i] = change.Entity.Self().ID
	}
	short, err := s.service.ShortIDs(ctx, nil, ids)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	if project == nil {
		projects, err := s.service.Projects(ctx)
		if err != nil {
			return nil, err
		}
		for _, one := range projects {
			names[one.ID] = one.Name
		}
	}
	var lines []reading.Change
	for _, change := range found {
		c := change.Entity.Self()
		id := short(c.ID)
		if change.What == query.ChangeDeleted {
			id = c.ID // a deleted entity cannot be found by the beginning of its id
		}
		lines = append(lines, reading.Change{
			At: change.At, What: string(change.What), Entity: change.Entity, ID: id, By: graph.Line(change.By, dialect.NameRunes),
			Project: names[c.ProjectID],
		})
	}
	return lines, nil
}

func changesAnswer(lines []reading.Change, counts []reading.ChangeCount, given changesInput, since time.Time, total int) *answer {
	out := &changesOutput{Since: since.UTC().Format(time.RFC3339), Counts: counts, Changes: []changeOutput{}, Unknown: notKnown}
	for _, line := range lines {
		out.Changes = append(out.Changes, changeOutput{
			At: line.At.UTC().Format(time.RFC3339), What: query.ChangeKind(line.What), entityOutput: entityOf(line.Entity, line.ID),
			Project: line.Project, By: line.By,
		})
	}
	a := &answer{text: reading.Changes(lines, counts, since, notKnown), structured: out}
	if next := given.From + len(lines); next < total {
		arguments := []schema.Member{schema.Pair("since", out.Since)}
		for _, one := range []struct {
			name  string
			value any
			given bool
		}{
			{"project", given.Project, given.Project != ""}, {"actor", given.Actor, given.Actor != ""},
			{"changes", given.Changes, given.Changes != nil},
		} {
			if one.given {
				arguments = append(arguments, schema.Pair(one.name, one.value))
			}
		}
		a.next = fmt.Sprintf("%d of %d; the next: %s", len(lines), total, call(changesName, append(arguments, schema.Pair("from", next))...))
	}
	return a
}
