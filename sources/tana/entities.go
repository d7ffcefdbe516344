package tana

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/hypertext"
)

// moment returns the time of a number of milliseconds, "" for another value.
func moment(value any) string {
	number, is := value.(json.Number)
	if !is {
		return ""
	}
	millis, err := number.Float64()
	if err != nil || millis <= 0 || millis > 4e12 {
		return ""
	}
	return time.UnixMilli(int64(millis)).UTC().Format(time.RFC3339)
}

// add adds the entities of the workspace, and edges between them.
func (w *workspace) add() {
	w.settle()
	w.addTypes()
	for _, n := range w.order {
		if w.isEntity(n) {
			n.entity = n.id
		}
	}
	for _, n := range w.order {
		if n.entity != "" {
			w.addNode(n)
		}
	}
}

// isEntity reports whether a node is an entity of its own: it has a supertag or a box
// to check, or no node of which it could be a part.
func (w *workspace) isEntity(n *node) bool {
	if n.isSystem || strings.TrimSpace(plain(n.name)) == "" || w.isRoot(n) || w.isPeriod(n) {
		return false
	}
	return len(n.tags) > 0 || n.isTask || w.above(n) == nil
}

// above returns the node that a node is a part of, nil for none.
func (w *workspace) above(n *node) *node {
	owner := w.find(n.owner)
	if owner == nil || owner.isSystem || owner.name == "" || w.find(owner.owner) == nil && owner.class != "journalPart" && w.isRoot(owner) ||
		n.class == "journalPart" {
		return nil
	}
	return owner
}

// isRoot reports whether a node is the workspace itself, which holds the lists of its
// parts.
func (w *workspace) isRoot(n *node) bool {
	return w.find(n.id+"_SCHEMA") != nil || w.find(n.id+"_TRASH") != nil || w.find(n.id+"_STASH") != nil
}

// isPeriod reports whether a node is a year, a month or a week, which only holds its
// days.
func (w *workspace) isPeriod(n *node) bool {
	isPart := func(id string) bool { child := w.find(id); return child != nil && child.class == "journalPart" }
	return n.class == "journalPart" && len(n.children) > 0 && !slices.ContainsFunc(n.children, func(id string) bool { return !isPart(id) })
}

// addTypes adds the supertags that are no kinds as types of records.
func (w *workspace) addTypes() {
	fields := map[string][]string{} // by type
	var order []string
	names := map[string]string{}
	for _, n := range w.order {
		if n.isSystem || n.isTask || kindOf(n) != graph.KindRecord {
			continue
		}
		of := typeID(n.tags[0])
		if names[of] == "" {
			names[of] = plain(n.tags[0].name)
			order = append(order, of)
		}
		for _, f := range w.fieldsOf(n) {
			if !slices.Contains(fields[of], f.key) {
				fields[of] = append(fields[of], f.key)
			}
		}
	}
	for _, of := range order {
		w.out.RecordType(of, names[of], fields[of])
	}
}

// typeID returns the id of the type of records for a supertag.
func typeID(tag *node) string { return cmp.Or(underscored(plain(tag.name)), "record") }

func underscored(name string) string {
	isBetween := func(r rune) bool { return r < '0' || '9' < r && r < 'a' || 'z' < r && r < 128 }
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), isBetween), "_")
}

// tasks are the supertags of tasks.
var tasks = []string{"task", "tasks", "todo", "to_do", "action", "action_item", "issue", "bug", "feature", "story", "subtask"}

// documents are the supertags of documents.
var documents = []string{"document", "doc", "note", "page", "article", "meeting", "meeting_notes", "daily_note", "day"}

// kindOf returns the kind of a node with a supertag or a box to check.
func kindOf(n *node) graph.Kind {
	for _, tag := range n.tags {
		name := typeID(tag)
		switch kind := graph.Kind(name); {
		case slices.Contains(tasks, name):
			return graph.KindTask
		case slices.Contains(documents, name):
			return graph.KindDocument
		case name == "project" || name == "initiative":
			return graph.KindPlan
		case kind != graph.KindProject && kind != graph.KindSignal && kind != graph.KindInsight && graph.SpecOf(kind) != nil:
			return kind
		}
	}
	switch {
	case n.isTask:
		return graph.KindTask
	case len(n.tags) > 0:
		return graph.KindRecord
	}
	return graph.KindDocument
}

