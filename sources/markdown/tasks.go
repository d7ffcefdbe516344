package markdown

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/markup"
	"dossier/sources"
	"dossier/sources/markdown/convert"
)

// A listed is a task that an item of a list became.
type listed struct {
	id         string
	start, end int // of the item
}

// taskAt returns the id of the task whose text has an offset, "" for none.
func (p *page) taskAt(offset int) string {
	for _, t := range p.tasks {
		if t.start <= offset && offset < t.end {
			return t.id
		}
	}
	return ""
}

// A taskAdder adds tasks of lists.
type taskAdder struct{ *folder }

// addTasks adds the items of lists that are tasks.
func (f taskAdder) addTasks(p *page) {
	used := map[string]int{}
	f.addActions(p, used)
	isList := p.isTaskList() || f.rules.Notes // in notes every check box is a task
	isPlain := p.hasPlainTasks()
	isRecent := p.isMinutes() && p.day != "" && p.day >= f.recent
	ids := map[int]string{}
	for i, item := range p.doc.Items {
		isTask := item.Mark != 0 && (isList || isUnder(p.doc, item, isTaskHeading)) || isPlain && item.Parent < 0 && !p.isOnlyLink(item) ||
			isRecent && p.setAction(&item)
		if !isTask || item.Text == "" {
			continue
		}
		id := f.addTask(p, item, used, ids[item.Parent])
		ids[i] = id
		p.tasks = append(p.tasks, listed{id, item.Start, item.End})
	}
	if isRecent {
		for _, item := range p.actionLines() {
			if p.setAction(&item) {
				f.addTask(p, item, used, "")
			}
		}
	}
}

// isTaskList reports whether the page is a list of tasks as a whole.
func (p *page) isTaskList() bool {
	return convert.HasTasksOnly(p.path) || p.class == todo || p.class != daily && isTaskHeading(p.title)
}

// isTodo reports whether all items of the page may be tasks, also those without a check
// box: a page with the title "Tasks" in a folder may explain these.
func (p *page) isTodo() bool {
	return isTodo(p.stem()) && (!strings.EqualFold(p.stem(), "tasks") || !strings.Contains(p.path, "/")) ||
		slices.Contains(todoTitles, strings.ToLower(p.title))
}

// hasPlainTasks reports whether items without a check box are tasks.
func (p *page) hasPlainTasks() bool {
	return p.isTodo() && p.isList() && !slices.ContainsFunc(p.doc.Items, func(i markup.Item) bool { return i.Mark != 0 })
}

// isList reports whether lists are half of the text at least: others write about to-dos.
func (p *page) isList() bool {
	inLists, whole := 0, len(p.doc.Source)
	for _, b := range p.doc.Blocks {
		switch b.Kind {
		case markup.ListBlock:
			inLists += b.End - b.Start
		case markup.HeadingBlock:
			whole -= b.End - b.Start
		}
	}
	return 2*inLists >= whole
}

var todoTitles = []string{"todo", "todos", "to do", "to dos", "to-do", "todo list", "to-do list"}

func isTodo(stem string) bool {
	return slices.Contains([]string{"todo", "todos", "tasks", "to-do", "to_do"}, strings.ToLower(stem))
}

// isUnder reports whether a heading, or the line with a colon before the list of an
// item, has a property: "Next steps:".
func isUnder(doc *markup.Doc, item markup.Item, has func(text string) bool) bool {
	return above(doc, item.Heading, has) || isLabelled(doc, item, has)
}

// isLabelled reports whether the line before the list of an item, which has a colon or is
// bold, has a property.
func isLabelled(doc *markup.Doc, item markup.Item, has func(text string) bool) bool {
	before := strings.TrimRight(doc.Source[:listAt(doc, item.Start)], " \t\r\n")
	line := before[strings.LastIndexByte(before, '\n')+1:]
	label, hasColon := strings.CutSuffix(strings.Trim(line, "*_ "), ":")
	isBold := len(line) > len("****") && (line[:2] == "**" || line[:2] == "__") && strings.HasSuffix(line, line[:2])
	return (hasColon || isBold) && has(strings.Trim(label, "*_ "))
}

// listAt returns the beginning of the list that has an offset, the offset itself if none
// has it.
func listAt(doc *markup.Doc, offset int) int {
	for _, b := range doc.Blocks {
		if b.Kind == markup.ListBlock && b.Start <= offset && offset < b.End {
			return b.Start
		}
	}
	return offset
}

