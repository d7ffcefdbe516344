package query

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/records"
)

// restShare is the part of a budget, in hundredths, that what is attached
// leaves to the rest of a document.
const restShare = 25

// attachments are what a message attaches to a document, before they are
// written.
type attachments struct {
	*records.Attached
	texts map[string]string // of documents
}

// withAttachments is the document with what its message attaches in front: what
// was pinned and mentioned changes less than what is found. The rest has what
// these leave of the budget. Counts of the two add up to that of the whole but
// for their seam, so that the whole is counted and, where it is over, written
// again into less.
func (s *Service) withAttachments(ctx context.Context, r *contextRequest, sc *scope) (*ContextDocument, error) {
	attached, warnings, err := s.attach(ctx, r, sc)
	if err != nil {
		return nil, err
	}
	if attached == nil {
		return s.document(ctx, r, sc)
	}
	for room := r.maxTokens * (100 - restShare) / 100; ; {
		sections, cuts := attached.Write(attached.texts, room, r.counter.Count)
		front := frontOf(sections, r.format)
		rest := *r
		rest.maxTokens -= r.counter.Count(front)
		rest.attached = documentsIn(sections)
		document, err := s.document(ctx, &rest, sc)
		if err != nil {
			return nil, err
		}
		document.prepend(front, sections)
		document.Tokens = r.counter.Count(document.Text)
		if document.Tokens > r.maxTokens && front != "" {
			room = min(room, r.counter.Count(front)) - (document.Tokens - r.maxTokens) - 1
			continue
		}
		for _, warning := range slices.Concat(warnings, cuts) {
			document.warn(warning.Code, "%s", warning.Text)
		}
		return document, nil
	}
}

// frontOf is the text of sections as it stands before a document's own, in JSON
// as the first member of its object.
func frontOf(sections []records.Section, format ContextFormat) string {
	var out strings.Builder
	type attachedJSON struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	var list []attachedJSON
	for _, section := range sections {
		out.WriteString(section.Text)
		list = append(list, attachedJSON{section.Name, strings.TrimSpace(section.Text)})
	}
	if format != FormatJSON || list == nil {
		return out.String()
	}
	return `{"attached":` + graph.EncodeJSON(list) + ","
}

// prepend puts what is attached before a document.
func (d *ContextDocument) prepend(front string, sections []records.Section) {
	switch object := strings.HasPrefix(front, "{"); {
	case object && d.Text == "": // there was no room for the rest
		d.Text = strings.TrimSuffix(front, ",") + "}"
	case object:
		d.Text = front + strings.TrimPrefix(d.Text, "{")
	default:
		d.Text = front + d.Text
	}
	var told []prompt.Section
	var nodes []ContextNode
	for _, section := range sections {
		one := prompt.Section{Name: section.Name, Tokens: section.Tokens}
		for _, node := range section.Nodes {
			one.IDs = append(one.IDs, node.Entity.Self().ID)
			nodes = append(nodes, nodeOf(node))
		}
		told = append(told, one)
	}
	d.Sections = append(told, d.Sections...)
	d.Nodes = append(nodes, d.Nodes...)
}

func nodeOf(node records.Node) ContextNode {
	told := ContextNode{Entity: node.Entity, Form: FormShort, Tokens: node.Tokens, Score: 1, Distance: node.Depth, Why: WhyMention}
	if node.Whole {
		told.Form = FormFull
	}
	if node.Pinned {
		told.Why = WhyPin
	}
	return told
}

// documentsIn are the documents whose text sections tell.
func documentsIn(sections []records.Section) map[string]bool {
	told := map[string]bool{}
	for _, section := range sections {
		for _, node := range section.Nodes {
			if section.Name != records.SectionEntities {
				told[node.Entity.Self().ID] = true
			}
		}
	}
	return told
}

// attach gathers what a request attaches, in the projects that it is about; nil
// if it asks for nothing.
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

// mentionedIn are the entities that a message names exactly, in the order of
// their mentions, each in the first project that knows it. Warnings tell of the
// other mentions, and of names that several entities have.
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

// texts are the whole texts of documents by id: their content, or what
// describes them if they have none.
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
