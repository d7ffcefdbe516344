package contextdoc

import (
	"dossier/graph"
	"dossier/graph/prompt"
)

// overview returns the body about a project as a whole, about one entity in its
// project, or about all projects.
func overview(r *request, sc *scope) body {
	return func(maxTokens int) (*Document, error) {
		options := r.options
		options.MaxTokens = maxTokens
		p, err := sc.prompt(&r.start, options)
		if err != nil {
			return nil, err
		}
		d := &Document{Text: p.Text, Tokens: p.Tokens, Sections: p.Sections, Omitted: p.Omitted}
		for _, node := range p.Nodes {
			d.Nodes = append(d.Nodes, unranked(node, WhyStart))
		}
		return d, nil
	}
}

func (sc *scope) prompt(start *start, options prompt.Options) (*prompt.Document, error) {
	switch {
	case start.focusID != "":
		return prompt.Focus(sc.projects[0].Graph, start.focusID, options)
	case start.projectID != "":
		return prompt.Workspace(sc.projects[0].Graph, options)
	}
	var list []*graph.Project
	for _, p := range sc.projects {
		list = append(list, p.Graph.Project())
	}
	return prompt.Global(list, options)
}

// unranked returns a node that was not ranked.
func unranked(node prompt.Node, why Reason) Node {
	form := FormShort
	if node.Whole {
		form = FormFull
	}
	return Node{Entity: node.Entity, Form: form, Tokens: node.Tokens, Score: 1, Distance: node.Distance, Why: why}
}
