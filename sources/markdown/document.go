package markdown

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// addDocument adds a document, or what the mapping makes of its type.
func (f *folder) addDocument(p *page) {
	fl := p.fieldsOf(nil)
	item := f.item(p, cmp.Or(p.workKind(), graph.KindDocument), fl)
	item.Text = strings.TrimSpace(p.doc.Source)
	if p.class == work {
		p.setWork(item, fl)
	}
	if item.Status == "" {
		item.State = documentState(p, fl)
	}
	f.finish(p, item, fl)
}

// plain is what a document without fields that name others depends on.
type plain struct {
	*parsed
	tags bool
}

// addPlain adds a document, or what it was before if nothing changed that it
// depends on.
func (f *folder) addPlain(p *page) {
	if p.class != document || p.mayRefer(f) {
		f.addDocument(p)
		return
	}
	p.id = f.out.Kept(p.path, plain{p.parsed, f.tags}, func() string { f.addDocument(p); return p.id })
}

// documentState returns the state of a document that has no status.
func documentState(p *page, fl *fields) string {
	draft, published := fl.take("draft"), fl.take("published")
	switch {
	case draft != nil && draft.value == true, published != nil && published.value == false:
		return "draft"
	case slices.Contains(strings.Split(strings.ToLower(p.dir()), "/"), "archive"):
		return "archived"
	}
	return "published"
}

// The names of fields that all kinds have, folded.
var (
	createdNames = []string{
		"created", "createdat", "creationdate", "datecreated", "createddate", "date", "startdate", "published", "publishdate", "pubdate",
		"datum", "fecha",
	}
	updatedNames = []string{
		"updated", "updatedat", "lastupdated", "lastmodified", "modified", "modifiedat", "lastmod", "dateupdated", "updateddate",
	}
	ownerNames  = []string{"owner", "owners", "assignee", "assignees", "responsible"}
	authorNames = []string{"author", "authors", "creator", "autor", "auteur", "by", "championedby", "champion", "champions"}
	statusNames = []string{"status", "state", "statut", "estado"}
	stageNames  = []string{"stage", "phase", "progress"}
	labelNames  = []string{"tags", "tag", "labels", "label", "keywords", "categories"}
)

// layoutNames are fields that say how a page looks or where it is in a menu.
var layoutNames = []string{
	"layout", "permalink", "navorder", "haschildren", "hastoc", "sidebarposition", "sidebarlabel", "weight", "hidetitle", "toc",
	"redirectfrom",
	"cssclass", "cssclasses", "sidebar", "pagination", "hide", "navexclude", "searchexclude", "childnavorder", "displaytoc", "mathjax",
}

// item returns an item with what front matter, header and name say.
func (f *folder) item(p *page, kind graph.Kind, fl *fields) *sources.Item {
	item := &sources.Item{
		Pos: p.pos(1), Kind: kind, ID: withoutExt(p.path), Path: p.path, Title: p.title, Props: map[string]any{},
		Status: p.takeStatus(kind, fl), Labels: f.labels(p), Type: fl.text("type"),
		Created: day(fl.text(createdNames...)), Updated: day(fl.text(updatedNames...)), Priority: fl.text("priority"), Due: fl.text("due",
			"duedate", "dueat"),
	}
	item.Created = cmp.Or(item.Created, p.day)
	fl.take(append([]string{"title", "aliases", "alias"}, labelNames...)...)
	f.addLayout(p, fl)
	item.Owners = fl.people(ownerNames...)
	if description := fl.text("description", "summary", "abstract"); description != "" {
		item.Fields = map[string]any{"description": description}
	}
	if names := p.names(); len(names) > 0 {
		item.Props["aliases"] = names
	}
	f.addPeople(fl, item)
	f.addFields(p, item)
	p.addRefs(f, fl)
	return item
}

// takeStatus returns the status of a page: that of the field for it, or of a stage if the
// word is one for states. A plain document may be about something that has the stage.
func (p *page) takeStatus(kind graph.Kind, fl *fields) string {
	if status := fl.text(statusNames...); status != "" || kind == graph.KindDocument {
		return status
	}
	if name := p.stage(); name != "" {
		return fl.text(name)
	}
	return ""
}

// saysStatus reports whether front matter has a status, or a stage that is one.
func (p *parsed) saysStatus() bool { return p.head.Text(statusNames...) != "" || p.stage() != "" }

// stage returns the name of the field of front matter for a stage whose value is a word for
// states, "" for none.
func (p *parsed) stage() string {
	const mostWords = 3
	for _, name := range stageNames {
		text := p.head.Text(name)
		if words := len(strings.Fields(text)); words > 0 && words <= mostWords && sources.KnowsStatus(text) {
			return name
		}
	}
	return ""
}

// addPeople moves fields with people to props, as names of their records.
func (f *folder) addPeople(fl *fields, item *sources.Item) {
	for _, group := range []struct {
		prop  string
		names []string
	}{
		{"author", authorNames}, {"reporter", []string{"reporter"}}, {"editors", []string{"editor", "editors"}}, {
			"reviewers", []string{"reviewers", "reviewer"},
		},
		{"approvers", []string{"approvers", "approver"}}, {"sponsor", []string{"sponsor"}}, {"consulted", []string{"consulted"}}, {
			"informed", []string{"informed"},
		},
	} {
		var all []any
		for _, person := range fl.people(group.names...) {
			if name := f.out.Person(item.Pos, person); name != "" {
				all = append(all, name)
			}
		}
		switch len(all) {
		case 0:
		case 1:
			item.Props[group.prop] = all[0]
		default:
			item.Props[group.prop] = all
		}
	}
}