// isOnlyLink reports whether an item is an entry of a table of contents.
func (p *parsed) isOnlyLink(item markup.Item) bool {
	source := strings.TrimSpace(p.doc.Source[item.Start:item.End])
	for _, l := range p.doc.Links {
		if l.Start >= item.Start && l.Start < item.End && l.Text == item.Text && strings.HasPrefix(source, "[") {
			return true
		}
	}
	return false
}

// above reports whether a heading or one that it is under has a property.
func above(doc *markup.Doc, heading int, has func(text string) bool) bool {
	level := 7
	for i := heading; i >= 0; i-- {
		if h := doc.Headings[i]; h.Level < level {
			if level = h.Level; has(h.Text) {
				return true
			}
		}
	}
	return false
}

var taskHeadings = []string{
	"tasks", "task", "todo", "todos", "to do", "to dos", "next steps", "next actions", "action items", "actions", "work items", "things to do",
	"remaining work", "roadmap", "planned", "plans", "milestones",
	"aufgaben", "offene aufgaben", "zu erledigen", "nächste schritte", "tâches", "à faire", "prochaines étapes", "tareas", "por hacer",
	"pendientes", "próximos pasos",
}

// isTaskHeading reports whether a heading says that tasks follow, by all of it or
// by one of few words.
func isTaskHeading(heading string) bool {
	words := strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	text := strings.Join(words, " ")
	if slices.Contains(taskHeadings, text) {
		return true
	}
	const most = 4
	return len(words) <= most && (slices.Contains(words, "tasks") || slices.Contains(words, "todo") || slices.Contains(words, "todos") ||
		strings.Contains(" "+text+" ", " to do "))
}

// addTask adds an item as a task of the page or of the task that it is in.
func (f taskAdder) addTask(p *page, item markup.Item, used map[string]int, parent string) string {
	pos := p.pos(p.lineOf(item.Start))
	tagged := f.tags || convert.HasTasksOnly(p.path)
	t := readTask(item.Text, tagged)
	key := truncated(slug(t.title))
	if used[key]++; used[key] > 1 {
		key = fmt.Sprintf("%s-%d", key, used[key])
	}
	task := &sources.Item{
		Pos: pos, Kind: graph.KindTask, ID: withoutExt(p.path) + "#" +
			key, Path: p.path, Title: t.title, Text: item.Rest, State: p.taskState(item),
		Level: t.level, Due: t.due, Started: t.start, Created: cmp.Or(t.created, p.day), Completed: t.done, Owners: t.owners, Parent: parent,
		Props: map[string]any{},
	}
	if p.isMinutes() && len(task.Owners) == 0 {
		task.Owners = whoActs(t.title)
	}
	t.addPlugin(task)
	for _, tag := range p.doc.Tags {
		if tagged && tag.Start >= item.Start && tag.Start < item.End {
			task.Labels = append(task.Labels, tag.Name)
		}
	}
	task.Labels = f.withParents(task.Labels)
	if item.Heading >= 0 {
		if text := p.doc.Headings[item.Heading].Text; !isTaskHeading(text) && text != p.title && stateOfHeading(text) == "" {
			task.Props["section"] = text
		}
	}
	id := f.out.Add(task)
	switch {
	case parent != "":
	case p.class == proposal || p.class == work:
		f.out.Edge(pos, sources.Parent, p.id, id, nil)
	default:
		f.out.Edge(pos, "references", p.id, id, nil)
	}
	return id
}

// truncated returns the beginning of a slug, which is part of an id.
func truncated(slug string) string {
	const most = 60
	runes := []rune(slug)
	return strings.TrimRight(string(runes[:min(len(runes), most)]), "-")
}

// marks are the states for what is in check boxes.
var marks = map[byte]string{
	' ': sources.Todo, 'x': sources.Done, 'X': sources.Done, '-': sources.Cancelled, '~': sources.Cancelled, '/': sources.Doing,
	'>': sources.Deferred, '<': sources.Todo,
	'!': sources.Todo, '?': sources.Todo, 'b': sources.Blocked,
}

// taskState returns the state of a task by its box, or else by its heading.
func (p *parsed) taskState(item markup.Item) string {
	state := sources.Todo
	if of, known := marks[item.Mark]; known {
		state = of
	}
	if state != sources.Todo {
		return state
	}
	above(p.doc, item.Heading, func(text string) bool {
		of := stateOfHeading(text)
		if of == sources.Done && item.Mark == ' ' {
			return false // an open box says more than the heading
		}
		if of != "" {
			state = of
		}
		return of != ""
	})
	return state
}

