package csv

import (
	"regexp"
	"slices"
	"strings"

	"dossier/sources"
)

// A column whose name is in no list is known by a part of its name, such as "Task
// owner" and "Target date (EOD)", and by its cells, such as those of "Where are
// we?" that are all words for states.

// A guessing chooses roles of the columns of a table by what its cells have.
type guessing struct{ *table }

// more finds the roles of columns that guessColumns does not know. A role that
// a column has is not given to another one.
func (g guessing) more() {
	g.findUnnamed()
	g.findTarget()
	g.findDone()
	g.findStatus()
	g.findTitle()
	g.findResource()
	g.findID()
	g.ids = g.namesOfRows()
	for i := range g.columns {
		if c := &g.columns[i]; c.role == other && c.name != "" {
			if of := g.roleByPart(i); of != other {
				c.role = of
			}
		}
	}
	for i := range g.columns {
		if g.columns[i].role != other {
			continue
		}
		switch {
		case !g.has(status) && g.isStatus(i):
			g.columns[i].role = status
		case !g.has(priority) && g.isPriority(i):
			g.columns[i].role = priority
		case sources.KnowsRelation(fold(g.columns[i].name)) && g.each(i, g.areRows):
			g.columns[i].role = link
		}
	}
}

// findTarget makes a column called target one of versions, if it has no dates.
func (g guessing) findTarget() {
	for i := range g.columns {
		c := &g.columns[i]
		if c.role == due && fold(c.name) == target && len(g.cells(i)) > 0 && !g.each(i, isDate) {
			c.role = milestone
		}
	}
}

const target = "target"

// findStatus makes a column called progress the status if it has words for states, and
// none of a column of numbers only.
func (g guessing) findStatus() {
	for i := range g.columns {
		c := &g.columns[i]
		switch {
		case c.role == status && g.each(i, isNumber):
			c.role = other
		case c.role == other && fold(c.name) == "progress" && !g.has(status) && g.isStatus(i):
			c.role = status
		}
	}
}

// findDone makes a column of marks that has the name for a date of completion, or for what is
// done, one of marks: "Completed" with true and false. The date may be in the next one.
func (g guessing) findDone() {
	isMark := func(cell string) bool {
		return slices.Contains(yes, strings.ToLower(cell)) || slices.Contains(no, strings.ToLower(cell))
	}
	for i := range g.columns {
		c := &g.columns[i]
		isNamed := c.role == completed || c.role == other && slices.Contains(percents, fold(c.name))
		if isNamed && !g.has(isDone) && g.each(i, isMark) {
			c.role = isDone
		}
	}
	for i := range g.columns {
		if of, _ := roleOf(g.columns[i].name); of == completed && g.columns[i].role == other && !g.has(completed) {
			g.columns[i].role = completed
		}
	}
}

// partRoles are the roles that a part of a name may give, if the cells fit.
var partRoles = []role{status, priority, owner, labels, due, start, created, updated, completed, dependsOn}

// roleByPart returns the role for the last words of a column's name, else for the
// first ones, that are the name of a column whose cells are as those of this one.
func (g guessing) roleByPart(i int) role {
	words := strings.Fields(fold(g.columns[i].name))
	for n := len(words) - 1; n > 0 && len(words) <= maxNameWords; n-- {
		for _, part := range [][]string{words[len(words)-n:], words[:n]} {
			if of := byName[strings.Join(part, " ")]; slices.Contains(partRoles, of) && !g.has(of) && g.fits(i, of) {
				return of
			}
		}
	}
	for _, word := range words {
		if slices.Contains(waitingWords, word) && !g.has(dependsOn) && g.fits(i, dependsOn) {
			return dependsOn
		}
	}
	return other
}

// maxNameWords is how many words the name of a column has at most; a longer one is
// a sentence. By eye.
const maxNameWords = 5

// waitingWords are words of names for what a row waits for.
var waitingWords = []string{
	"waiting", "waits", "blocked", "needs", "depends", "dependent", "after", "prereq", "prerequisite", "predecessor", "requires",
	"wartet", "braucht", "nach", "vorher", "attend", "après", "avant", "espera", "necesita", "después",
}

// fits reports whether the cells of a column may be those of a role.
func (g guessing) fits(i int, of role) bool {
	switch of {
	case status:
		return g.isStatus(i)
	case priority:
		return g.each(i, isPriority)
	case due, start, created, updated, completed:
		return g.each(i, isDate)
	case dependsOn:
		return g.each(i, g.areRows)
	}
	return g.each(i, func(cell string) bool { return !isNumber(cell) && len(strings.Fields(cell)) <= maxNameWords })
}

// each reports whether a column has cells, of which at least nine of ten have a
// property.
func (t *table) each(i int, has func(cell string) bool) bool {
	fit := 0
	cells := t.cells(i)
	for _, cell := range cells {
		if has(cell) {
			fit++
		}
	}
	return fit > 0 && 10*fit >= 9*len(cells)
}

