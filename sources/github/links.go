package github

import (
	"regexp"
	"slices"
	"strings"

	"dossier/sources"
)

// addLinks adds the links that an issue has as data, and those in its texts.
func (r *reading) addLinks(item *sources.Item, o sources.Object, isPull bool) {
	link := func(rel, number string, from bool) {
		if number != "" {
			item.Links = append(item.Links, sources.Link{Rel: rel, To: "#" + number, From: from, Weak: true})
		}
	}
	if milestone := o.Text("milestone.title", "milestone"); milestone != "" {
		item.Links = append(item.Links, sources.Link{Rel: "targets_milestone", To: milestoneID(milestone)})
		r.ensureMilestone(item.Pos, milestone)
	}
	for _, of := range []struct {
		path, rel string
		from      bool
	}{
		{"blockedBy", "depends_on", false}, {"blocked_by", "depends_on", false}, {"blocking", "depends_on", true},
		{"subIssues", sources.Parent, false}, {"sub_issues", sources.Parent, false}, {"trackedIssues", sources.Parent, false},
		{"closingIssuesReferences", "produces", true}, {"closedByPullRequestsReferences", "produces", false},
	} {
		for _, other := range o.Objects(of.path) {
			link(of.rel, other.Text("number"), of.from)
		}
	}
	if parent := o.Text("parent.number"); parent != "" {
		link(sources.Parent, parent, true)
	} else if parent := o.Text("parent_issue_url"); parent != "" {
		link(sources.Parent, parent[strings.LastIndexByte(parent, '/')+1:], true)
	}
	seen := map[string]bool{item.ID: true}
	for _, ref := range r.references(item.Text) {
		rel, from := relationOf(ref, isPull)
		link(rel, ref.number, from)
		seen["#"+ref.number] = true
	}
	for _, comment := range item.Comments {
		for _, ref := range r.references(comment.Text) {
			rel, from := relationOf(ref, false)
			if ref.word != "" && rel != "references" || !seen["#"+ref.number] {
				link(rel, ref.number, from)
			}
			seen["#"+ref.number] = true
		}
	}
}

// ensureMilestone adds a milestone that is only a title.
func (r *reading) ensureMilestone(pos sources.Position, title string) {
	r.addMilestone(pos, sources.Object{"title": title, "state": "open"})
}

// A reference is a number in a text, with the words before it.
type reference struct {
	word   string // such as "closes", "" for none
	number string
	inList bool // it is the subject of an item of a task list
}

var refForm = regexp.MustCompile(`(?i)(?:\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?|blocked by|blocked on|depends on|depend on|requires|` +
	`duplicate of|duplicates|dupe of|superseded by|supersedes|part of|parent|blocks|follow[- ]?up (?:to|of|for)|` +
	`related to)[: ]*)?(?:([\w.-]+/[\w.-]+)?#|\bGH-|https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/)(\d{1,9})\b`)

// references returns the references to issues of the repository in a text, outside
// of code.
func (r *reading) references(text string) []reference {
	var refs []reference
	fenced := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		if fenced || !strings.ContainsAny(line, "#/-") {
			continue
		}
		refs = r.addReferences(refs, line, trimmed)
	}
	return refs
}

// taskItems are the beginnings of items of a task list.
var taskItems = []string{"- [ ] ", "- [x] ", "* [ ] ", "* [x] "}

// addReferences adds the references in a line.
func (r *reading) addReferences(refs []reference, line, trimmed string) []reference {
	inList := slices.ContainsFunc(taskItems, func(item string) bool { return strings.HasPrefix(trimmed, item) })
	indent := len(line) - len(strings.TrimLeft(line, " "))
	for i, match := range refForm.FindAllStringSubmatchIndex(withoutCode(line), -1) {
		group := func(n int) string {
			if match[2*n] < 0 {
				return ""
			}
			return line[match[2*n]:match[2*n+1]]
		}
		if at := match[0]; at > 0 && (isNameByte(line[at-1]) || line[at-1] == '&') {
			continue
		}
		if repo := strings.ToLower(group(2) + group(3)); repo == "" || repo == r.repo {
			refs = append(refs, reference{strings.ToLower(group(1)), group(4), inList && i == 0 && match[0] < indent+8})
		}
	}
	return refs
}

// withoutCode returns a line with blanks for its code, of the same length.
func withoutCode(line string) string {
	parts := strings.Split(line, "`")
	if len(parts) < 3 {
		return line
	}
	for i := 1; i < len(parts)-1; i += 2 {
		parts[i] = strings.Repeat(" ", len(parts[i]))
	}
	return strings.Join(parts, "`")
}

func isNameByte(b byte) bool {
	return b == '_' || b == '/' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// relationOf returns the relation for a reference, and whether its ends are swapped:
// an issue produces the pull request that closes it.
func relationOf(ref reference, isPull bool) (rel string, from bool) {
	word := ref.word
	switch {
	case isPull && (strings.HasPrefix(word, "clos") || strings.HasPrefix(word, "fix") || strings.HasPrefix(word, "resolv")):
		return "produces", true
	case strings.HasPrefix(word, "blocked"), strings.HasPrefix(word, "depend"), word == "requires":
		return "depends_on", false
	case word == "blocks":
		return "depends_on", true
	case word == "part of" || word == "parent":
		return sources.Parent, true
	case strings.HasPrefix(word, "dup"):
		return "duplicates", false
	case strings.HasPrefix(word, "supersede"), strings.HasPrefix(word, "follow"):
		return strings.ReplaceAll(strings.ReplaceAll(word, " ", "_"), "-", "_"), false
	case ref.inList && !isPull:
		return sources.Parent, false
	}
	return "references", false
}