// headingStates are the states that headings of lists say.
var headingStates = map[string][]string{
	sources.Done:      {"done", "completed", "complete", "finished", "erledigt", "fertig", "terminé", "hecho"},
	sources.Doing:     {"doing", "in progress", "wip", "in arbeit", "en cours", "en curso", "now"},
	sources.Blocked:   {"blocked", "waiting", "blockiert", "bloqué", "bloqueado"},
	sources.Cancelled: {"cancelled", "canceled", "won t do", "wont do", "rejected", "dropped"},
}

func stateOfHeading(heading string) string {
	words := strings.ReplaceAll(slug(heading), "-", " ")
	for state, list := range headingStates {
		if slices.Contains(list, words) {
			return state
		}
	}
	return ""
}

// A taskText is the parsed text of a task.
type taskText struct {
	title                     string
	level                     int
	due, start, created, done string
	owners                    []sources.Person
	values                    map[string]string // of pluginMarks
}

// dateMarks are the characters and words before dates, and which date that is.
var dateMarks = map[string]string{
	"📅": "due", "📆": "due", "🗓": "due", "🗓️": "due", "⏳": "start", "🛫": "start", "➕": "created", "✅": "done", "❌": "cancelled",
	"due": "due", "by": "due", "until": "due", "before": "due", "bis": "due",
	"start": "start", "scheduled": "start", "created": "created", "completion": "done", "completed": "done", "done": "done",
	"cancelled": "cancelled",
}

// dueWords are the words before a date that mean until when.
var dueWords = []string{"due", "by", "until", "before", "bis"}

var levelMarks = map[string]int{
	"🔺": 1, "⏫": 1, "🔼": 2, "🔽": 4, "⏬": 5, "(a)": 1, "(b)": 2, "(c)": 3, "(d)": 4, "(e)": 5, "[p0]": 1, "(p0)": 1, "[p1]": 2, "(p1)": 2,
	"[p2]": 3, "(p2)": 3, "[p3]": 4, "(p3)": 4,
}

// readTask takes dates, priority and people from the text of a task: "📅
// 2026-01-02", "due:2026-01-02", "due 2026-01-02", "[due:: 2026-01-02]", "(A)", "@ann" at an end. Tags
// at the end are labels, if tags are.
func readTask(text string, tags bool) taskText {
	var t taskText
	var kept []string
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		used := cmp.Or(t.date(words[i:]), t.plugin(words[i:]))
		switch level := levelMarks[strings.ToLower(words[i])]; {
		case used > 0:
			i += used - 1
		case level > 0:
			t.level = level
		default:
			kept = append(kept, words[i])
		}
	}
	for len(kept) > 1 && (tags && kept[len(kept)-1][0] == '#' || t.isOwner(kept[len(kept)-1])) {
		kept = kept[:len(kept)-1]
	}
	for len(kept) > 1 && t.isOwner(kept[0]) {
		kept = kept[1:]
	}
	t.title = strings.TrimSuffix(strings.Join(kept, " "), ":")
	if t.title == "" {
		t.title = text
	}
	return t
}

// date reads a date at the start of words, and returns how many of them it takes.
func (t *taskText) date(words []string) (used int) {
	word := strings.Trim(words[0], "[]()")
	mark, value, found := strings.Cut(word, ":")
	value = strings.TrimLeft(value, ":")
	used = 1
	if !found || value == "" {
		mark = strings.TrimRight(word, ":")
		isWord := word == mark && mark != "" && mark[0] < 0x80 && words[0][0] != '('
		if len(words) < 2 || mark == "" || isWord && !slices.Contains(dueWords, strings.ToLower(mark)) {
			return 0
		}
		value, used = strings.Trim(words[1], "[]()"), 2
	}
	if _, ok := sources.Time(value); !ok {
		return 0
	}
	switch dateMarks[strings.ToLower(mark)] {
	case "due":
		t.due = value
	case "start":
		t.start = value
	case "created":
		t.created = value
	case "done":
		t.done = value
	case "cancelled":
	default:
		return 0
	}
	return used
}

// isOwner reports whether a word is a person, such as "@ann" or "(@ann)", and adds
// it.
func (t *taskText) isOwner(word string) bool {
	handle, found := strings.CutPrefix(strings.Trim(word, "()[],:"), "@")
	if !found || handle == "" || strings.ContainsFunc(handle, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	}) {
		return false
	}
	t.owners = append(t.owners, sources.Person{Handle: handle})
	return true
}
