// Package convert converts other forms of text, such as reStructuredText, AsciiDoc and Org, to
// the Markdown that means the same: headings, lists, tables, code and links. The result has a line
// for each line, so that places stay those of the file.
package convert

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// forms are the functions for other forms by the endings of names.
var forms = map[string]func(lines []string){
	".rst": fromRST, ".adoc": fromASCIIDoc, ".asciidoc": fromASCIIDoc, ".org": fromOrg,
}

// HasForm reports whether the name of a file is that of another form.
func HasForm(name string) bool { return forms[strings.ToLower(path.Ext(name))] != nil }

// IsTodo reports whether a file is called TODO, with the ending of a text or none.
func IsTodo(name string) bool {
	return slices.Contains([]string{"todo.txt", "done.txt", "todo"}, strings.ToLower(path.Base(name)))
}

// HasTasksOnly reports whether all boxes of a file are tasks: its form has them for nothing
// else.
func HasTasksOnly(name string) bool {
	return strings.EqualFold(path.Ext(name), ".org") || IsTodo(name)
}

// ToMarkdown returns a text of any form as Markdown.
func ToMarkdown(name string, data []byte) []byte {
	from := forms[strings.ToLower(path.Ext(name))]
	if IsTodo(name) {
		from = fromTodo
	}
	if from == nil && isSite.Match(data) {
		from = fromSite
	}
	if from == nil {
		return data
	}
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	from(lines)
	return []byte(strings.Join(lines, "\n"))
}

var (
	isSite = regexp.MustCompile(`(?m)^(import .* from ["'].*["'];?|:::+ *[\w-]+.*|export (const|default) .*|` +
		`<[A-Z]\w+ [^<>]*>(</\w+>)?)\s*$`)
	siteImport = regexp.MustCompile(`^(import .* from ["'].*["']|export (const|default) .*);?\s*$`)
	siteTag    = regexp.MustCompile(`^\s*</?[A-Z][\w.]*(\s[^<>]*)?/?>(\s*</[A-Z][\w.]*>)?\s*$`)
	siteBox    = regexp.MustCompile(`^(\s*):::+ *([\w-]*) *(?:\[(.*)\]|(.*))$`)
)

// fromSite replaces what generators of sites have in Markdown: imports and components are
// left out, and boxes such as notes are paragraphs, below their titles if they have one.
func fromSite(lines []string) {
	isCode := false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			isCode = !isCode
		}
		box := siteBox.FindStringSubmatch(line)
		switch {
		case isCode:
		case box != nil && box[3]+box[4] != "" && !strings.HasPrefix(box[4], "{"):
			lines[i] = box[1] + "**" + box[3] + box[4] + "**"
		case siteImport.MatchString(line), siteTag.MatchString(line), box != nil:
			lines[i] = ""
		}
	}
}

func heading(level int) string { return strings.Repeat("#", min(level, 6)) + " " }

var (
	asciiLink      = regexp.MustCompile(`(?:link:|xref:)?((?:https?://|[\w./-]+\.(?:adoc|html|md))[^\s\[\]]*)\[([^\]\n]+)\]`)
	asciiAttribute = regexp.MustCompile(`^:[\w!-]+:( .*)?$`)
	asciiItem      = regexp.MustCompile(`^(\*+|\.+|-) +(.*)$`)
	asciiTitle     = regexp.MustCompile(`^(=+) +(.*)$`)
)

func fromASCIIDoc(lines []string) {
	isCode, attributes, below := false, "", 0
	for i, line := range lines {
		if i < below {
			continue
		}
		switch trimmed := strings.TrimRight(line, " \t"); {
		case trimmed == "|===" && !isCode:
			below, attributes = i+asciiTable(lines[i:], attributes), ""
			continue
		case trimmed == "----" || trimmed == "....":
			isCode, lines[i] = !isCode, "```"
			continue
		case isCode:
			continue
		case strings.HasPrefix(line, "[") && strings.HasSuffix(trimmed, "]"), strings.HasPrefix(line, "//"):
			lines[i], attributes = "", line // of the next block, or a remark
			continue
		}
		if title := asciiTitle.FindStringSubmatch(line); title != nil {
			line = heading(len(title[1])) + title[2]
		} else if item := asciiItem.FindStringSubmatch(line); item != nil {
			line = strings.Repeat("  ", len(item[1])-1) + "- " + item[2]
		}
		lines[i] = asciiLink.ReplaceAllString(asciiAttribute.ReplaceAllString(line, ""), "[$2]($1)")
	}
}

