package csv

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/hypertext"
)

// A reading turns the rows of a table into items.
type reading struct {
	t    *table
	opts sources.Options
	out  *sources.Records

	ids        map[string]string // of rows, by folded id, further name and title; "" for several
	monthFirst bool
	zeroBased  bool              // priorities are from 0
	numeric    map[int]bool      // columns of numbers
	latest     string            // time at which a row changed
	projects   int               // how many different ones the table has
	accounts   map[string]string // names of people by the ids of their accounts
	prefix     string            // of the ids of rows, if another table has some of these numbers
	pages      map[string]string // texts of rows by their titles, beside the table
	earliest   map[string]string // when the first row was made, by the cells for projects, milestones and epics
}

func newReading(t *table, opts sources.Options, out *sources.Records) *reading {
	r := &reading{t: t, opts: opts, out: out, ids: map[string]string{}, numeric: map[int]bool{}, accounts: map[string]string{}}
	projects := map[string]bool{}
	if slices.ContainsFunc(t.rows, func(row row) bool { own := r.idOf(&row); return digits.MatchString(own) && out.Kind(own) != "" }) {
		r.prefix = t.name + "/"
	}
	for i := range t.rows {
		r.index(&t.rows[i])
		for j, c := range t.columns {
			cell := strings.TrimSpace(t.rows[i].cells[j])
			switch {
			case c.role == priority && (cell == "0" || fold(c.name) == "pri"):
				r.zeroBased = true
			case c.role == project && cell != "":
				projects[cell] = true
			}
		}
	}
	r.projects = len(projects)
	r.guessDates()
	r.findLatest()
	r.findEarliest()
	for j, c := range t.columns {
		r.addAccounts(j)
		r.numeric[j] = c.role == other && r.isNumeric(j)
	}
	return r
}

