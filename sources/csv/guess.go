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

// guessMore finds the roles of columns that guessColumns does not know. A role that
// a column has is not given to another one.
func (t *table) guessMore() {
	t.guessTarget()
	t.guessStatus()
	t.guessTitle()
	t.guessID()
	t.ids = t.namesOfRows()
	for i := range t.columns {
		if c := &t.columns[i]; c.role == other && c.name != "" {
			if of := t.roleByPart(i); of != other {
				c.role = of
			}
		}
	}
	for i := range t.columns {
		if t.columns[i].role != other {
			continue
		}
		switch {
		case !t.has(status) && t.isStatus(i):
			t.columns[i].role = status
		case !t.has(priority) && t.isPriority(i):
			t.columns[i].role = priority
		}
	}
}

// guessTarget makes a column called target one of versions, if it has no dates.
func (t *table) guessTarget() {
	for i := range t.columns {
		c := &t.columns[i]
		if c.role == due && fold(c.name) == target && len(t.cells(i)) > 0 && !t.each(i, isDate) {
			c.role = milestone
		}
	}
}

const target = "target"

// guessStatus makes a column called progress the status if it has words for states, and
// none of a column of numbers only.
func (t *table) guessStatus() {
	for i := range t.columns {
		c := &t.columns[i]
		switch {
		case c.role == status && t.each(i, isNumber):
			c.role = other
		case c.role == other && fold(c.name) == "progress" && !t.has(status) && t.isStatus(i):
			c.role = status
		}
	}
}

// partRoles are the roles that a part of a name may give, if the cells fit.
var partRoles = []role{status, priority, owner, labels, due, start, created, updated, completed, dependsOn}

// roleByPart returns the role for the last words of a column's name, else for the
// first ones, that are the name of a column whose cells are as those of this one.
func (t *table) roleByPart(i int) role {
	words := strings.Fields(fold(t.columns[i].name))
	for n := len(words) - 1; n > 0 && len(words) <= maxNameWords; n-- {
		for _, part := range [][]string{words[len(words)-n:], words[:n]} {
			if of := byName[strings.Join(part, " ")]; slices.Contains(partRoles, of) && !t.has(of) && t.fits(i, of) {
				return of
			}
		}
	}
	for _, word := range words {
		if slices.Contains(waitingWords, word) && !t.has(dependsOn) && t.fits(i, dependsOn) {
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
func (t *table) fits(i int, of role) bool {
	switch of {
	case status:
		return t.isStatus(i)
	case priority:
		return t.each(i, isPriority)
	case due, start, created, updated, completed:
		return t.each(i, isDate)
	case dependsOn:
		return t.each(i, t.areRows)
	}
	return t.each(i, func(cell string) bool { return !isNumber(cell) && len(strings.Fields(cell)) <= maxNameWords })
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

// guessTitle makes the first column of texts that differ the title, if no name says
// which one it is.
func (t *table) guessTitle() {
	if t.has(title) || !t.has(status) && !t.has(owner) && !t.has(due) && !t.has(priority) {
		return
	}
	for i, c := range t.columns {
		filled := len(t.cells(i))
		if c.role == other && t.each(i, isText) && 10*t.distinct(i) >= 9*filled && 10*filled >= 9*len(t.rows) {
			t.columns[i].role = title
			return
		}
	}
}

// guessID makes a column of which each row has another cell the id: one whose name
// ends in that of an id, or else one of codes.
func (t *table) guessID() {
	isNamed := func(i int) bool {
		words := strings.Fields(fold(t.columns[i].name))
		return len(words) > 1 && len(words) <= maxNameWords && byName[words[len(words)-1]] == id
	}
	for _, has := range []func(i int) bool{isNamed, func(i int) bool { return t.each(i, isCode) }} {
		for i := range t.columns {
			isKey := t.columns[i].role == other && t.distinct(i) == len(t.rows) && len(t.rows) > 0
			if isKey && !t.has(id) && has(i) {
				t.columns[i].role = id
			}
		}
	}
}

// isStatus reports whether the cells of a column are words for states, of which
// there are few.
func (t *table) isStatus(i int) bool {
	const most = 12
	return t.distinct(i) <= most && t.each(i, func(cell string) bool {
		return len(strings.Fields(cell)) <= maxNameWords && !isNumber(cell) && sources.KnowsStatus(cell)
	})
}

// isPriority reports whether the cells of a column are priorities, and not only
// words such as high, which are also said of costs and of what is done with them.
func (t *table) isPriority(i int) bool {
	return t.each(i, isPriority) && slices.ContainsFunc(t.rows, func(row row) bool { return urgent.MatchString(row.cells[i]) })
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

// namesOfRows returns the ids and titles of the rows, in lower case.
func (t *table) namesOfRows() map[string]bool {
	names := map[string]bool{}
	for i, c := range t.columns {
		if c.role != id && c.role != title {
			continue
		}
		for _, row := range t.rows {
			names[strings.ToLower(strings.TrimSpace(row.cells[i]))] = true
		}
	}
	return names
}

// areRows reports whether a cell names rows.
func (t *table) areRows(cell string) bool {
	if t.ids[strings.ToLower(cell)] {
		return true
	}
	parts := sources.SplitList(cell)
	return len(parts) > 0 && !slices.ContainsFunc(parts, func(part string) bool { return !t.ids[strings.ToLower(strings.TrimSpace(part))] })
}
