package sources

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/states"
)

// An Item is an entity as trackers and tables have it. Add finds the columns for
// its parts. Of texts that are both a column and in props, props have what was
// written.
type Item struct {
	Pos   Position
	Kind  graph.Kind // by Type if empty, and a task by default
	ID    string     // as the source calls it
	Names []string   // by which people and links of the source call it, besides the ID
	Title string
	Type  string // as the source has it, such as "bug"
	Issue bool   // it is called an issue, whatever its type
	Path  string // of its file, if it has one of its own, for the time of its creation

	Status   string // as the source has it, such as "In review"
	State    string // the state, if the source says it in another way than by Status
	Reason   string // why it was closed, of which "won't do" and the like mean that it was not done
	Priority string // as the source has it, such as "P1"
	Level    int    // the priority from 1 to 5, if the source says it in another way than by Priority
	Labels   []string

	Owners []Person // who has it now
	Author Person   // who made it

	Created, Updated, Started, Due, Completed string // dates or times as the source has them
	There                                     string // a time at which it was there, if Created is not known

	Text     string // in Markdown
	Sections []Section
	Comments []Comment
	Props    map[string]any
	Fields   map[string]any // further columns of the kind

	Parent string // the id or a name of what contains it
	Links  []Link
}

// A Section is a part of a text with a heading.
type Section struct{ Heading, Text string }

// A Comment is a comment on an item.
type Comment struct {
	Author Person
	At     string
	Text   string
}

// A Link is an edge from an item to the entity with an id or a name, or, if From is
// set, from that to the item.
type Link struct {
	Rel  string // a relation of the graph, or the name of the source
	To   string
	From bool
	Weak bool // only mentioned; see [Records.Mention]
}

// Add adds an item with its links, and returns its id.
func (r *Records) Add(item *Item) string {
	kind := item.Kind
	if to := graph.Kind(mappedTo(r.opts.Mapping.Kinds, item.Type)); to != "" && graph.SpecOf(to) != nil {
		kind = to
	}
	kind = cmp.Or(kind, graph.KindTask)
	id := r.Entity(item.Pos, kind, item.ID, r.fieldsOf(item, kind))
	for _, name := range item.Names {
		r.Name(id, name)
	}
	if id == item.ID {
		r.Name(id, id)
	}
	if item.Parent != "" {
		r.Edge(item.Pos, Parent, item.Parent, id, nil)
	}
	for _, link := range item.Links {
		src, dst := id, link.To
		if link.From {
			src, dst = dst, src
		}
		r.join(edge{rel: link.Rel, src: src, dst: dst, weak: link.Weak, pos: r.place(item.Pos)})
	}
	return id
}

// fieldsOf returns the columns and props of an item.
func (r *Records) fieldsOf(item *Item, kind graph.Kind) map[string]any {
	spec := graph.SpecOf(kind)
	c := columns{r: r, item: item, spec: spec, fields: map[string]any{}, props: map[string]any{}}
	for name, value := range item.Props {
		c.addProp(name, value)
	}
	for name, value := range item.Fields {
		c.set(name, value)
	}
	c.setNames()
	c.setState()
	c.setPriority()
	c.setTimes()
	c.setPeople()
	c.setText()
	if len(c.props) > 0 {
		c.fields["props"] = c.props
	}
	return c.fields
}

// columns are the fields of an item while they are found.
type columns struct {
	r      *Records
	item   *Item
	spec   *graph.Spec
	fields map[string]any
	props  map[string]any
}

// set sets a column if the kind has it, and otherwise a prop, which must not have the name
// of the column: a question for what is due would be for the prop of all kinds.
func (c *columns) set(column string, value any) {
	if field := c.spec.Field(column); field != nil && field.Column {
		c.fields[column] = value
	} else {
		c.prop(strings.TrimSuffix(column, "_at"), value)
	}
}

// prop sets a prop unless the value is empty.
func (c *columns) prop(name string, value any) {
	switch value := value.(type) {
	case nil:
		return
	case string:
		if strings.TrimSpace(value) == "" {
			return
		}
	case []string:
		if len(value) == 0 {
			return
		}
	case []any:
		if len(value) == 0 {
			return
		}
	case map[string]any:
		if len(value) == 0 {
			return
		}
	}
	c.props[name] = value
}