var (
	orgLink     = regexp.MustCompile(`\[\[(?:file:)?([^\]]+)\]\[([^\]]+)\]\]`)
	orgCode     = regexp.MustCompile(`(^|[\s('"])[=~]([^\s=~](?:[^=~]*[^\s=~])?)[=~]([\s.,;:!?)'"]|$)`)
	orgHeadline = regexp.MustCompile(`^(\*+) +(.*)$`)
	orgPriority = regexp.MustCompile(`^\[#([A-E])\] +`)
	orgTags     = regexp.MustCompile(` +:([\p{L}\d_@#%:]+):\s*$`)
	orgDate     = regexp.MustCompile(`(DEADLINE|SCHEDULED|CLOSED): *[<\[](\d{4}-\d\d-\d\d)[^>\]]*[>\]]`)
)

// orgStates are the boxes for the words before headlines.
var orgStates = map[string]string{
	"TODO": " ", "NEXT": " ", "LATER": " ", "NOW": "/", "DOING": "/", "STARTED": "/", "INPROGRESS": "/", "IN-PROGRESS": "/", "PROG": "/",
	"WAITING": "b", "WAIT": "b",
	"HOLD": "b", "BLOCKED": "b", "DONE": "x", "CANCELLED": "-", "CANCELED": "-", "KILL": "-", "SOMEDAY": ">", "MAYBE": ">", "DEFERRED": ">",
}

var orgDates = map[string]string{"DEADLINE": "📅", "SCHEDULED": "⏳", "CLOSED": "✅"}

var orgWords = regexp.MustCompile(`^#\+(?:SEQ_|TYP_)?TODO:(.*)$`)

// orgKeywords returns the boxes for the words before headlines, also those that a text
// declares. Of these the words behind a bar, or else the last one, are of what ended.
func orgKeywords(lines []string) map[string]string {
	states := maps.Clone(orgStates)
	for _, line := range lines {
		found := orgWords.FindStringSubmatch(strings.TrimSpace(line))
		if found == nil {
			continue
		}
		open, done, isSplit := strings.Cut(found[1], "|")
		words, ended := strings.Fields(open), strings.Fields(done)
		if last := len(words) - 1; !isSplit && last >= 0 {
			words, ended = words[:last], words[last:]
		}
		for i, word := range slices.Concat(words, ended) {
			word, _, _ = strings.Cut(word, "(") // the key for it
			if states[word] == "" {
				states[word] = orgBox(word, i >= len(words))
			}
		}
	}
	return states
}

// orgBox returns the box for a word that a text declares.
func orgBox(word string, isEnded bool) string {
	state := sources.StateOf(graph.KindTask, word)
	if isEnded != (state == sources.Done || state == sources.Cancelled) {
		state = map[bool]string{true: sources.Done, false: sources.Todo}[isEnded]
	}
	return cmp.Or(map[string]string{sources.Doing: "/", sources.Blocked: "b", sources.Done: "x", sources.Cancelled: "-"}[state], " ")
}

