package query

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// compose packs the candidates into the budget and renders them. Counts of the
// parts add up to that of the whole but for a token at their seams, so that the
// whole is counted and, where it is over, packed again into less.
func (f *found) compose(document *ContextDocument, c *candidates) {
	budget, frame := f.maxTokens, f.frame()
	for {
		page := f.page(c, pack.Pack(c, max(budget-frame, 0), f.counter.Count, pack.Defaults()))
		text := page.Text(f.format == FormatJSON)
		tokens := f.counter.Count(text)
		if tokens > f.maxTokens && budget > 0 {
			budget -= tokens - f.maxTokens + 2
			continue
		}
		document.Text, document.Tokens = text, tokens
		document.Sections = page.Sections(f.counter.Count)
		f.tell(document, page)
		return
	}
}

// frame is what a document without any entity counts.
func (f *found) frame() int {
	empty := f.page(nil, nil)
	return f.counter.Count(empty.Text(f.format == FormatJSON))
}

// page is what of the candidates is told.
func (f *found) page(c *candidates, packed []pack.Packed) *prompt.Page {
	page := &prompt.Page{Title: f.title()}
	for _, p := range packed {
		entry := c.entries[p.Candidate]
		entry.Tokens, entry.Rank = p.Tokens, p.Candidate
		if p.Level != pack.Name {
			entry.Told, entry.Whole = true, p.Level == pack.Full
			entry.Text, entry.Related = c.At(p.Candidate).Text(p.Picked), p.Related
		}
		page.Entries = append(page.Entries, entry)
	}
	if f.maxTokens >= roomyBudget {
		if slices.ContainsFunc(page.Entries, func(e prompt.Entry) bool { return !e.Told }) {
			page.More = more(f.omitted(page.Entries))
		}
		page.Footer = fmt.Sprintf("%d nodes of %d found · lens %s · depth %d", len(page.Entries), f.ranking.Found, f.lens.Name, f.depth)
	}
	return page
}

// titleLabel is how many characters of a topic the title tells, less in a
// budget under titleShare tokens for each.
const (
	titleLabel = 80
	titleShare = 12
)

// title is what the document is about.
func (f *found) title() string {
	return graph.Line(printable(strings.ReplaceAll(f.question, "\n", ", ")), min(titleLabel, f.maxTokens/titleShare))
}

// printable is a text without what no text should have: control characters and
// bytes that are no UTF-8.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
}

// tell lists what the text tells of.
func (f *found) tell(document *ContextDocument, page *prompt.Page) {
	for _, entry := range page.Entries {
		node := f.ranking.Nodes[entry.Rank]
		document.Nodes = append(document.Nodes, ContextNode{
			Entity: entry.Entity, Form: formOf(entry), Tokens: entry.Tokens,
			Score: node.Score, ScoreParts: partsOf(node), Distance: node.Distance, Path: f.path(node), Why: ContextReason(strings.ToUpper(string(node.Why))),
		})
	}
	document.Omitted, document.OmittedBest = f.omitted(page.Entries), f.best(page.Entries)
}

func formOf(entry prompt.Entry) ContextForm {
	switch {
	case entry.Whole:
		return FormFull
	case entry.Told:
		return FormShort
	default:
		return FormName
	}
}

// path are the users' edges on the way to a node. Mentions are no edges of
// theirs and are told by the reason alone.
func (f *found) path(node rank.Node) []graph.SnapshotEdge {
	var path []graph.SnapshotEdge
	for _, step := range node.Path {
		if step.Via != rank.ViaEdge {
			continue
		}
		if edge := f.graphOf(node).SnapshotEdge(step.Edge.ID); edge.SrcID != "" { // written after the graph was read
			path = append(path, edge)
		}
	}
	return path
}