// A field is a field of a node.
type field struct {
	key    string
	values []*node
	line   int
}

// fieldsOf returns the fields of a node.
func (w *workspace) fieldsOf(n *node) (list []field) {
	for _, id := range n.children {
		label, values := w.tuple(w.find(id))
		named := w.find(label)
		if named == nil || strings.TrimSpace(plain(named.name)) == "" || strings.HasPrefix(label, prefix) {
			continue
		}
		list = append(list, field{underscored(plain(named.name)), slices.DeleteFunc(values, func(v *node) bool { return v == nil }), named.line})
	}
	return list
}

// columnNames are the fields that have columns of their own, by their names.
var columnNames = map[string]string{
	"status": "status", "state": "status", "priority": "priority", "due": "due", "due_date": "due", "deadline": "due", "date": "due",
	"owner": "owner", "assignee": "owner", "assigned": "owner", "assigned_to": "owner", "start": "start", "start_date": "start",
}

// addNode adds an entity.
func (w *workspace) addNode(n *node) {
	kind := kindOf(n)
	item := &sources.Item{
		Pos: w.pos(n), Kind: kind, ID: n.id, Title: oneLine(w.titled(n.name)), Created: n.created, Updated: n.modified,
		Props: map[string]any{}, Fields: map[string]any{},
	}
	for _, tag := range n.tags {
		item.Labels = append(item.Labels, plain(tag.name))
	}
	if kind == graph.KindTask {
		item.Type = typeOf(n)
	}
	if n.done != "" {
		item.State, item.Completed = "done", n.done
	}
	w.addFields(n, item)
	w.addText(n, item)
	if owner := w.holder(n); owner != nil {
		item.Parent = owner.id
	}
	for _, to := range w.mentioned(n) {
		item.Links = append(item.Links, sources.Link{Rel: "references", To: to, Weak: true})
	}
	w.out.Add(item)
}

// typeOf returns the supertag that says what kind of task a node is.
func typeOf(n *node) string {
	for _, tag := range n.tags {
		if name := typeID(tag); slices.Contains(tasks, name) && !strings.HasPrefix(name, "t") {
			return plain(tag.name)
		}
	}
	return ""
}

// holder returns the entity of whose text a node is a part, nil for none.
func (w *workspace) holder(n *node) *node {
	for depth := 0; depth < maxDepth; depth++ {
		if n = w.above(n); n == nil || n.entity != "" {
			return n
		}
	}
	return nil
}

// addFields adds the fields of a node to columns, to those of its record, or to props.
func (w *workspace) addFields(n *node, item *sources.Item) {
	values := map[string]any{}
	for _, f := range w.fieldsOf(n) {
		texts := w.valuesOf(f, item)
		if len(texts) == 0 {
			continue
		}
		column := columnNames[f.key]
		if column == "owner" && f.values[0].entity != "" { // a record, which is found by its name
			column = ""
			f.key = "owner"
		}
		if item.Kind != graph.KindRecord && w.setColumn(item, column, sources.TextOf(texts[0])) {
			continue
		}
		if values[f.key] = texts[0]; len(texts) > 1 {
			values[f.key] = joined(texts)
		}
	}
	if item.Kind != graph.KindRecord {
		for key, value := range values {
			item.Props[key] = value
		}
		return
	}
	item.Fields["record_type"] = typeID(n.tags[0])
	item.Fields["fields"] = values
}

// valuesOf returns the texts of a field, and adds links to the entities among its values.
func (w *workspace) valuesOf(f field, item *sources.Item) (texts []any) {
	for _, value := range f.values {
		if value.entity != "" {
			rel := "references"
			if sources.KnowsRelation(f.key) {
				rel = f.key
			}
			item.Links = append(item.Links, sources.Link{Rel: rel, To: value.id})
		}
		if text := oneLine(w.shown(value.name)); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func joined(texts []any) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = sources.TextOf(text)
	}
	return strings.Join(list, ", ")
}

// setColumn sets a column of an item, and reports whether there is one.
func (w *workspace) setColumn(item *sources.Item, column, value string) bool {
	switch column {
	case "status":
		if item.State == "" {
			item.Status = value
		}
	case "priority":
		item.Priority = value
	case "due":
		item.Due = value
	case "start":
		item.Started = value
	case "owner":
		item.Owners = append(item.Owners, sources.Person{Name: value})
	default:
		return false
	}
	return true
}

