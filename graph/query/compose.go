package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/pack"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// compose packs the candidates into the budget and renders them. Where the
// rendered text is over the budget, it packs them again into less.
func (f *found) compose(document *ContextDocument, c *candidates) error {
	options := f.request.options()
	budget, frame := options.MaxTokens, options.Count(f.page(nil).Text(options.JSON))
	var packed []pack.Packed
	var page *prompt.Page
	_, err := prompt.Fit(options.MaxTokens, func() (int, error) {
		packed = pack.Pack(c, max(budget-frame, 0), options.Count, pack.Defaults())
		page = f.page(packed)
		c.include(page, packed)
		document.Text = page.Text(options.JSON)
		document.Tokens = options.Count(document.Text)
		return document.Tokens, nil
	}, func(over int) bool {
		left := budget > 0
		budget -= over + 2 // a seam costs a token or two
		return left
	})
	document.Sections = page.Sections(options.Count)
	f.describe(document, packed)
	return err
}

// page returns the page without its entries: its title and what it says about
// the entities that were packed.
func (f *found) page(packed []pack.Packed) *prompt.Page {
	page := &prompt.Page{Title: f.title()}
	if f.request.maxTokens < roomyBudget {
		return page
	}
	for _, p := range packed {
		if p.Level == pack.Name {
			page.More = more(f.omitted(packed))
			break
		}
	}
	page.Footer = fmt.Sprintf("%d nodes of %d found · lens %s · depth %d", len(packed), f.ranking.Found, f.request.lens.Name, f.request.depth)
	return page
}

// titleLabel is how many characters of a topic the title has; less in a budget
// under titleShare tokens for each. By eye.
const (
	titleLabel = 80
	titleShare = 12
)

// title returns what the document is about.
func (f *found) title() string {
	return graph.Line(printable(strings.ReplaceAll(f.question, "\n", ", ")), min(titleLabel, f.request.maxTokens/titleShare))
}

// printable returns a text without what no text should have: control
// characters and bytes that are not UTF-8.
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

// describe lists what the text includes, and what it omits.
func (f *found) describe(document *ContextDocument, packed []pack.Packed) {
	for _, p := range packed {
		node := f.ranking.Nodes[p.Candidate]
		document.Nodes = append(document.Nodes, ContextNode{
			Entity: f.graphOf(node).Entity(node.ID), Form: formOf(p.Level), Tokens: p.Tokens,
			Score: node.Score, ScoreParts: partsOf(node), Distance: node.Distance, Path: f.path(node), Why: ContextReason(strings.ToUpper(string(node.Why))),
		})
	}
	document.Omitted, document.OmittedBest = f.omitted(packed), f.best(packed)
}

func formOf(level pack.Level) ContextForm {
	switch level {
	case pack.Full:
		return FormFull
	case pack.Short:
		return FormShort
	default:
		return FormName
	}
}

// path returns the users' edges on the way to a node. Mentions are not edges of
// theirs; the node's reason names them.
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
