package csv

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Actions returns the rows of a table in a text as risks or tasks, nil if the table is
// neither a register of risks, with impact and probability, nor a list of work.
// That has what is to be done, and who does it or until when. isWork is set if
// the text
// says so; otherwise the column of what is to be done must, or the table has all three. The
// rows have the head first; its line is pos, and that of the next row two below.
func Actions(rows [][]string, pos sources.Position, isWork bool, opts sources.Options, out *sources.Records) []*sources.Item {
	t := &table{file: pos.File, header: slices.Clone(rows[0]), written: rows[0], headerLine: pos.Line}
	for i, cells := range rows[1:] {
		t.addRow(row{cells, pos.Line + 2 + i})
	}
	t.guess()
	isRegister := t.has(title) && t.has(impact) && t.has(probability)
	if len(t.rows) == 0 || !isRegister && !t.isWork(isWork) {
		return nil
	}
	r := newReading(t, opts, out)
	var items []*sources.Item
	for i := range t.rows {
		if item := r.itemOf(&t.rows[i]); item != nil && item.Title != "" {
			for j := range item.Owners {
				if who := &item.Owners[j]; strings.HasPrefix(who.Name, "@") {
					who.Handle, who.Name = strings.TrimPrefix(who.Name, "@"), ""
				}
			}
			if !isRegister {
				item.Kind = graph.KindTask
			}
			items = append(items, item)
		}
	}
	return items
}

// isWork reports whether a table in a text is a list of work. said is set if the text says
// so.
func (t *table) isWork(said bool) bool {
	at := t.first(title)
	if at < 0 {
		return false
	}
	isWhoAndWhen := t.has(owner) && t.has(due) && kindNames[fold(t.columns[at].name)] == ""
	t.dateIsDue()
	isAssigned := t.has(owner) || t.has(due)
	return isWhoAndWhen || isAssigned && (said || t.isOfActions()) || said && t.has(status)
}

// actionNames are names of columns with what is to be done, whatever is around the table.
var actionNames = strings.Split("action,actions,action item,action items,task,tasks,to do,todo,next step,next steps,follow up,work item,"+
	"aufgabe,aufgaben,maßnahme,maßnahmen,nächster schritt,zu erledigen,to dos,todos,"+
	"tâche,tâches,action à mener,actions à mener,à faire,prochaine étape,tarea,tareas,acción,acciones,por hacer,próximo paso,compromiso", ",")

// isOfActions reports whether the column of titles has what is to be done, by its name.
func (t *table) isOfActions() bool {
	at := t.first(title)
	return at >= 0 && slices.Contains(actionNames, fold(t.columns[at].name))
}

// dateIsDue takes the only date of a list of work as that until when.
func (t *table) dateIsDue() {
	at := t.first(created)
	if !t.has(due) && !t.has(completed) && at >= 0 && slices.Contains(dateNames, fold(t.columns[at].name)) {
		t.columns[at].role = due
	}
}

var dateNames = []string{"date", "datum", "fecha"}
