package contextdoc

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/attachments"
	"dossier/graph/prompt"
	"dossier/graph/records"
)

// minBodyPercent is the percentage of a budget that attachments leave for the
// body of a document. By eye.
const minBodyPercent = 25

// A front is the part of a document that is attached by a message, by mentions
// and by pins. It comes before the body, because it changes less than what the
// ranking finds, and prompt caches match the beginning of a text.
type front struct {
	attached *attachments.Attached // nil for none
	texts    map[string]string     // of documents
	warnings []Warning
	first    cutFront // cut before the tokens of the body are known
}

// A cutFront is a front that was cut to a number of tokens.
type cutFront struct {
	parts     []prompt.Part
	text      string
	documents map[string]bool // the ids of documents whose text is included
	warnings  []Warning
}

// attach collects the attachments of a request from the projects of its scope.
func (w *Writer) attach(ctx context.Context, r *request, sc *scope) (*front, error) {
	if r.message == "" && len(r.mentions)+len(r.pins) == 0 {
		return &front{}, nil
	}
	if err := w.readTypes(ctx, sc); err != nil {
		return nil, err
	}
	list := attachable(r, sc)
	mentioned, doubts := mentionedIn(list, r.message)
	find := func(id string) *records.Project {
		for _, project := range list {
			if project.Graph.Entity(id) != nil {
				return project
			}
		}
		return nil
	}
	f := &front{warnings: doubts}
	var err error
	if f.attached, err = attachments.Attach(find, r.pins, slices.Concat(r.mentions, mentioned)); err != nil {
		return nil, err
	}
	if f.texts, err = w.documentTexts(ctx, r, f.attached.Documents()); err != nil {
		return nil, err
	}
	f.first = f.cut(frontRoom(r.maxTokens), r.options)
	return f, nil
}

// attachable returns the projects in which the ids of pins and mentions are
// looked up. They have labels only if there is a message.
func attachable(r *request, sc *scope) []*records.Project {
	list := make([]*records.Project, len(sc.projects))
	for i, p := range sc.projects {
		list[i] = &records.Project{Graph: p.Graph, Types: sc.types}
		if r.message != "" {
			list[i].Labels = p.Labels()
		}
	}
	return list
}

// mentionedIn returns the ids of the entities that a message names exactly, in
// the order of their mentions. If several projects have the entity of a
// mention, the first counts. The warnings are about inexact mentions and about
// names that several entities have.
func mentionedIn(list []*records.Project, message string) (ids []string, warnings []Warning) {
	best := map[int]records.Mention{} // by start
	for _, project := range list {
		if message == "" {
			break
		}
		for _, mention := range project.Resolve(message) {
			known, met := best[mention.Start]
			if better := mention.Exact && !known.Exact || len(known.Entities) == 0; !met || better {
				best[mention.Start] = mention
			}
		}
	}
	for _, mention := range slices.SortedFunc(maps.Values(best), func(a, b records.Mention) int { return cmp.Compare(a.Start, b.Start) }) {
		if doubt := mention.Doubt(); doubt != nil {
			warnings = append(warnings, Warning{doubt.Code, doubt.Text})
		}
		if mention.Exact {
			ids = append(ids, mention.Entities[0].Self().ID)
		}
	}
	return ids, warnings
}

// documentTexts returns the full texts of documents by id: their content, or
// their description if they have none.
func (w *Writer) documentTexts(ctx context.Context, r *request, refs []graph.Ref) (map[string]string, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	documents, err := w.Store.Entities(ctx, refs, graph.Full)
	r.hidden.add(documents)
	texts := make(map[string]string, len(documents))
	for id, entity := range documents {
		if document, ok := entity.(*graph.Document); ok {
			texts[id] = graph.Or(document.Content, graph.Or(document.Description, ""))
		}
	}
	return texts, err
}

// frontRoom returns how many tokens of a budget a front may take.
func frontRoom(maxTokens int) int { return maxTokens * (100 - minBodyPercent) / 100 }

// cut returns the front cut to room tokens.
func (f *front) cut(room int, options prompt.Options) cutFront {
	parts, losses := f.attached.Parts(f.texts, room, options.Count)
	c := cutFront{parts: parts, text: prompt.Front(parts, options.JSON), documents: documentsIn(parts)}
	for _, loss := range losses {
		c.warnings = append(c.warnings, Warning{loss.Code, loss.Text})
	}
	return c
}

// documentsIn returns the ids of the documents whose text is in the parts.
func documentsIn(parts []prompt.Part) map[string]bool {
	documents := map[string]bool{}
	for _, part := range parts {
		for _, b := range part.Blocks {
			if document, ok := b.(prompt.AttachedDocument); ok {
				documents[document.Entity.Self().ID] = true
			}
		}
	}
	return documents
}
