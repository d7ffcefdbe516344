package csv

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// A table that is no list of work, such as a list of parts or of members, becomes records
// of a type with its name.

// lifecycle are words for states that what is no work has too.
var lifecycle = strings.Split("active,inactive,passive,retired,obsolete,discontinued,available,expired,archived,new,live,current,"+
	"aktiv,inaktiv,passiv,neu,actif,inactif,nouveau,activo,inactivo,nuevo,activa,inactiva", ",")

// workRoles are the roles of columns that only lists of work have.
var workRoles = []role{
	owner, priority, due, start, completed, cancelled, resolution, category, typ, parent, project, milestone, dependsOn, blocks, isBlocked,
	impact, probability, labels, comment, section, author,
}

// isRecords reports whether the rows are things with their properties: nothing says that
// they are work.
func (t *table) isRecords() bool {
	if t.isIssues || slices.ContainsFunc(workRoles, t.has) {
		return false
	}
	at := t.first(title)
	if at < 0 || t.isOfActions() || t.kind() != "" {
		return false
	}
	says := t.first(status)
	isOfWork := func(cell string) bool {
		return sources.KnowsStatus(cell) && !slices.Contains(lifecycle, strings.ToLower(cell))
	}
	others := slices.ContainsFunc(t.columns, func(c column) bool { return c.role == other && c.name != "" })
	return others && (says < 0 || !slices.ContainsFunc(t.cells(says), isOfWork))
}

// thing returns what the column of titles calls the rows, such as Part, "" if that is only
// a word for names.
func (t *table) thing() string {
	for _, c := range t.columns {
		if of, _ := roleOf(c.name); c.role == title && of == other {
			return c.name
		}
	}
	return ""
}

// addRecords adds the rows as records.
func (r *reading) addRecords() {
	name := r.t.thing()
	if name == "" {
		name = r.t.name
	}
	of := strings.Join(strings.Fields(fold(name)), "_")
	fields := map[int]string{}
	var list []string
	for j, c := range r.t.columns {
		key := strings.ReplaceAll(fold(c.name), " ", "_")
		if key == "" || c.role == title || c.role == id || c.role == ignored || slices.Contains(list, key) ||
			!slices.ContainsFunc(r.t.cells(j), func(cell string) bool { return r.value(j, cell) != "" }) {
			continue
		}
		fields[j] = key
		list = append(list, key)
	}
	r.out.RecordType(of, name, list)
	for i := range r.t.rows {
		row := &r.t.rows[i]
		pos := sources.Position{File: r.t.file, Line: row.line}
		own := r.idOf(row)
		if graph.IsBlank(own) {
			r.out.Note(sources.Rejected, pos, "the row has neither an id nor a title")
			continue
		}
		values := map[string]any{}
		for j, key := range fields {
			if value := r.value(j, strings.TrimSpace(row.cells[j])); value != "" {
				values[key] = value
			}
		}
		line := map[string]any{"record_type": of, "name": cmp.Or(r.cell(row, title), own), "fields": values}
		if r.opts.Created != nil && !r.opts.Created(r.t.file).IsZero() {
			line[graph.CreatedBefore] = r.opts.Created(r.t.file).UTC().Format("2006-01-02T15:04:05Z")
		}
		r.out.Name(r.out.Entity(pos, graph.KindRecord, own, line), r.cell(row, title))
	}
}

// value returns the value of a cell: numbers and dates as every table has them, and no
// addresses of people unless they are kept.
func (r *reading) value(j int, cell string) string {
	at, isTime := sources.TimeIn(cell, r.monthFirst)
	n, isNumber := number(cell)
	switch {
	case slices.Contains(nothing, cell), strings.Contains(cell, "@") && !strings.Contains(cell, " ") && !r.opts.KeepEmails:
		return ""
	case isNumber && r.numeric[j]:
		return strconv.FormatFloat(n, 'f', -1, 64)
	case isTime && !isNumber:
		return at
	}
	return cell
}

// sums are the titles of rows with what the others come to.
var sums = strings.Split("total,totals,sum,subtotal,grand total,summe,gesamt,gesamtsumme,zwischensumme,somme,suma,totales", ",")

// dropSums leaves out the last rows with what the others come to, if these have ids or
// states and they have none.
func (t *table) dropSums() {
	t.rows = slices.DeleteFunc(t.rows, func(r row) bool {
		isSum := false
		for i, c := range t.columns {
			switch filled := isFilled(r.cells[i]); {
			case c.role == title && slices.Contains(sums, fold(r.cells[i])):
				isSum = true
			case filled && (c.role == id || c.role == status || c.role == due || c.role == owner):
				return false
			}
		}
		if isSum {
			t.skipOne(r.line)
		}
		return isSum
	})
}
