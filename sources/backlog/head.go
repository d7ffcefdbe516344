package backlog

import (
	"regexp"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/frontmatter"
)

// keysOfHead are the names, as keys of front matter, of what is read from the first
// lines of a file that has none.
var keysOfHead = map[string]string{
	"status": "status", "state": "status", "priority": "priority", "parent": "parent", "parent_task": "parent", "depends_on": "dependencies",
	"dependencies": "dependencies", "created": "created", "date": "created", "updated": "updated", "completed": "completed_date",
	"assignee": "assignee", "owner": "assignee", "milestone": "milestone", "labels": "labels", "due": "due",
}

// headOf returns what the first lines of a text without front matter say, as people and
// agents write them by hand: the title in the first heading, and below it lines such as
// "**Status**: Done (2026-01-31)".
func (r *reading) headOf(body string) sources.Object {
	fields := sources.Object{}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if heading, is := strings.CutPrefix(line, "# "); is && len(fields) == 0 {
			fields["title"] = titleOf(heading)
			continue
		}
		key, value, is := strings.Cut(strings.Trim(line, "*_`-> "), ":")
		switch {
		case line == "":
		case !is || strings.HasPrefix(line, "#") || len(strings.Fields(key)) > 3:
			return fields
		default:
			r.setHead(fields, frontmatter.Key(strings.Trim(key, "*_` ")), strings.TrimSpace(strings.Trim(value, "*_` ")))
		}
	}
	return fields
}

func (r *reading) setHead(fields sources.Object, written, value string) {
	key := keysOfHead[written]
	switch _, twice := fields[key]; {
	case key == "" || value == "" || twice:
		return
	case key == "parent" || key == "dependencies":
		ids := r.idsIn(value)
		if len(ids) > 0 && key == "parent" {
			fields[key] = ids[0]
		} else if len(ids) > 0 {
			fields[key] = ids
		}
		return
	case key == "status" || key == "priority":
		var day string
		if value, day = plain(value); day != "" {
			fields["completed_date"] = day
		}
		if key == "status" && !sources.KnowsStatus(value) {
			return
		}
	}
	fields[key] = value
}

// idsIn returns the ids of tasks in a text such as "task-7 (the hull), task-8".
func (r *reading) idsIn(text string) (ids []any) {
	isEnd := func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;()[]`", c) }
	for word := range strings.FieldsFuncSeq(text, isEnd) {
		word = strings.Trim(word, ".:*_")
		if form := idForm.FindStringSubmatch(word); form != nil && strings.HasPrefix(strings.ToLower(word), r.prefix+"-") {
			ids = append(ids, word)
		}
	}
	return ids
}

// numbered is an id that the name of a file begins with, as in task-7-paint-the-hull.
var numbered = regexp.MustCompile(`^([\pL_][\pL_-]*?-\d+(?:\.\d+)*)-`)

// numberOf returns the names of a task whose id is the whole name of its file, by the
// number in that, unless another file has the number.
func (r *reading) numberOf(item *sources.Item) []string {
	form := numbered.FindStringSubmatch(item.ID)
	if item.Kind != graph.KindTask || form == nil {
		return nil
	}
	names := append([]string{form[1]}, r.namesOf(form[1], item.Kind)...)
	for _, name := range append(names, "file "+form[1]) {
		if _, taken := r.first[strings.ToLower(name)]; taken {
			return nil
		}
	}
	r.first["file "+strings.ToLower(form[1])] = item.Pos
	return names
}

// plain returns the first words of a value without signs such as check marks, and the
// day in brackets behind them, "" for none.
func plain(value string) (words, day string) {
	words, rest, _ := strings.Cut(value, "(")
	if at, is := sources.Time(strings.TrimRight(rest, ") ")); is {
		day = at
	}
	isSign := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	return strings.TrimFunc(words, isSign), day
}

// taskNumber is the id that headings of tasks begin with.
var taskNumber = regexp.MustCompile(`(?i)^task[ -][\w.-]*\d\s*[:–—-]\s+`)

func titleOf(heading string) string {
	return strings.TrimSpace(taskNumber.ReplaceAllString(heading, ""))
}