// fromOrg replaces the headlines of Org, of which those with a state become items.
func fromOrg(lines []string) {
	states := orgKeywords(lines)
	var tasks []int // the levels of the items around a line
	task := -1      // the line of the item that the lines are below
	isCode, isDrawer := false, false
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		upper := strings.ToUpper(trimmed)
		headline := orgHeadline.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(upper, "#+BEGIN_") || strings.HasPrefix(upper, "#+END_"):
			isCode = strings.HasPrefix(upper, "#+BEGIN_")
			lines[i] = indent(tasks) + "```"
		case isCode:
		case isDrawer, len(trimmed) > 2 && trimmed[0] == ':' && strings.HasSuffix(trimmed, ":") && !strings.Contains(trimmed, " "):
			isDrawer = upper != ":END:"
			lines[i] = ""
		case strings.HasPrefix(upper, "#+TITLE:"):
			lines[i] = heading(1) + strings.TrimSpace(trimmed[len("#+TITLE:"):])
		case strings.HasPrefix(trimmed, "#+"), strings.HasPrefix(trimmed, "# "):
			lines[i] = ""
		case headline != nil:
			lines[i], tasks = orgHeading(headline, tasks, states)
			if task = -1; len(tasks) > 0 {
				task = i
			}
		case orgDate.MatchString(line):
			for _, date := range orgDate.FindAllStringSubmatch(line, -1) {
				if task >= 0 {
					lines[task] += fmt.Sprintf(" %s %s", orgDates[date[1]], date[2])
				}
			}
			lines[i] = ""
		case strings.HasPrefix(trimmed, "|-"):
			lines[i] = indent(tasks) + strings.ReplaceAll(trimmed, "+", "|")
		case trimmed != "":
			lines[i] = indent(tasks) + orgCode.ReplaceAllString(orgLink.ReplaceAllString(line, "[$2]($1)"), "$1`$2`$3")
		}
	}
}

// indent returns the blanks before what is in items.
func indent(tasks []int) string { return strings.Repeat("  ", len(tasks)) }

// orgHeading returns a headline as a heading, or as an item if it has a state, and the
// levels of the items that the next lines are in.
func orgHeading(headline []string, tasks []int, states map[string]string) (string, []int) {
	level, text := len(headline[1]), orgLink.ReplaceAllString(headline[2], "[$2]($1)")
	for len(tasks) > 0 && tasks[len(tasks)-1] >= level {
		tasks = tasks[:len(tasks)-1]
	}
	tags := ""
	if found := orgTags.FindStringSubmatchIndex(text); found != nil {
		for tag := range strings.SplitSeq(text[found[2]:found[3]], ":") {
			tags += " #" + tag
		}
		text = text[:found[0]]
	}
	word, rest, _ := strings.Cut(text, " ")
	box, isTask := states[word]
	if !isTask {
		return heading(level+1) + text + tags, nil
	}
	rest = orgPriority.ReplaceAllString(rest, "($1) ")
	return indent(tasks) + "- [" + box + "] " + rest + tags, append(tasks, level)
}

var (
	todoLine  = regexp.MustCompile(`^(x +)?(\([A-Z]\) +)?(?:(\d{4}-\d\d-\d\d) +)?(?:(\d{4}-\d\d-\d\d) +)?(.*)$`)
	todoWords = regexp.MustCompile(`(^| )[@+](\pL)`)
	todoKeys  = regexp.MustCompile(`(^| )(t|rec|pri):(\S+)`)
	isList    = regexp.MustCompile(`(?m)^(\s+\S|[-*#=+•>]|\d+[.)] |.*:$)`)
)

// fromTodo replaces the lines of a todo.txt, each of which is a task, unless the text
// has indents, items or headings: then it is read as Markdown, as it is.
func fromTodo(lines []string) {
	if isList.MatchString(strings.Join(lines, "\n")) {
		return
	}
	for i, line := range lines {
		parts := todoLine.FindStringSubmatch(strings.TrimRight(line, " \t"))
		if parts == nil || parts[5] == "" {
			continue
		}
		box, text := "- [ ] ", todoWords.ReplaceAllString(parts[5], "$1#$2")
		text = todoKeys.ReplaceAllStringFunc(text, todoKey)
		first, second := parts[3], parts[4] // when it was created, or completed and created
		if parts[1] != "" {
			box = "- [x] "
			if first != "" {
				text += " ✅ " + first
			}
			first = second
		}
		if first != "" {
			text += " ➕ " + first
		}
		lines[i] = box + parts[2] + text
	}
}

// todoKey returns what a task says by a key and a value as others write it.
func todoKey(word string) string {
	key, value, _ := strings.Cut(strings.TrimSpace(word), ":")
	switch key {
	case "t":
		return " start:" + value
	case "rec":
		return " [repeat:: " + value + "]"
	}
	return " (" + value + ")"
}