// cells returns the cells of a column that are not empty.
func (t *table) cells(i int) (cells []string) {
	for _, row := range t.rows {
		if cell := strings.TrimSpace(row.cells[i]); cell != "" {
			cells = append(cells, cell)
		}
	}
	return cells
}

// distinct returns the number of different cells of a column that are not empty.
func (t *table) distinct(i int) int {
	cells := t.cells(i)
	slices.Sort(cells)
	return len(slices.Compact(cells))
}

// findTitle makes the first column of texts that differ the title, if no name says
// which one it is.
func (g guessing) findTitle() {
	if g.has(title) || !g.has(status) && !g.has(owner) && !g.has(due) && !g.has(priority) {
		return
	}
	for i, c := range g.columns {
		filled := len(g.cells(i))
		isFree := c.role == other || (c.role == id || c.role == alias) && g.each(i, isSentence) // a column Issue may have texts
		if isFree && g.each(i, isText) && 10*g.distinct(i) >= 9*filled && 10*filled >= 9*len(g.rows) {
			g.columns[i].role = title
			return
		}
	}
}

// findResource makes a column called resource the owner of work, which has titles and dates:
// plans call people so, and other tables what they list.
func (g guessing) findResource() {
	if g.has(owner) || !g.has(title) || !g.has(start) && !g.has(due) {
		return
	}
	for i := range g.columns {
		if c := &g.columns[i]; c.role == other && slices.Contains(resources, fold(c.name)) && g.fits(i, owner) {
			c.role = owner
			return
		}
	}
}

var resources = []string{"resource", "resources", "ressource", "ressourcen", "ressources", "recurso", "recursos"}

// findID makes a column of which each row has another cell the id: one whose name
// ends in that of an id, or else one of codes.
func (g guessing) findID() {
	isNamed := func(i int) bool {
		words := strings.Fields(fold(g.columns[i].name))
		return len(words) > 1 && len(words) <= maxNameWords && byName[words[len(words)-1]] == id
	}
	for _, has := range []func(i int) bool{isNamed, func(i int) bool { return g.each(i, isCode) }} {
		for i := range g.columns {
			isKey := g.columns[i].role == other && g.distinct(i) == len(g.rows) && len(g.rows) > 0
			if isKey && !g.has(id) && has(i) {
				g.columns[i].role = id
			}
		}
	}
}

// isStatus reports whether the cells of a column are words for states, of which
// there are few.
func (g guessing) isStatus(i int) bool {
	const most = 12
	return g.distinct(i) <= most && g.each(i, func(cell string) bool {
		return len(strings.Fields(cell)) <= maxNameWords && !isNumber(cell) && sources.KnowsStatus(cell)
	})
}

// isPriority reports whether the cells of a column are priorities, and not only
// words such as high, which are also said of costs and of what is done with them.
func (g guessing) isPriority(i int) bool {
	return g.each(i, isPriority) && slices.ContainsFunc(g.rows, func(row row) bool { return urgent.MatchString(row.cells[i]) })
}

var urgent = regexp.MustCompile(`(?i)^\s*(p[0-4]\b|urgent|asap|blocker|immediate|dringend|urgente)`)

func isPriority(cell string) bool { return sources.KnowsPriority(cell) }

// code is an id such as R-12, AB_7 or K12.
var code = regexp.MustCompile(`^\p{L}{1,10}[-_. /#]?\d{1,6}$`)

func isCode(cell string) bool { return code.MatchString(cell) && !urgent.MatchString(cell) }

func isDate(cell string) bool {
	_, is := sources.Time(cell)
	return is && !isNumber(cell)
}

func isNumber(cell string) bool {
	_, is := number(cell)
	return is
}

func isText(cell string) bool {
	return len(cell) > 1 && !isNumber(cell) && !isDate(cell) && !isCode(cell) && !strings.Contains(cell, "://")
}

func isSentence(cell string) bool { return len(strings.Fields(cell)) > 1 && isText(cell) }

// namesOfRows returns the ids and titles of the rows, in lower case.
func (g guessing) namesOfRows() map[string]bool {
	names := map[string]bool{}
	for i, c := range g.columns {
		if c.role != id && c.role != title {
			continue
		}
		for _, row := range g.rows {
			names[strings.ToLower(strings.TrimSpace(row.cells[i]))] = true
		}
	}
	return names
}

// areRows reports whether a cell names rows.
func (g guessing) areRows(cell string) bool {
	isRow := func(name string) bool {
		return g.ids[strings.ToLower(addressed.ReplaceAllString(strings.TrimSpace(name), ""))]
	}
	parts := sources.SplitList(cell)
	return isRow(cell) || len(parts) > 0 && !slices.ContainsFunc(parts, func(part string) bool { return !isRow(part) })
}
