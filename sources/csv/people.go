package csv

import (
	"cmp"
	"encoding/json"
	"strings"

	"dossier/sources"
)

// addAccounts adds the names of people, if a column has the ids of the accounts of
// the column before it, as an export of Jira has.
func (r *reading) addAccounts(j int) {
	if j == 0 || !strings.EqualFold(r.t.header[j], r.t.header[j-1]+" id") {
		return
	}
	for i := range r.t.rows {
		r.accounts[strings.TrimSpace(r.t.rows[i].cells[j])] = strings.TrimSpace(r.t.rows[i].cells[j-1])
	}
}

// finishPeople adds the handles of people whose names are in columns of their own.
func (c *rowCells) finishPeople() {
	if len(c.handles) >= len(c.item.Owners) {
		for i, handle := range c.handles {
			who := sources.Person{Handle: handle}
			if i < len(c.item.Owners) {
				c.item.Owners[i].Handle = handle
				continue
			}
			c.item.Owners = append(c.item.Owners, who)
		}
	}
	c.item.Author.Handle = cmp.Or(c.item.Author.Handle, c.authorHandle)
}

// commentsOf returns the comments of a cell: a list of objects, as ClickUp has, or one.
func (r *reading) commentsOf(cell string) (list []sources.Comment) {
	var objects []struct{ Text, By, Date string }
	if !strings.HasPrefix(cell, "[") || json.Unmarshal([]byte(cell), &objects) != nil {
		return []sources.Comment{r.commentOf(cell)}
	}
	for _, one := range objects {
		if at := (&rowCells{reading: r}).date(one.Date); one.Text != "" {
			list = append(list, sources.Comment{Author: sources.Person{Name: one.By}, At: at, Text: r.markdown(one.Text)})
		}
	}
	return list
}

// commentOf returns a comment of an export of Jira, which has its time and author
// before the text, or another one.
func (r *reading) commentOf(cell string) sources.Comment {
	parts := strings.SplitN(cell, ";", 3)
	if len(parts) == 3 {
		if at, ok := sources.Time(parts[0]); ok {
			return sources.Comment{Author: sources.Person{Name: cmp.Or(r.accounts[parts[1]], parts[1])}, At: at, Text: r.markdown(parts[2])}
		}
	}
	return sources.Comment{Text: r.markdown(cell)}
}

// splitPeople returns the people in a cell. A name may be written as Lee, Ann.
func splitPeople(cell string) []string {
	cell = unbracketed(cell)
	if parts := strings.Split(cell, ","); len(parts) == 2 && !strings.Contains(cell, "@") && !strings.Contains(parts[0], " ") &&
		len(strings.Fields(parts[1])) == 1 && strings.HasPrefix(parts[1], " ") {
		first, last := strings.TrimSpace(parts[1]), parts[0]
		if isCapital(first) && isCapital(last) {
			return []string{first + " " + last}
		}
	}
	return sources.SplitList(strings.ReplaceAll(cell, " & ", ","))
}

func isCapital(name string) bool { return name != "" && strings.ToUpper(name[:1]) == name[:1] }
