package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// callsOf returns the stems of an entity's type, of the channel of a signal, and of
// what is before the number in its identifier, in its title or its props, without
// duplicates.
func (l *library) callsOf(m parts.Member) (stems []string) {
	c := m.Entity.Self()
	add := func(part string) {
		if stem := l.stem(part); !slices.Contains(stems, stem) {
			stems = append(stems, stem)
		}
	}
	addType := func(c *graph.Common) {
		if c.TypeKey == nil {
			return
		}
		for part := range strings.FieldsFuncSeq(*c.TypeKey, func(r rune) bool { return r == '.' || r == '_' }) {
			add(part)
			if word := full[part]; word != "" {
				add(word)
			}
		}
	}
	addType(c)
	if c.Kind == graph.KindSignal {
		channel := text.Fold(c.Label)
		if add(channel); mailWords[channel] != "" {
			add(mailWords[channel])
		}
	}
	if series := naming.Series(c.Label); series != "" {
		add(series)
	}
	if series, number := l.seriesInProps(m); series != "" {
		add(series)
		if other := documentOf(m, series, number); other != nil {
			addType(other)
		}
	}
	return stems
}

// documentOf returns the document that an edge joins to an entity with an identifier, and
// whose title begins with the same one; nil for none. It is the text of the entity, which
// is then called as the document is.
func documentOf(m parts.Member, series, number string) *graph.Common {
	ord, known := m.Graph.Ordinal(m.Entity.Self().ID)
	if !known || m.Entity.Self().Kind == graph.KindDocument {
		return nil
	}
	for _, link := range m.Graph.Links(ord) {
		c := m.Graph.At(link.Other).Self()
		words := text.Folded(naming.Identifier(c.Label))
		if c.Kind == graph.KindDocument && len(words) > 1 && words[0] == series &&
			strings.TrimLeft(words[1], "0") == strings.TrimLeft(number, "0") {
			return c
		}
	}
	return nil
}

// seriesInProps returns what is before the number of an identifier that the props of an
// entity have as its key or number, and the number: "adr" and "12" of "ADR-12". It returns
// "" for none.
func (l *library) seriesInProps(m parts.Member) (series, number string) {
	d, found := l.document(m)
	if !found {
		return "", ""
	}
	x, entry := l.reader.Indexes[d.Project], l.reader.Entry(d)
	for at, field := range entry.Fields {
		key, isProp := strings.CutPrefix(field, propField)
		if !isProp || !slices.Contains(text.NameKeys, key) {
			continue
		}
		for i := range entry.Sentences {
			if int(entry.Sentences[i].Field) == at {
				if series, number = seriesOf(x, entry.Sequence(int32(i), nil)); series != "" {
					return series, number
				}
			}
		}
	}
	return "", ""
}

// seriesOf returns two words if the first has letters and the second is a number, or the
// letters and the number of one word, such as MSC2675. It returns "" for others.
func seriesOf(x *index.Index, tokens []text.Token) (series, number string) {
	switch len(tokens) {
	case 1:
		word := x.Words.Text(tokens[0].Word())
		series = strings.TrimRight(word, "0123456789")
		number = word[len(series):]
	case 2:
		series, number = x.Words.Text(tokens[0].Word()), x.Words.Text(tokens[1].Word())
	}
	if len(series) < 2 || wording.IsNumber(series) || !text.IsDigits(number) {
		return "", ""
	}
	return series, number
}

// mailWords are two words for the same channel.
var mailWords = map[string]string{"email": "mail", "mail": "email"}
