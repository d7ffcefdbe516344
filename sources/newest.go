package sources

// A Newest collects issues of files that may have the same ones: pages that overlap, and
// exports of several days. Of these it keeps the one that was changed last.
type Newest[T any] struct {
	All     []T // in the order of their first places
	changed []string
	at      map[string]int
}

// Add adds an issue, by what its source calls it and the number or the address of it
// there, by which those of two projects differ. Without the latter it is another issue
// than all others. It reports whether the issue was there already.
func (n *Newest[T]) Add(id, inside, changed string, issue T) (again bool) {
	if at, ok := Time(changed); ok {
		changed = at
	}
	key := id + "\n" + inside
	at, known := n.at[key]
	if !known || inside == "" {
		if n.at == nil {
			n.at = map[string]int{}
		}
		n.at[key] = len(n.All)
		n.All, n.changed = append(n.All, issue), append(n.changed, changed)
		return false
	}
	if changed > n.changed[at] {
		n.All[at], n.changed[at] = issue, changed
	}
	return true
}

// NoteAgain notes that an issue was there already.
func (o *output) NoteAgain(pos Position, id string) {
	o.Note(Skipped, pos, id+" is there several times; the one that was changed last is read")
}
