package graph

import (
	"regexp"
	"slices"
	"strings"

	"dossier/glyphs"
)

// Names returns the names of a project in PROJECT/ID.
func (p *Project) Names() []string { return []string{Or(p.ExternalID, p.ID), p.ID, p.Name} }

// IsNamed reports whether a project is called by a name in PROJECT/ID.
func (p *Project) IsNamed(name string) bool { return slices.Contains(p.Names(), name) }

// IsCalled reports whether a name is the whole name of an entity or its external id,
// ignoring case, characters that do not show, and zeros before the number of an id.
func IsCalled(e Entity, name string) bool {
	c := e.Self()
	return strings.EqualFold(glyphs.Shown(c.Label), glyphs.Shown(name)) || c.ExternalID != nil &&
		strings.EqualFold(WithoutZeros(*c.ExternalID), WithoutZeros(name))
}

// WithoutZeros returns an external id without the zeros before its last number, as in
// ADR-7 for ADR-0007.
func WithoutZeros(id string) string {
	number := strings.LastIndexFunc(id, func(r rune) bool { return r < '0' || r > '9' }) + 1
	if short := strings.TrimLeft(id[number:], "0"); short != "" {
		return id[:number] + short
	}
	return id
}

// A NamedRow is a stored entity with an external id.
type NamedRow struct {
	ID, External, ProjectID string
	Deleted                 bool
}

// IDRange returns the least and the greatest id that begins with short, and whether
// there are such ids.
func IDRange(short string) (least, most string, some bool) {
	const zeros, effs = "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"
	if short = strings.ToLower(short); short == "" || len(short) > len(zeros) {
		return "", "", false
	}
	least, most = short+zeros[len(short):], short+effs[len(short):]
	return least, most, IsUUID(least)
}

// ShortID returns the shortest beginning of an id that none of the others in a sorted
// list has: whole groups of digits, at least the first eight digits.
func ShortID(sorted []string, id string) string {
	for _, length := range ShortLengths {
		at, _ := slices.BinarySearch(sorted, id[:length])
		if at < len(sorted) && sorted[at] == id {
			at++
		}
		if at == len(sorted) || !strings.HasPrefix(sorted[at], id[:length]) {
			return id[:length]
		}
	}
	return id
}

// MaxShownID is the maximum length of an external id that is displayed, by eye: those of
// trackers have up to 20 characters, with the name of a tag or a repository up to 40.
const MaxShownID = 40

// shownID is the form of the ids of trackers: HARB-42, bd-7b7h, #12, !3, TASK-1.2,
// loop:5.2. It has no mark of Markdown but within words, where it means nothing.
var shownID = regexp.MustCompile(`^([#!&][A-Za-z0-9]+|#?[A-Za-z0-9]+([-.#_][A-Za-z0-9]+)+|[A-Za-z][A-Za-z0-9]*([-.#_:!&][A-Za-z0-9]+)+)$`)

// HasShownForm reports whether an external id has the form of those of trackers.
func HasShownForm(id string) bool { return shownID.MatchString(id) }

// IsShownID reports whether an external id is one of a tracker, by which people and
// agents call an entity: short, with a digit and a sign that no word has. One that may be
// the beginning of a UUID is none.
func IsShownID(id string) bool {
	return len(id) <= MaxShownID && strings.ContainsAny(id, "0123456789") && shownID.MatchString(id) && !IsShortID(id) && !IsUUID(id)
}

// ShortestID is the least length of the beginning of an id that means it, by eye: a
// shorter one is that of many.
const ShortestID = 8
