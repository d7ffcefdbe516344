package backlog

import (
	"regexp"
	"strings"

	"dossier/sources"
)

// marker is a line that the tracker writes around its sections.
var marker = regexp.MustCompile(`^<!-- (SECTION|AC|DOD|COMMENTS?|BACKLOG)[A-Z_:. ]*(BEGIN|END)?.*-->$`)

// textOf returns the text of a task without the lines that mark its sections, and
// its comments.
func textOf(body string) (text string, comments []sources.Comment) {
	var lines, inComments []string
	within := false
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "<!-- COMMENTS:BEGIN"):
			within = true
		case strings.HasPrefix(trimmed, "<!-- COMMENTS:END"):
			within = false
		case marker.MatchString(trimmed):
		case within:
			inComments = append(inComments, line)
		default:
			lines = append(lines, line)
		}
	}
	text = strings.Join(lines, "\n")
	if comments = commentsIn(inComments); len(comments) > 0 {
		text = withoutEmpty(text, "## Comments")
	}
	text = strings.TrimSpace(text)
	if rest, found := strings.CutPrefix(text, "## Description\n"); found {
		text = strings.TrimSpace(rest) // it is the description
	}
	return text, comments
}

// withoutEmpty returns a text without the heading of a section that is empty.
func withoutEmpty(text, heading string) string {
	before, after, found := strings.Cut(text, heading+"\n")
	if !found || strings.TrimSpace(after) != "" && !strings.HasPrefix(strings.TrimSpace(after), "## ") {
		return strings.TrimSuffix(text, heading)
	}
	return before + strings.TrimSpace(after)
}

// commentsIn returns the comments in lines: each has lines with its author and
// date, a line of hyphens, its text, and another line of hyphens.
func commentsIn(lines []string) []sources.Comment {
	var comments []sources.Comment
	inHead := false
	for i, line := range lines {
		key, value, _ := strings.Cut(line, ": ")
		last := len(comments) - 1
		switch {
		case line == "---":
			inHead = false
		case key == "author" && (i == 0 || last < 0 || strings.TrimSpace(lines[i-1]) == ""):
			comments, inHead = append(comments, sources.Comment{Author: sources.Person{Handle: strings.TrimSpace(value)}}), true
		case last >= 0 && inHead && key == "created":
			comments[last].At = value
		case last >= 0 && !inHead:
			comments[last].Text += line + "\n"
		case last < 0 && strings.TrimSpace(line) != "":
			comments = append(comments, sources.Comment{Text: line + "\n"})
		}
	}
	return comments
}

// checked returns how many items of check lists are done, and how many there are.
func checked(text string) (done, all int) {
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "- [ ] "):
			all++
		case strings.HasPrefix(line, "- [x] "), strings.HasPrefix(line, "- [X] "):
			done, all = done+1, all+1
		}
	}
	return done, all
}