// addText adds the nodes below a node that are no entities, as a list.
func (w *workspace) addText(n *node, item *sources.Item) {
	var text strings.Builder
	if n.description != "" {
		text.WriteString(strings.TrimSpace(w.shown(n.description)) + "\n\n")
	}
	w.outline(&text, n, 0, map[*node]bool{})
	item.Text = strings.TrimSpace(text.String())
	if item.Kind == graph.KindRecord && item.Text != "" { // which has no text of its own
		item.Props["summary"], item.Text = item.Text, ""
	}
}

// outline writes the parts of a node. A node that is an entity, or shown before, is
// only named.
func (w *workspace) outline(out *strings.Builder, n *node, depth int, seen map[*node]bool) {
	if seen[n] || depth > maxDepth {
		return
	}
	seen[n] = true
	for _, id := range n.children {
		child := w.find(id)
		if child == nil || child.isSystem || child.name == "" && len(child.children) == 0 {
			continue
		}
		fmt.Fprintf(out, "%s- %s\n", strings.Repeat("  ", min(depth, 20)), oneLine(w.shown(child.name)))
		if child.entity == "" && child.owner == n.id {
			w.outline(out, child, depth+1, seen)
		}
	}
}

// mentioned returns the ids of the entities that a node and its text refer to.
func (w *workspace) mentioned(n *node) (ids []string) {
	var visit func(of *node, depth int)
	seen := map[*node]bool{}
	visit = func(of *node, depth int) {
		if seen[of] || depth > maxDepth {
			return
		}
		seen[of] = true
		ids = append(ids, refs(of.name)...)
		for _, id := range of.children {
			switch child := w.find(id); {
			case child == nil || child.isSystem:
			case child.entity != "" && child.owner != of.id:
				ids = append(ids, id)
			case child.entity == "" && child.owner == of.id:
				visit(child, depth+1)
			}
		}
	}
	visit(n, 0)
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool {
		to := w.find(id)
		return to == nil || to.entity == "" || to == n
	})
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// plain returns a text without its tags.
func plain(text string) string { return render(text, func(string) string { return "" }) }

// shown returns a text as Markdown, with the names of the nodes that it refers to.
func (w *workspace) shown(text string) string {
	return render(text, func(id string) string {
		if n := w.find(id); n != nil {
			return plain(n.name)
		}
		return ""
	})
}

// titled returns a text without its tags, with the names of the nodes that it refers
// to.
func (w *workspace) titled(text string) string {
	return unmarked.Replace(w.shown(text))
}

var unmarked = strings.NewReplacer("**", "", "~~", "", "`", "")

// refs returns the ids of the nodes that a text refers to.
func refs(text string) (ids []string) {
	render(text, func(id string) string {
		ids = append(ids, id)
		return ""
	})
	return ids
}

// marks are the tags that have a mark in Markdown.
var marks = map[string]string{"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "strike": "~~", "s": "~~"}

// render returns a text in the HTML of names as Markdown. nameOf returns the name of a
// node.
func render(text string, nameOf func(id string) string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	var out strings.Builder
	link := ""
	for tokens := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return out.String()
		}
		token := tokens.Token()
		switch {
		case kind == html.TextToken:
			out.WriteString(token.Data)
		case token.Data == "br":
			out.WriteByte('\n')
		case token.Data == "span" && kind != html.EndTagToken:
			out.WriteString(inline(token.Attr, nameOf))
		case token.Data == "a" && kind == html.StartTagToken:
			if link = hypertext.Attribute(token.Attr, "href"); link != "" {
				out.WriteByte('[')
			}
		case token.Data == "a" && link != "":
			out.WriteString("](" + link + ")")
			link = ""
		default:
			out.WriteString(marks[token.Data])
		}
	}
}

// inline returns what a span of a text refers to: a node, or a date.
func inline(attributes []html.Attribute, nameOf func(string) string) string {
	if id := hypertext.Attribute(attributes, "data-inlineref-node"); id != "" {
		return nameOf(id)
	}
	date := hypertext.Attribute(attributes, "data-inlineref-date")
	var parsed struct {
		Text string `json:"dateTimeString"`
	}
	if json.Unmarshal([]byte(date), &parsed) == nil {
		date = parsed.Text
	}
	return date
}
