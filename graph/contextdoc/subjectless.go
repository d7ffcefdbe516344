package contextdoc

import (
	"context"
	"fmt"
	"strings"

	"dossier/graph"
	"dossier/graph/outline"
	"dossier/graph/prompt"
	"dossier/graph/view"
	"dossier/graph/viewdoc"
)

// A lack is a view whose subject the request does not name.
type lack struct {
	view   *view.View
	offers []graph.Entity // what it may be about
}

// lackOf returns the lack of a view that is about some scenes.
func lackOf(v *view.View, scenes []*viewdoc.Scene) *lack {
	l := &lack{view: v}
	for _, s := range scenes {
		l.offers = append(l.offers, s.Offers(v)...)
	}
	l.offers = l.offers[:min(len(l.offers), mostOffers)]
	return l
}

// mostOffers is the maximum number of entities that a message about a lack names. By eye.
const mostOffers = 5

// said returns what is lacking, and how to give it.
func (l *lack) said(shortID func(string) string) string {
	of := "one of " + strings.Join(l.view.About(), ", ")
	if l.view.Both {
		of = "two of " + strings.Join(l.view.About(), ", ")
	}
	said := fmt.Sprintf("the view %s needs to know what it is about: %s; expected a name in the question or topic, or an id", l.view.Name, of)
	if l.view.Example != nil {
		said += fmt.Sprintf(", as in %q", *l.view.Example)
	}
	var names []string
	for _, e := range l.offers {
		names = append(names,
			prompt.Name{Label: graph.Line(prompt.BeforeColon(graph.Heading(e)), mostNameRunes), ID: shortID(e.Self().ID)}.String())
	}
	if names != nil {
		said += "; here, for example: " + strings.Join(names, ", ")
	}
	return said
}

// body returns the body that says what is lacking, and names what there is.
func (l *lack) body(sc *scope, options prompt.Options) body {
	said := graph.Capital(l.said(sc.names.ShortID)) + "."
	return func(ctx context.Context, maxTokens int) (*Document, error) {
		options := options
		options.MaxTokens = maxTokens - options.Spare
		d, err := compose(ctx, prompt.Page{Heading: l.view.Title}, []source{lines([]prompt.Block{prompt.Text{Text: said}}, 0, options.Count)},
			options)
		if err == nil {
			d.Confidence, d.Answerability, d.Reasons = 0, outline.Unlikely, []string{"the question does not say what it is about"}
		}
		return d, err
	}
}
