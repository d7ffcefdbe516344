package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"dossier/graph"
)

// traced are the kinds whose texts are asked for the plan that they belong to,
// and askedFor how many of each.
var traced = []graph.Kind{graph.KindRequirement, graph.KindRisk, graph.KindGoal, graph.KindDecision, graph.KindInsight}

const askedFor = 200

// trace prints how well the plans of texts are found in the data, as one looks
// for what a requirement is about: the texts and their edges are taken out. Every kind
// is asked for twice, among all that is left and its edges, and among plans alone without any.
func trace(ctx context.Context, s settings) error {
	entities, edges, err := readTraced(s.data)
	if err != nil {
		return err
	}
	scores := newTable("set", "method", "store", "plans in 250 / 500 / 1,000 / 2,000 tokens", "R@5", "all@5", "overruns")
	err = each(ctx, func(subject *subject) error {
		if subject.name != "SQLite" { // both give the same text
			return nil
		}
		for _, kind := range traced {
			for _, set := range tracing(kind, entities, edges) {
				if err := subject.score(ctx, set, methods(), scores); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil {
		scores.print()
	}
	return err
}

// An importedEntity is a line of an import as far as tracing needs it.
type importedEntity struct {
	ID, Title, Name, Text, Goal, Content, Description, Rationale, Outcome string
	Kind                                                                  graph.Kind
	Props                                                                 struct{ Summary string }
}

func (e importedEntity) title() string { return cmp.Or(e.Title, e.Name, e.Text) }

// document is the entity as one of a set; a text that says the same as the title is left out.
func (e importedEntity) document() setDocument {
	parts := slices.DeleteFunc([]string{e.Description, e.Text, e.Goal, e.Content, e.Rationale, e.Outcome, e.Props.Summary},
		func(text string) bool { return text == "" || text == e.title() })
	return setDocument{Kind: "document", ID: e.ID, Title: graph.Line(e.title(), 500), Content: cmp.Or(strings.Join(parts, "\n"), e.title())}
}

// readTraced reads what an import would, without its long documents and the
// people, whose texts name the plans.
func readTraced(path string) (entities []importedEntity, edges []setEdge, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			return nil, nil, fmt.Errorf("unpack %s: %w", path, err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line struct {
			importedEntity
			Rel   string
			SrcID string `json:"src_id"`
			DstID string `json:"dst_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", path, err)
		}
		switch line.Kind {
		case "edge":
			edges = append(edges, setEdge{line.SrcID, line.DstID, line.Rel})
		case graph.KindProject, graph.KindDocument, graph.KindRecord, graph.KindSignal, "record_type":
		default:
			entities = append(entities, line.importedEntity)
		}
	}
	return entities, edges, lines.Err()
}

// tracing are the sets of a kind. What is asked for is drawn evenly.
func tracing(kind graph.Kind, entities []importedEntity, edges []setEdge) []*set {
	byID := map[string]importedEntity{}
	for _, e := range entities {
		byID[e.ID] = e
	}
	plans := map[string][]string{}
	note := func(part, plan string) {
		if byID[part].Kind == kind && byID[plan].Kind == graph.KindPlan && !slices.Contains(plans[part], plan) {
			plans[part] = append(plans[part], plan)
		}
	}
	for _, e := range edges {
		note(e.Dst, e.Src)
		note(e.Src, e.Dst)
	}
	var parts []importedEntity
	for _, e := range entities {
		if plans[e.ID] != nil && len(e.document().Content) > 60 {
			parts = append(parts, e)
		}
	}
	var questions []setQuestion
	asked := map[string]bool{}
	for i := range min(askedFor, len(parts)) {
		e := parts[i*len(parts)/min(askedFor, len(parts))]
		asked[e.ID] = true
		questions = append(questions, setQuestion{ID: e.ID, Text: graph.Line(e.title()+". "+e.document().Content, 900), Gold: plans[e.ID]})
	}
	var all, alone []setDocument
	for _, e := range entities {
		if !asked[e.ID] {
			all = append(all, e.document())
		}
		if e.Kind == graph.KindPlan {
			alone = append(alone, e.document())
		}
	}
	left := slices.DeleteFunc(slices.Clone(edges), func(e setEdge) bool {
		return byID[e.Src].ID == "" || byID[e.Dst].ID == "" || asked[e.Src] || asked[e.Dst]
	})
	name := string(kind) + " → plan"
	return []*set{newSet(name, all, left, questions), newSet(name+", no edges", alone, nil, questions)}
}