// addProp sets a prop of the source, or the column to which it is mapped.
func (c *columns) addProp(name string, value any) {
	to := mappedTo(c.r.opts.Mapping.Fields, name)
	field := c.spec.Field(to)
	switch {
	case field == nil || !field.Column:
		c.prop(cmp.Or(to, name), value)
	case strings.HasSuffix(to, "_at") || strings.HasSuffix(to, "_date"):
		c.setTime(to, fmt.Sprint(value))
	default:
		c.fields[to] = value
	}
}

// maxTitle is the maximum length of titles, by eye: a longer one is a text.
const maxTitle = 300

func (c *columns) setNames() {
	title := strings.Join(strings.Fields(c.item.Title), " ")
	if graph.IsBlank(title) {
		title = cmp.Or(firstLine(c.item.Text), c.item.ID, "Untitled")
	}
	if short := graph.Truncate(title, maxTitle); short != title {
		c.item.Sections = slices.Insert(c.item.Sections, 0, Section{"Title", title})
		title = short
	}
	c.fields[c.spec.Label] = title
	if key := c.typeKey(underscored(c.item.Type)); key != "" && c.fields["type_key"] == nil {
		c.fields["type_key"] = key
	}
	if len(c.item.Labels) > 0 {
		c.fields["labels"] = distinct(c.item.Labels)
	}
	names := slices.DeleteFunc(distinct(c.item.Names), func(name string) bool { return name == c.item.ID || name == title })
	c.prop("aliases", names)
}

// typeKey returns the type of an entity for the type that the source has, "" for
// none. That of a task, and of whatever a tracker calls an issue, such as an epic,
// has the word issue, by which people call it.
func (c *columns) typeKey(of string) string {
	of = strings.Trim(ascii(of), "_")
	switch kind := c.spec.Kind; {
	case of != "" && (kind == graph.KindTask || c.item.Issue && of != string(kind)):
		return string(kind) + ".issue." + of
	case c.item.Issue:
		return string(kind) + ".issue"
	case of == "" || of == string(kind):
		return ""
	default:
		return string(kind) + "." + of
	}
}

