package records

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
)

// A Mention is a part of a message that names an entity.
type Mention struct {
	Start, End int    // byte offsets in the message
	Text       string // as written in the message
	Name       string // the name in it
	ID         string // the UUID in it, "" for none
	Note       bool   // it can name only a document

	// The entities that the mention can mean, which [Project.Resolve] sets:
	// those with its id or name if Exact is set, otherwise those with the most
	// similar labels. [Project.Alternatives] appends the latter to the former.
	Exact    bool
	Entities []graph.Entity

	near int // labels to compare on either side, see [nearEach]
}

// MaxMentions is the maximum number of mentions that are read of a message.
const MaxMentions = 100

// chip matches a mention that a chat box inserted, with an id.
var chip = regexp.MustCompile(`^\{\{(entity|note):([^:{}\s]+):([^{}\n]*)\}\}`)

// Parse returns the mentions of a message in order, at most [MaxMentions]:
// @Name, @"Name with spaces", [[Title]], {{entity:ID:Name}} and
// {{note:ID:Title}}. Mentions do not overlap. A name without quotes is one
// word; [Project.Resolve] finds longer names. An @ inside a word, as in an
// address, is not a mention.
func Parse(message string) []Mention {
	var mentions []Mention
	for at := 0; at < len(message) && len(mentions) < MaxMentions; {
		next := strings.IndexAny(message[at:], "@[{")
		if next < 0 {
			break
		}
		at += next
		mention, ok := parseMention(message, at)
		if !ok {
			at++
			continue
		}
		at = mention.End
		mentions = append(mentions, mention)
	}
	return mentions
}

// parseMention parses the mention at the offset at, if there is one.
func parseMention(message string, at int) (Mention, bool) {
	rest := message[at:]
	m := Mention{Start: at}
	length := 0
	switch {
	case strings.HasPrefix(rest, "[["):
		m.Name, length = quoted(rest, "[[", "]]")
		m.Note = true
	case strings.HasPrefix(rest, `@"`):
		m.Name, length = quoted(rest, `@"`, `"`)
	case rest[0] == '@' && !followsWord(message, at):
		m.Name = firstName(rest[1:])
		length = len(m.Name) + 1
	case rest[0] == '{':
		if parts := chip.FindStringSubmatch(rest); parts != nil {
			m.Note, m.ID, m.Name = parts[1] == "note", graph.ID(parts[2]), strings.TrimSpace(parts[3])
			length = len(parts[0])
		}
	}
	m.End = at + length
	m.Text = message[at:m.End]
	return m, m.Name != "" || m.ID != ""
}

// quoted returns the text between the marks open, with which s begins, and end,
// without white space around it, and the length of all three. It returns "", 0
// if end is not on the same line.
func quoted(s, open, end string) (string, int) {
	line, _, _ := strings.Cut(s[len(open):], "\n")
	name, _, closed := strings.Cut(line, end)
	if !closed {
		return "", 0
	}
	return strings.TrimSpace(name), len(open) + len(name) + len(end)
}

func followsWord(message string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(message[:at])
	return at > 0 && (isWordRune(before) || before == '_')
}

// firstName returns the first word of s, which may contain dots and hyphens.
func firstName(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("_.-/", r) })
	if end < 0 {
		end = len(s)
	}
	return strings.TrimRightFunc(s[:end], unicode.IsPunct)
}

// Resolve returns the mentions of a message with the entities that each can
// mean in the project. A name without quotes extends to the longest label in
// the project that the text continues with.
func (p *Project) Resolve(message string) []Mention {
	resolved := []Mention{}
	end := 0
	parsed := Parse(message)
	for _, mention := range parsed {
		if mention.Start < end { // inside a longer name
			continue
		}
		mention.near = nearEach(len(parsed))
		p.lengthen(&mention, message)
		if before := mention.Before(resolved); before != nil {
			mention.Exact, mention.Entities = before.Exact, before.Entities
		} else {
			p.resolve(&mention)
		}
		end = mention.End
		resolved = append(resolved, mention)
	}
	return resolved
}

// Before returns the first of earlier mentions with the same text, or nil.
func (m *Mention) Before(earlier []Mention) *Mention {
	at := slices.IndexFunc(earlier, func(other Mention) bool { return other.Text == m.Text })
	if at < 0 {
		return nil
	}
	return &earlier[at]
}

// lengthen extends a mention without quotes or id to the longest label.
func (p *Project) lengthen(m *Mention, message string) {
	name := m.Start + len("@")
	bare := m.ID == "" && message[m.Start] == '@' && message[name] != '"'
	if !bare {
		return
	}
	if length := p.Labels.longestName(message[name:]); length > 0 {
		m.End = name + length
		m.Text, m.Name = message[m.Start:m.End], message[name:m.End]
	}
}

func (p *Project) resolve(m *Mention) {
	m.Entities = []graph.Entity{}
	if entity := p.Graph.Entity(m.ID); entity != nil {
		m.Exact, m.Entities = true, []graph.Entity{entity}
		return
	}
	for _, entity := range p.Labels.entities(p.Labels.named(m.Name)) {
		if wants(m.kinds(), entity) {
			m.Entities = append(m.Entities, entity)
		}
	}
	m.Exact = len(m.Entities) > 0 && m.ID == ""
	if len(m.Entities) == 0 {
		m.Entities = p.Labels.closest(m.Name, m.kinds(), m.near)
	}
}

// kinds returns the kinds that the mention can mean, nil for all.
func (m *Mention) kinds() []graph.Kind {
	if m.Note {
		return []graph.Kind{graph.KindDocument}
	}
	return nil
}

// Alternatives appends entities with similar labels to the entities of an exact
// mention, unless it has an id. It takes milliseconds in a large project.
func (p *Project) Alternatives(m *Mention) {
	if !m.Exact || m.ID != "" {
		return
	}
	for _, entity := range p.Labels.closest(m.Name, m.kinds(), m.near) {
		if !slices.Contains(m.Entities, entity) {
			m.Entities = append(m.Entities, entity)
		}
	}
}

// A Warning reports what was left out, cut, invalid or ambiguous.
type Warning struct {
	Code string // stable, for programs
	Text string // a sentence for people
}

// The codes of warnings.
const (
	WarnSkipped   = "SKIPPED"   // a pin or mention is unknown, deleted or archived
	WarnValue     = "BAD_VALUE" // a stored value does not fit its type
	WarnCut       = "CUT"       // something did not fit into the budget or a limit
	WarnAmbiguous = "AMBIGUOUS" // several entities have the name of a mention
)

// Doubt returns a warning about the interpretation of a resolved mention, nil
// if that is unambiguous.
func (m *Mention) Doubt() *Warning {
	switch {
	case m.Exact && len(m.Entities) > 1:
		return &Warning{
			WarnAmbiguous, fmt.Sprintf("%s names %d entities; the first was taken, [%s]", m.Text, len(m.Entities), m.Entities[0].Self().ID),
		}
	case m.Exact:
		return nil
	case len(m.Entities) > 0:
		return &Warning{
			WarnSkipped, fmt.Sprintf("%s names nothing and was left out; closest: %s [%s]", m.Text, Label(m.Entities[0]), m.Entities[0].Self().ID),
		}
	}
	return &Warning{WarnSkipped, m.Text + " names nothing and was left out"}
}