// guessDates finds out whether the month is first in dates such as 3/4/2026.
func (r *reading) guessDates() {
	ambiguous := 0
	monthFirst, known := sources.MonthFirst(func(yield func(string) bool) {
		for of, cell := range r.slashed {
			if cell[0] <= '9' && !strings.ContainsAny(cell, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && ambiguous == 0 {
				ambiguous = of.line
			}
			if !yield(cell) {
				return
			}
		}
	})
	r.monthFirst = monthFirst || !known && !r.t.foreign
	if !known && ambiguous > 0 {
		order := map[bool]string{true: "month, day, year", false: "day, month, year"}[r.monthFirst]
		r.out.Note(sources.Warned, sources.Position{File: r.t.file, Line: ambiguous},
			"dates with slashes can be read in two ways; read as "+order)
	}
}

// slashed yields the dates with two slashes, with their rows.
func (r *reading) slashed(yield func(*row, string) bool) {
	for i := range r.t.rows {
		for j, c := range r.t.columns {
			cell := strings.TrimSpace(r.t.rows[i].cells[j])
			isDate := slices.Contains([]role{due, start, created, updated, completed}, c.role)
			if isDate && strings.Count(cell, "/") == 2 && !yield(&r.t.rows[i], cell) {
				return
			}
		}
	}
}

func (r *reading) isNumeric(j int) bool {
	numbers := 0
	for i := range r.t.rows {
		cell := strings.TrimSpace(r.t.rows[i].cells[j])
		if cell == "" {
			continue
		}
		if _, is := number(cell); !is || len(cell) > 1 && cell[0] == '0' && cell[1] != '.' && cell[1] != ',' {
			return false
		}
		numbers++
	}
	return numbers > 0
}

// index adds the names of a row, by which cells of other rows may refer to it.
func (r *reading) index(of *row) {
	own := r.idOf(of)
	for j, c := range r.t.columns {
		if cell := strings.TrimSpace(of.cells[j]); cell != "" && (c.role == id || c.role == title || c.role == alias) {
			key := strings.ToLower(cell)
			if known, taken := r.ids[key]; taken && known != own {
				own := own
				if c.role != id {
					own = ""
				}
				r.ids[key] = own
				continue
			}
			r.ids[key] = own
		}
	}
}

// idOf returns the id of a row: that in its column, or else its title.
func (r *reading) idOf(of *row) string {
	name := ""
	for j, c := range r.t.columns {
		cell := strings.TrimSpace(of.cells[j])
		switch {
		case c.role == id && cell != "":
			if digits.MatchString(cell) {
				return r.prefix + r.t.tracker.Issue + cell
			}
			return r.prefix + cell
		case c.role == title && name == "":
			name = strings.Join(strings.Fields(cell), " ")
		}
	}
	return name
}

// read adds the items. Of rows with the same id and title, as a task of Asana has in each
// of its projects, it adds the one that was changed last.
func (r *reading) read(ctx context.Context) error {
	var rows sources.Newest[*row]
	for i := range r.t.rows {
		of := &r.t.rows[i]
		inside := ""
		if r.t.has(id) {
			inside = r.cell(of, title)
		}
		if rows.Add(r.idOf(of), inside, r.cell(of, updated), of) {
			r.out.NoteAgain(sources.Position{File: r.t.file, Line: of.line}, r.idOf(of))
		}
	}
	for _, of := range rows.All {
		if err := ctx.Err(); err != nil {
			return err
		}
		if item := r.itemOf(of); item != nil {
			r.out.Add(item)
		}
	}
	return nil
}

// cell returns the first cell of a row with a role, "" for none.
func (r *reading) cell(of *row, wanted role) string {
	for j, c := range r.t.columns {
		if cell := strings.TrimSpace(of.cells[j]); c.role == wanted && cell != "" {
			return cell
		}
	}
	return ""
}

var digits = regexp.MustCompile(`^[1-9]\d{0,15}$`)

// itemOf returns the item of a row, nil for one without a name, which is noted.
func (r *reading) itemOf(of *row) *sources.Item {
	item := &sources.Item{
		Pos: sources.Position{File: r.t.file, Line: of.line}, ID: r.idOf(of), Props: map[string]any{}, Fields: map[string]any{},
	}
	if graph.IsBlank(item.ID) {
		r.out.Note(sources.Rejected, item.Pos, "the row has neither an id nor a title")
		return nil
	}
	if number := strings.TrimPrefix(strings.TrimPrefix(item.ID, r.prefix), r.t.tracker.Issue); digits.MatchString(number) {
		item.Props["number"] = json.Number(number)
	}
	item.Issue = r.t.isIssues
	cells := &rowCells{reading: r, item: item, cells: of.cells}
	for j, c := range r.t.columns {
		if cell := strings.TrimSpace(of.cells[j]); cell != "" && (!slices.Contains(nothing, cell) || c.role == title) {
			cells.set(j, c, cell)
		}
	}
	cells.finish()
	item.Text = cmp.Or(item.Text, r.pages[item.Title])
	return item
}

// nothing are cells that programs write for no value.
var nothing = []string{"null", "NULL", "None", "undefined", "[]", "{}", "---", "--", `\N`, `""`, "0001-01-01T00:00:00Z", "0000-00-00",
	"0000-00-00 00:00:00"}

// rowCells are the cells of a row, while they are set in its item.
type rowCells struct {
	*reading
	item                 *sources.Item
	cells                []string
	category, resolution string
	cancelled            string
	archived, blocked    bool
	done                 bool
	percent              string   // of what is done
	handles              []string // of the owners, in their order
	authorHandle         string
	epic, epicTitle      string
}

// text returns the text that cells of a role are as they are written, nil for other roles.
func (c *rowCells) text(of role) *string {
	switch of {
	case title:
		return &c.item.Title
	case status:
		return &c.item.Status
	case typ:
		return &c.item.Type
	case author:
		return &c.item.Author.Name
	case authorHandle:
		return &c.authorHandle
	case category:
		return &c.category
	case resolution:
		return &c.resolution
	case parentTitle:
		return &c.epicTitle
	}
	return nil
}

// time returns the time that cells of a role are, nil for other roles.
func (c *rowCells) time(of role) *string {
	switch of {
	case due:
		return &c.item.Due
	case start:
		return &c.item.Started
	case created:
		return &c.item.Created
	case updated:
		return &c.item.Updated
	case completed:
		return &c.item.Completed
	case cancelled:
		return &c.cancelled
	}
	return nil
}

// set sets what a cell says.
func (c *rowCells) set(j int, of column, cell string) {
	if text := c.text(of.role); text != nil {
		*text = cell
		return
	}
	if begin, end, isSpan := strings.Cut(cell, " → "); of.role == due && isSpan { // of Notion
		c.item.Started, cell = cmp.Or(c.item.Started, c.date(begin)), end
	}
	if time := c.time(of.role); time != nil {
		*time = c.date(cell)
		return
	}
	switch item := c.item; of.role {
	case priority:
		item.Priority = c.priority(cell)
	case owner:
		for _, who := range splitPeople(cell) {
			item.Owners = append(item.Owners, sources.Person{Name: who})
		}
	case ownerHandle:
		c.handles = splitPeople(cell)
	case labels:
		item.Labels = append(item.Labels, splitLabels(cell)...)
	case archived:
		c.archived = !slices.Contains(no, strings.ToLower(cell))
	case isDone:
		c.done = slices.Contains(yes, strings.ToLower(cell))
	case isBlocked:
		c.setBlocked(cell)
	case description:
		item.Text = c.markdown(cell)
	case section:
		item.Sections = append(item.Sections, sources.Section{Heading: of.name, Text: c.markdown(cell)})
	case comment:
		item.Comments = append(item.Comments, c.commentsOf(cell)...)
	default:
		c.setOther(j, of, cell)
	}
}

//nolint:cyclop // a case for each role
func (c *rowCells) setOther(j int, of column, cell string) {
	switch item := c.item; of.role {
	case parent:
		c.setParent(fold(of.name), cell)
	case project:
		c.setProject(cell)
	case milestone:
		c.setMilestone(of, cell)
	case dependsOn:
		c.link("depends_on", cell, false)
	case blocks:
		c.link("blocks", cell, false)
	case link:
		rel, inward := strings.CutPrefix(of.rel, "in:")
		c.link(rel, cell, inward)
	case alias:
		item.Names = append(item.Names, cell)
	case impact:
		item.Fields["impact"] = impactOf(cell)
		item.Props["impact"] = cell
	case probability:
		if n, is := number(strings.TrimSuffix(cell, "%")); is && n > 1 && n <= 100 {
			item.Fields["probability"] = n / 100
		} else if is && n >= 0 && n <= 1 {
			item.Fields["probability"] = n
		}
		item.Props["probability"] = cell
	case field:
		item.Props[of.to] = cell
	case other:
		if slices.Contains(percents, fold(of.name)) {
			c.percent = cell
		}
		c.setProp(j, of, cell)
	}
}

// The words for no and for yes in columns of marks.
var (
	no  = []string{"false", "no", "0", "nein", "non", "n", "☐", "unchecked"}
	yes = []string{
		"true", "yes", "1", "ja", "oui", "sí", "si", "y", "j", "x", "✓", "✔", "✅", "☑", "checked", "blocked", "impediment", "flagged",
	}
)

// setBlocked sets what a mark of what is blocked says: whether it is, why, or by which rows.
func (c *rowCells) setBlocked(cell string) {
	switch {
	case slices.Contains(no, strings.ToLower(cell)):
	case c.all(sources.SplitList(cell)):
		c.link("depends_on", cell, false)
	default:
		c.blocked = true
		if !slices.Contains(yes, strings.ToLower(cell)) {
			c.item.Props["blocked"] = cell
		}
	}
}

// percents are names of columns with how much is done, of which percentDone is all.
var percents = strings.Split("complete,percent complete,done,percent done,progress,work complete,fortschritt,fertig,avance,avancement", ",")

const percentDone = 100

// setParent sets what contains the row, which a column with a name says.
func (c *rowCells) setParent(name, cell string) {
	to, known := c.row(cell)
	switch {
	case name == "epic id":
		c.epic = c.t.tracker.Epic + cell
		c.item.Parent = c.epic
	case name == "epic" && c.epic != "":
		c.epicTitle = cell
	case known || c.item.Parent == "":
		c.item.Parent = to
	}
}

func (c *rowCells) setProp(j int, of column, cell string) {
	name := strings.ReplaceAll(strings.TrimPrefix(fold(of.name), "custom field "), " ", "_")
	if name == "" || name == "status" {
		return
	}
	var value any = cell
	if n, is := number(cell); is && c.numeric[j] {
		value = n
		if n == math.Trunc(n) && math.Abs(n) < 1e15 {
			value = int64(n)
		}
	}
	if slices.Contains(listed, name) && strings.Contains(cell, ", ") {
		c.item.Props[name] = sources.SplitList(cell)
		return
	}
	before, twice := c.item.Props[name]
	if list, is := before.([]any); is {
		value = slices.Concat(list, []any{value})
	} else if twice && before != value {
		value = []any{before, value}
	}
	c.item.Props[name] = value
}

// listed are the columns whose cells are lists, if they have commas.
var listed = []string{"component", "components", "os", "platform", "platforms"}

// tickTick are the priorities for the numbers of TickTick, of which 0 is none.
var tickTick = map[string]string{"5": "high", "3": "medium", "1": "low"}

// tickTickDone are the numbers of TickTick for what is completed, and completed and archived.
var tickTickDone = []string{"1", "2"}

// priority returns a priority as the source has it. Priorities from 0 are called P0
// and so on.
func (c *rowCells) priority(cell string) string {
	if c.t.isTickTick {
		return tickTick[cell]
	}
	if _, err := strconv.Atoi(cell); err == nil && c.zeroBased {
		return "P" + cell
	}
	if n, is := number(cell); is && n == math.Trunc(n) {
		return strconv.Itoa(int(n))
	}
	return cell
}

// date returns a date in the form of an import if it is one, and otherwise as it
// is.
func (c *rowCells) date(cell string) string {
	if cell == "0" {
		return "" // a time that is a number
	}
	if at, ok := sources.TimeIn(cell, c.monthFirst); ok {
		return at
	}
	return cell
}

// row returns the id of the row with an id, a name or a title, and whether there is
// one.
func (c *rowCells) row(name string) (string, bool) {
	name = strings.TrimSpace(name)
	bare := addressed.ReplaceAllString(name, "")
	_, number, isNumbered := strings.Cut(name, "#") // "Bug #101"
	if !isNumbered {
		number = name
	}
	for _, form := range []string{name, bare, number} {
		if to, known := c.ids[strings.ToLower(form)]; known && to != "" {
			return to, true
		}
	}
	return name, false
}

// predecessor is the number of a task in a project plan, with the kind of dependency
// and the time between.
var predecessor = regexp.MustCompile(`(?i)^(\d+)\s*(?:FS|SS|FF|SF|EA|AA|EE|AE)\b.*$`)

// addressed matches the address or the file of a page, which Notion writes behind its title.
var addressed = regexp.MustCompile(` \((http\S+|\S+\.md)\)$`)

// related is a relation with a row, as in "Blocked by #102".
var related = regexp.MustCompile(`^(\pL[\pL ]+?) +#(\d+)(?: \(.*\))?$`)

// link adds links to the rows that a cell names: all of it is one name, or it is a
// list.
func (c *rowCells) link(rel, cell string, from bool) {
	targets := []string{cell}
	if _, whole := c.row(cell); !whole {
		targets = sources.SplitList(cell)
		if _, first := c.row(targets[0]); !first && len(targets) == 1 && strings.Contains(cell, " ") {
			if parts := strings.Fields(cell); c.all(parts) {
				targets = parts
			}
		}
	}
	for _, target := range targets {
		rel := rel
		if form := related.FindStringSubmatch(target); form != nil {
			if to, known := c.row(form[2]); known {
				rel, target = strings.ReplaceAll(fold(form[1]), " ", "_"), to
			}
		}
		if form := predecessor.FindStringSubmatch(target); form != nil {
			target = form[1]
		}
		to, _ := c.row(target)
		c.item.Links = append(c.item.Links, sources.Link{Rel: rel, To: to, From: from})
	}
}

func (c *rowCells) all(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { _, known := c.row(name); return !known })
}

func (r *reading) markdown(text string) string {
	if to := r.t.tracker.Markdown; to != nil {
		return to(text)
	}
	return hypertext.Markdown(text)
}

func splitLabels(cell string) []string {
	cell = unbracketed(cell)
	if strings.ContainsAny(cell, ",;|\n") {
		return sources.SplitList(cell)
	}
	if fields := strings.Fields(cell); len(fields) > 1 &&
		!slices.ContainsFunc(fields, func(f string) bool { return !strings.ContainsAny(f, "-_:") }) {
		return fields // Pri-1 Type-Bug
	}
	return []string{cell}
}

// unbracketed returns a list without its brackets and the quotes in it.
func unbracketed(cell string) string {
	inner, isOpen := strings.CutPrefix(cell, "[")
	inner, isClosed := strings.CutSuffix(inner, "]")
	if !isOpen || !isClosed {
		return strings.Trim(cell, "[]")
	}
	return strings.ReplaceAll(inner, `"`, "")
}
