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

// A Mention is a place in a message that names an entity.
type Mention struct {
	Start, End int    // bytes of the message
	Text       string // as written there
	Name       string // what it names
	ID         string // the UUID that it carries, "" for none
	Note       bool   // it names a document

	// What the mention can mean, which [Project.Resolve] finds: entities that
	// are so called if Exact is set, otherwise those that come closest.
	// [Project.Alternatives] adds these to those.
	Exact    bool
	Entities []graph.Entity
}

// MaxMentions is how many mentions of a message are looked at.
const MaxMentions = 100

// chip is a mention that a chat box wrote: it carries an id.
var chip = regexp.MustCompile(`^\{\{(entity|note):([^:{}\s]+):([^{}\n]*)\}\}`)

// Parse finds the mentions of a message, at most [MaxMentions] of them, in
// order and apart from each other: @Name, @"Name with spaces", [[Title]],
// {{entity:ID:Name}} and {{note:ID:Title}}. Without quotes a name ends with its
// word; [Project.Resolve] knows longer ones. An @ inside a word, as in an
// address, mentions nothing.
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

// parseMention reads the mention that begins at a byte, if one does.
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

// quoted returns the text between two marks on one line, without the white space
// around it, and how long it is with the marks; nothing if the second is not
// there.
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

// firstName is the word that a text begins with; dots and hyphens inside it
// belong to it.
func firstName(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("_.-/", r) })
	if end < 0 {
		end = len(s)
	}
	return strings.TrimRightFunc(s[:end], unicode.IsPunct)
}

// Resolve finds the mentions of a message and what each can mean in the
// project. Where the text goes on with a longer name than its first word, the
// mention is the longest name that the project knows.
func (p *Project) Resolve(message string) []Mention {
	resolved := []Mention{}
	end := 0
	for _, mention := range Parse(message) {
		if mention.Start < end { // inside a longer name
			continue
		}
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

// Before returns the one of earlier mentions that has the same text, nil if none
// has.
func (m *Mention) Before(earlier []Mention) *Mention {
	at := slices.IndexFunc(earlier, func(other Mention) bool { return other.Text == m.Text })
	if at < 0 {
		return nil
	}
	return &earlier[at]
}

// lengthen makes the longest known name of one without quotes.
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
		m.Entities = p.Labels.closest(m.Name, m.kinds())
	}
}

// kinds are those that the mention can mean, nil for all.
func (m *Mention) kinds() []graph.Kind {
	if m.Note {
		return []graph.Kind{graph.KindDocument}
	}
	return nil
}

// Alternatives adds to what a resolved mention names what comes closest to it,
// unless it carries an id. It takes milliseconds in a large project.
func (p *Project) Alternatives(m *Mention) {
	if !m.Exact || m.ID != "" {
		return
	}
	for _, entity := range p.Labels.closest(m.Name, m.kinds()) {
		if !slices.Contains(m.Entities, entity) {
			m.Entities = append(m.Entities, entity)
		}
	}
}

// Doubt returns a warning for the author of the mention about its
// interpretation; nil if that is plain.
func (m *Mention) Doubt() *Warning {
	switch {
	case m.Exact && len(m.Entities) > 1:
		return &Warning{WarnAmbiguous, fmt.Sprintf("%s names %d entities; the first was taken, [%s]", m.Text, len(m.Entities), m.Entities[0].Self().ID)}
	case m.Exact:
		return nil
	case len(m.Entities) > 0:
		return &Warning{WarnSkipped, fmt.Sprintf("%s names nothing and was left out; closest: %s [%s]", m.Text, label(m.Entities[0]), m.Entities[0].Self().ID)}
	}
	return &Warning{WarnSkipped, m.Text + " names nothing and was left out"}
}