// distinct returns the texts that are not blank, each once.
func distinct(texts []string) []string {
	var list []string
	for _, text := range texts {
		if text = strings.Join(strings.Fields(text), " "); text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func (c *columns) setState() {
	if len(c.spec.States) == 0 {
		c.prop("status", c.item.Status)
		c.setEnding()
		return
	}
	state, known, exact := c.r.opts.Mapping.state(c.spec, c.item.Status)
	switch _, isOver := Time(c.item.Completed); {
	case c.item.State != "":
		state, known = stateFor(c.spec, c.item.State), true
	case isOver && (!known || c.item.Status == "") && c.spec.Kind == graph.KindTask:
		state, known, exact = stateFor(c.spec, Done), true, c.item.Status == ""
	}
	if !known && c.item.Status != "" {
		c.r.Note(Warned, c.item.Pos, fmt.Sprintf("the status %q is not known; read as %s (see states of the mapping)", c.item.Status, state))
	}
	if by := droppedBy(c.item.Reason); by != "" && state == stateFor(c.spec, Done) && mappedTo(c.r.opts.Mapping.States, c.item.Status) == "" {
		state, exact = stateFor(c.spec, Cancelled), true
		c.prop("status", strings.ReplaceAll(by, "n t ", "n't ")) // as people write it
	}
	c.fields["state_key"] = state
	if c.isPutOff() {
		c.addLabel(graph.LabelDeferred)
	}
	if !exact {
		c.prop("status", c.item.Status)
	}
	c.setEnding()
}

// setEnding adds a label for how something ended, if its status says that and its state
// does not.
func (c *columns) setEnding() {
	label := states.EndingIn(c.item.Status)
	state, _ := c.fields["state_key"].(string)
	would := graph.Common{Kind: c.spec.Kind, StateKey: &state, Labels: []string{label}}
	if label != "" && states.Shown(&would) == label && label != state {
		c.addLabel(label)
	}
}

func (c *columns) addLabel(label string) {
	labels, _ := c.fields["labels"].([]string)
	c.fields["labels"] = distinct(append(slices.Clone(labels), label))
}

// isPutOff reports whether the state of a task or a plan says that it is put off, and no
// label does.
func (c *columns) isPutOff() bool {
	if c.spec.Kind != graph.KindTask && c.spec.Kind != graph.KindPlan || lists.HasPutOffLabel(c.item.Labels) {
		return false
	}
	return c.item.State == Deferred || c.item.State == "" && c.r.opts.Mapping.isDeferred(c.item.Status)
}

func (c *columns) setPriority() {
	level, known := c.item.Level, c.item.Level > 0
	if !known && strings.TrimSpace(c.item.Priority) != "" {
		if level, known = c.r.opts.Mapping.priority(c.item.Priority); !known {
			c.r.Note(Warned, c.item.Pos, fmt.Sprintf("the priority %q is not known; kept in props (see priorities of the mapping)", c.item.Priority))
		}
	}
	if field := c.spec.Field("priority"); field != nil && level > 0 {
		c.fields["priority"] = min(level, 5)
	}
	if level > 0 || !known {
		c.prop("priority", c.item.Priority)
	}
}

func (c *columns) setTimes() {
	if at := c.time("created_at", c.item.Created); at != "" {
		c.fields["created_at"] = at
	} else if at := c.createdBefore(); at != "" {
		c.fields[graph.CreatedBefore] = at
	}
	c.setTime("updated_at", c.item.Updated)
	c.setTime("start_at", c.item.Started)
	due := "due_at"
	if c.spec.Kind == graph.KindGoal {
		due = "target_date"
	}
	c.setTime(due, c.item.Due)
	completed := "completed_at"
	switch c.spec.Kind {
	case graph.KindDecision:
		completed = "decision_at"
	case graph.KindRisk:
		completed = "mitigated_at"
	}
	c.setTime(completed, c.item.Completed)
}

// createdBefore returns when an item was there: as the source says, at its last change, or when its file was
// first there; "" if nothing is known.
func (c *columns) createdBefore() string {
	for _, text := range []string{c.item.There, c.item.Updated, c.item.Completed} {
		if at, ok := Time(text); ok {
			return at
		}
	}
	file := cmp.Or(c.item.Path, c.item.Pos.File)
	if file == "" || c.r.opts.Created == nil {
		return ""
	}
	if at := c.r.opts.Created(file); !at.IsZero() {
		return at.UTC().Format(time.RFC3339)
	}
	return ""
}

func (c *columns) setTime(column, text string) {
	if at := c.time(column, text); at != "" {
		c.set(column, at)
	}
}

// time returns a time in the form of an import, "" for none. A text that is none is
// kept in props.
func (c *columns) time(column, text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	at, ok := Time(text)
	first, last, is := month(text)
	of := "month"
	if !is {
		first, last, is = quarter(text)
		of = "quarter"
	}
	if !ok && is {
		at, ok = first.Format(time.DateOnly), true
		if column == "due_at" || column == "target_date" {
			at = last.Format(time.DateOnly)
		}
		c.r.Note(Warned, c.item.Pos, fmt.Sprintf("%s: %q is a %s; read as %s", column, text, of, at))
	}
	if !ok {
		c.r.Note(Warned, c.item.Pos, fmt.Sprintf("%s: %q is no date; kept in props", column, graph.Truncate(text, 60)))
		c.prop(strings.TrimSuffix(strings.TrimSuffix(column, "_at"), "_date"), text)
	}
	return at
}

func (c *columns) setPeople() {
	var owners []string
	for _, person := range c.item.Owners {
		owners = append(owners, c.r.Person(c.item.Pos, person))
	}
	switch owners = distinct(owners); len(owners) {
	case 0:
	case 1:
		c.prop("owner", owners[0])
	default:
		c.prop("owner", owners)
	}
	c.prop("reporter", c.r.Person(c.item.Pos, c.item.Author))
}

// setText sets the column for the text of the kind.
func (c *columns) setText() {
	text := c.text()
	switch c.spec.Kind {
	case graph.KindDocument, graph.KindRisk:
		c.setOnce("content", text)
	case graph.KindSignal:
		c.fields["payload"] = map[string]any{"title": c.item.Title, "text": text}
	case graph.KindInsight:
		c.prop("summary", text)
	case graph.KindRequirement:
		if text != "" {
			c.fields["text"] = fmt.Sprint(c.fields["text"]) + "\n\n" + text
		}
	case graph.KindRecord:
		c.prop("description", text)
	default:
		c.setOnce("description", text)
	}
}

func (c *columns) setOnce(column, text string) {
	if text != "" && c.fields[column] == nil {
		c.fields[column] = text
	}
}