// addFields adds the fields in the text of a note.
func (f *folder) addFields(p *page, item *sources.Item) {
	if !f.rules.Notes {
		return
	}
	for _, field := range p.doc.Fields {
		if relationNames[folded(field.Key)].rel == "" && item.Props[field.Key] == nil {
			item.Props[field.Key] = linkText(field.Value)
		}
	}
}

// linkText returns the text of a value, which is the name of a note if it is a
// link to that.
func linkText(value string) string {
	inside, found := strings.CutPrefix(value, "[[")
	if inside, closed := strings.CutSuffix(inside, "]]"); found && closed && !strings.ContainsAny(inside, "|[") {
		return path.Base(inside)
	}
	return shown(value)
}

// addLayout drops the fields about the look of a page, and notes each once.
func (f *folder) addLayout(p *page, fl *fields) {
	for i := range fl.list {
		if v := &fl.list[i]; !v.used && slices.Contains(layoutNames, folded(v.key)) {
			v.used = true
			f.out.Note(sources.Lost, p.pos(v.line), v.key+": how a page looks is no part of the graph")
		}
	}
}

// finish adds an item with the fields that nothing has used.
func (f *folder) finish(p *page, item *sources.Item, fl *fields) {
	for key, value := range fl.rest() {
		if item.Props[key] == nil {
			item.Props[key] = value
		}
	}
	p.id = f.out.Add(item)
}

// names returns what else people call a page: aliases, its number, the name of
// its file.
func (p *page) names() []string {
	list := aliases(p)
	list = append(append(list, p.number.names()...), p.featureName)
	switch value := strconv.Itoa(p.number.value()); {
	case p.number.digits == "":
	case p.class == decision:
		list = append(list, value, "decision "+value)
	case p.class == proposal && p.number.prefix == "":
		list = append(list, p.series()+" "+value)
	}
	if name := p.stem(); !isIndexName(name) && slug(name) != slug(p.title) {
		list = append(list, name)
	}
	list = slices.DeleteFunc(list, func(name string) bool { return name == p.title })
	return distinct(list)
}

// labels returns the tags of a page.
func (f *folder) labels(p *page) []string {
	var labels []string
	for _, name := range labelNames {
		for _, label := range p.head.List(name) {
			if strings.HasPrefix(name, "tag") && (f.tags || strings.HasPrefix(label, "#")) {
				labels = append(labels, strings.Fields(label)...)
			} else {
				labels = append(labels, label)
			}
		}
	}
	if f.tags {
		for _, tag := range p.doc.Tags {
			labels = append(labels, tag.Name)
		}
	}
	for i, label := range labels {
		labels[i] = strings.TrimLeft(label, "#")
	}
	return f.withParents(distinct(labels))
}

// withParents returns labels and those in which they are nested: a note with the tag
// garden/soil has the tag garden, too, where notes have tags.
func (f *folder) withParents(labels []string) []string {
	if !f.tags {
		return labels
	}
	for _, label := range labels {
		for at := strings.LastIndexByte(label, '/'); at > 0; at = strings.LastIndexByte(label, '/') {
			label = label[:at]
			labels = append(labels, label)
		}
	}
	return distinct(labels)
}

func distinct(list []string) []string {
	var out []string
	for _, text := range list {
		if text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// day returns the first date of a text that may have several, as a date behind
// which is a remark.
func day(text string) string {
	text = strings.Trim(text, "()[] ")
	if _, ok := sources.Time(text); ok {
		return text
	}
	for _, cut := range []string{",", ";", "("} {
		if first, _, found := strings.Cut(text, cut); found {
			if _, ok := sources.Time(strings.TrimSpace(first)); ok {
				return strings.TrimSpace(first)
			}
		}
	}
	if fields := strings.Fields(text); len(fields) > 1 && len(fields[0]) == len("2006-01-02") {
		if _, ok := sources.Time(fields[0]); ok {
			return fields[0]
		}
	}
	return text
}

// persons reads lists of people: "Ann Lee (@ann), Bob <bob@example.org>", "@ann".
func persons(texts []string) (list []sources.Person) {
	for _, text := range texts {
		for part := range strings.SplitSeq(strings.ReplaceAll(text, ";", ","), ",") {
			if person := personOf(part); person != (sources.Person{}) {
				list = append(list, person)
			}
		}
	}
	return list
}

func personOf(text string) sources.Person {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "and "))
	name, rest, found := strings.Cut(text, "(")
	name, inner := strings.TrimSpace(name), strings.Trim(rest, ") ")
	switch {
	case text == "" || strings.EqualFold(text, "TBD") || strings.EqualFold(text, "n/a"):
		return sources.Person{}
	case found && strings.HasPrefix(inner, "@"):
		return sources.Person{Name: name, Handle: strings.TrimPrefix(inner, "@")}
	case found && strings.Contains(inner, "@"):
		return sources.Person{Name: name, Email: inner}
	case strings.HasPrefix(text, "@"):
		return sources.Person{Handle: strings.TrimPrefix(text, "@")}
	}
	if name, email, found := strings.Cut(text, "<"); found {
		return sources.Person{Name: strings.TrimSpace(name), Email: strings.Trim(email, "<> ")}
	}
	if at := strings.LastIndexByte(text, ' '); at > 0 && strings.Contains(text[at:], "@") { // a table of Markdown has no <>
		return sources.Person{Name: strings.TrimSpace(text[:at]), Email: text[at+1:]}
	}
	return sources.Person{Name: text}
}
