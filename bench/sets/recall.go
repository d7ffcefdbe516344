package sets

import (
	"regexp"
	"slices"
	"strings"
)

// recall returns the share of a question's gold that an answer contains.
func (p *Project) recall(q *projectQuestion, a *Answer) float64 {
	s := newSaid(p, q, a)
	n := 0
	for _, id := range q.Gold.Entities {
		if s.entity(p.entities[id]) {
			n++
		}
	}
	for _, sentence := range q.Gold.Sentences {
		if slices.ContainsFunc(runs(sentence), s.has) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(q.Gold.Entities)+len(q.Gold.Sentences)))
}

// said is the content of an answer's text, without the question.
type said struct {
	set    *Project
	family string
	nodes  []Node
	uuids  map[string]string // of nodes
	raw    string
	low    string
	text   string // plain
}

func newSaid(p *Project, q *projectQuestion, a *Answer) *said {
	s := &said{set: p, family: q.Family, nodes: a.Nodes, uuids: make(map[string]string, len(a.Nodes))}
	s.raw = withoutEcho(a.Text, q.Question)
	s.low = strings.ToLower(s.raw)
	s.text = between(plain(s.raw))
	for _, node := range a.Nodes {
		s.uuids[node.ID] = node.UUID
	}
	return s
}

func (s *said) has(words string) bool { return strings.Contains(s.text, between(words)) }

// shortID is the number of digits of an id that count as the whole id.
const shortID = 8

// entity reports whether the text names an entity: by one of its keys, or by
// its id if it is a node.
func (s *said) entity(e *entity) bool {
	if strings.Contains(e.ID, stage) {
		if s.stage(e) {
			return true
		}
	} else if slices.ContainsFunc(e.keys(), s.begins) {
		return true
	}
	id := s.uuids[e.ID]
	return id != "" && (strings.Contains(s.low, id) || strings.Contains(s.low, id[:min(shortID, len(id))]))
}

// begins reports whether the text contains a key. A key of full length may end
// in a word.
func (s *said) begins(key string) bool {
	const full = 58
	if longer(key, full-1) {
		return strings.Contains(s.text, " "+key)
	}
	return s.has(key)
}

var release = regexp.MustCompile(`v1\.(\d+)`)

// stage reports whether the text says that a plan reaches a stage in a release:
// by the title of the task, in family c also by a line with the plan and the
// release, and in others by the stage near the release if the plan is named.
func (s *said) stage(e *entity) bool {
	if s.has(plain(e.Title)) {
		return true
	}
	number := release.FindStringSubmatch(e.Title)
	if number == nil {
		return false
	}
	planID, _, _ := strings.Cut(e.ID, stage)
	plan := s.set.entities[planID]
	if s.family == "c" {
		return s.inOneLine(plan, number[1])
	}
	isPart := func(n Node) bool { return within(n.ID, planID) }
	name := e.ID[strings.LastIndex(e.ID, "/")+1:]
	return slices.ContainsFunc(s.nodes, isPart) && s.has(plain(plan.number())) && staged(s.withoutTasks(), name, number[1])
}

// inOneLine reports whether one line contains both a plan and a release.
func (s *said) inOneLine(plan *entity, release string) bool {
	for line := range strings.SplitSeq(s.raw, "\n") {
		line = between(plain(line))
		named := strings.Contains(line, between(plain(plan.number()))) ||
			len(strings.Fields(plan.short())) >= 3 && strings.Contains(line, between(plain(plan.short())))
		if named && strings.Contains(line, " v1 "+release+" ") {
			return true
		}
	}
	return false
}

// taskTitle matches the title of a task that graduates a plan, in plain words.
var taskTitle = regexp.MustCompile(` graduate kep \d+ to [\p{L}\p{N}_]+ in v1 \d+ `)

// withoutTasks returns the text's words, with "" instead of each title of a
// task.
func (s *said) withoutTasks() []string {
	rest := s.text
	for previous := ""; previous != rest; { // adjacent titles share a space
		previous = rest
		rest = taskTitle.ReplaceAllLiteralString(rest, "  ")
	}
	return strings.Split(rest, " ")
}

// staged reports whether a stage is at most three words before a release, or at
// most two after it, as in "beta in v1.29" and "v1.29 (stable)".
func staged(words []string, stage, release string) bool {
	is := func(word string) bool { return word == stage || stage == "stable" && word == "ga" }
	for i, word := range words {
		if is(word) && near(words[i+1:], 3, func(rest []string) bool { return isRelease(rest, release) }) {
			return true
		}
		if isRelease(words[i:], release) && near(words[i+2:], 2, func(rest []string) bool { return is(rest[0]) }) {
			return true
		}
	}
	return false
}

func isRelease(words []string, number string) bool {
	return len(words) > 1 && (words[0] == "v1" || words[0] == "1") && words[1] == number
}

// near reports whether words match after at most gap other words.
func near(words []string, gap int, match func([]string) bool) bool {
	for i := range min(gap+1, len(words)) {
		if match(words[i:]) {
			return true
		}
		if words[i] == "" {
			return false
		}
	}
	return false
}

var (
	introduction = regexp.MustCompile(`^(context|question|topic|query) `)
	heading      = regexp.MustCompile(`^#+ *Context:`)
)

// withoutEcho returns text without the lines that only repeat the question,
// because a name in the question is not an answer.
func withoutEcho(text, question string) string {
	asked := between(plain(question))
	var kept []string
	for i, line := range strings.Split(text, "\n") {
		if !isEcho(line, asked, i == 0) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func isEcho(line, asked string, first bool) bool {
	words := introduction.ReplaceAllLiteralString(plain(line), "")
	if words != "" {
		switch {
		case strings.Contains(asked, between(words)),
			longer(words, 40) && strings.Contains(asked, firstLetters(words, 40)),
			first && strings.HasPrefix(line, "#") && strings.Contains(asked, firstLetters(words, 25)):
			return true
		}
	}
	return first && heading.MatchString(line)
}
