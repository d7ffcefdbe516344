package query

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/records"
)

// minBodyPercent is the part of a budget, in hundredths, that attachments leave
// to the body of a document, by eye.
const minBodyPercent = 25

// attachments are what a message attaches to a document.
type attachments struct {
	attached *records.Attached
	texts    map[string]string // of documents
}

// withAttachments returns the document with what its message attaches in front,
// since pins and mentions change less than what is found and prompt caches
// match the beginning of a text. The body has what these leave of the budget.
func (s *Service) withAttachments(ctx context.Context, r *contextRequest, sc *scope) (*ContextDocument, error) {
	a, warnings, err := s.attach(ctx, r, sc)
	if err != nil {
		return nil, err
	}
	if a == nil {
		return s.document(ctx, r, sc)
	}
	options := r.options()
	var document *ContextDocument
	var cuts []records.Warning
	room, front := r.maxTokens*(100-minBodyPercent)/100, ""
	_, err = prompt.Fit(r.maxTokens, func() (int, error) {
		var parts []prompt.Part
		parts, cuts = a.attached.Parts(a.texts, room, options.Count)
		front = prompt.Front(parts, options.JSON)
		body := *r
		body.maxTokens = max(body.maxTokens-options.Count(front), 0) // JSON can cost more than its text
		body.attached = documentsIn(parts)
		var err error
		if document, err = s.document(ctx, &body, sc); err != nil {
			return 0, err
		}
		document.prepend(parts, front, options)
		return document.Tokens, nil
	}, func(over int) bool {
		room = min(room, options.Count(front)) - over - 1
		return front != ""
	})
	if err != nil {
		return nil, err
	}
	for _, warning := range slices.Concat(warnings, cuts) {
		document.warn(warning.Code, "%s", warning.Text)
	}
	return document, nil
}

// prepend puts parts before a document. front is their text.
func (d *ContextDocument) prepend(parts []prompt.Part, front string, options prompt.Options) {
	d.Text = prompt.Join(front, d.Text, options.JSON)
	d.Tokens = options.Count(d.Text)
	var sections []prompt.Section
	var nodes []ContextNode
	for _, part := range parts {
		sections = append(sections, part.Section(options.Count))
		why := WhyMention
		if part.Name == records.PartPins {
			why = WhyPin
		}
		for _, node := range part.Nodes(options.Count) {
			nodes = append(nodes, contextNode(node, why))
		}
	}
	d.Sections = append(sections, d.Sections...)
	d.Nodes = append(nodes, d.Nodes...)
}

// contextNode returns a node that was not ranked.
func contextNode(node prompt.Node, why ContextReason) ContextNode {
	form := FormShort
	if node.Whole {
		form = FormFull
	}
	return ContextNode{Entity: node.Entity, Form: form, Tokens: node.Tokens, Score: 1, Distance: node.Distance, Why: why}
}

// documentsIn returns the ids of the documents whose text parts have.
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

// attach returns what a request attaches, from the projects that it is about;
// nil if it attaches nothing.
func (s *Service) attach(ctx context.Context, r *contextRequest, sc *scope) (*attachments, []records.Warning, error) {
	if r.message == "" && len(r.mentions)+len(r.pins) == 0 {
		return nil, nil, nil
	}
	types, err := s.types(ctx)
	if err != nil {
		return nil, nil, err
	}
	projects := sc.attachable(r, types)
	mentioned, warnings := mentionedIn(projects, r.message)
	find := func(id string) *records.Project {
		for _, project := range projects {
			if project.Graph.Entity(id) != nil {
				return project
			}
		}
		return nil
	}
	attached, err := records.Attach(find, r.pins, slices.Concat(r.mentions, mentioned))
	if err != nil {
		return nil, nil, err
	}
	texts, err := s.texts(ctx, attached.Documents())
	return &attachments{attached, texts}, warnings, err
}

// mentionedIn returns the entities that a message names exactly, in the order of
// their mentions, each from the first project that has it. Warnings are about
// the other mentions, and about names that several entities have.
func mentionedIn(projects []*records.Project, message string) (ids []string, warnings []records.Warning) {
	best := map[int]records.Mention{} // by start
	for _, project := range projects {
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
		if warning := mention.Doubt(); warning != nil {
			warnings = append(warnings, *warning)
		}
		if mention.Exact {
			ids = append(ids, mention.Entities[0].Self().ID)
		}
	}
	return ids, warnings
}

// texts returns the whole texts of documents by id: their content, or their
// description if they have none.
func (s *Service) texts(ctx context.Context, refs []graph.Ref) (map[string]string, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	documents, err := s.store.Entities(ctx, refs, graph.Full)
	texts := make(map[string]string, len(documents))
	for id, entity := range documents {
		if document, ok := entity.(*graph.Document); ok {
			texts[id] = or(document.Content, or(document.Description, ""))
		}
	}
	return texts, err
}
