package index

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// Entry is an indexed entity.
type Entry struct {
	ID, Kind, Title string // of the entity; Title may be empty

	// Fields are the names of the text fields. The title is field 0.
	Fields []string
	// Sentences are the units of the fields in order, with offsets in the field's
	// text and ranges in Tokens.
	Sentences []text.Sentence
	// Tokens are the words of all sentences, with the numbers of the index.
	Tokens []text.Token
	// Numbers are the fields that are numbers.
	Numbers []text.Number
	// Sections are the sections of the fields, in order.
	Sections []Section
	// Mentions are the mentions of other entries in the sentences, by target.
	Mentions []Mention
	// MentionedBy are the ordinals of the entries that mention this one,
	// ascending.
	MentionedBy []int32
	// Phrases are the capitalised phrases of the sentences, each once.
	Phrases []Phrase
	// Likeness is what the title is compared by.
	Likeness naming.Likeness

	occurred  int64   // in microseconds of Unix time
	sentences []int32 // by sentence: number in Index.sentences
}

// Occurred returns the time of what the entry reports, in UTC.
func (e *Entry) Occurred() time.Time { return time.UnixMicro(e.occurred).UTC() }

// Sequence returns the tokens of a sentence in order, without the whole
// identifiers that follow their parts. It reuses buffer.
func (e *Entry) Sequence(sentence int32, buffer []text.Token) []text.Token {
	buffer = buffer[:0]
	s := &e.Sentences[sentence]
	for _, token := range e.Tokens[s.First:s.Last] {
		if !token.Has(text.Whole) {
			buffer = append(buffer, token)
		}
	}
	return buffer
}

// TitleShare returns the share of the entry's words that are in its title.
func (e *Entry) TitleShare() float64 {
	title := 0
	for _, sentence := range e.Sentences {
		if sentence.Field != 0 {
			break
		}
		title += int(sentence.Last - sentence.First)
	}
	return float64(title) / float64(max(1, len(e.Tokens)))
}

// NamesInProps returns the words of each name that the props of an entry, or the
// fields of a record, give it, such as the aliases or the number of an issue.
func (e *Entry) NamesInProps() iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		var tokens []text.Token
		for i := range e.Sentences {
			if _, key, isMember := strings.Cut(e.Fields[e.Sentences[i].Field], "."); !isMember || !slices.Contains(text.NameKeys, key) {
				continue
			}
			tokens = e.Sequence(int32(i), tokens)
			for len(tokens) > 0 {
				words := []uint32{tokens[0].Word()}
				for tokens = tokens[1:]; len(tokens) > 0 && !tokens[0].Has(text.Apart); tokens = tokens[1:] {
					words = append(words, tokens[0].Word())
				}
				if !yield(words) {
					return
				}
			}
		}
	}
}

// valuesInProps returns the words of each value in the props of an entry.
func (e *Entry) valuesInProps() (values [][]text.Token) {
	for i := range e.Sentences {
		if s := &e.Sentences[i]; s.Last > s.First && strings.HasPrefix(e.Fields[s.Field], "props.") {
			values = append(values, e.Tokens[s.First:s.Last])
		}
	}
	return values
}

// HasHeadings reports whether a section of the entry has a heading.
func (e *Entry) HasHeadings() bool {
	return slices.ContainsFunc(e.Sections, func(s Section) bool { return s.Level > 0 })
}

// HasHeading reports whether a section of the entry has a heading with these terms
// and no others.
func (e *Entry) HasHeading(terms []uint32) bool {
	return slices.ContainsFunc(e.Sections, func(s Section) bool { return slices.Equal(s.Terms, terms) })
}

// HeadingsOf returns the headings around a section, the outermost first, and its own.
func (e *Entry) HeadingsOf(s Section) (headings []text.Sentence) {
	for s.Level > 0 {
		headings = append(headings, e.Sentences[s.First])
		if s.Parent < 0 {
			break
		}
		s = e.Sections[s.Parent]
	}
	slices.Reverse(headings)
	return headings
}

// TitleSentences returns the sentences of the entry's title.
func (e *Entry) TitleSentences() []text.Sentence {
	end := slices.IndexFunc(e.Sentences, func(s text.Sentence) bool { return s.Field != 0 })
	if end < 0 {
		end = len(e.Sentences)
	}
	return e.Sentences[:end]
}

// Body returns the sentences of a section below its heading.
func (e *Entry) Body(s Section) []text.Sentence {
	if s.Level > 0 {
		return e.Sentences[s.First+1 : s.Last]
	}
	return e.Sentences[s.First:s.Last]
}

// longStatus is the maximum number of words of a status, which may have its dates.
// By eye.
const longStatus = 12

// longList is the maximum number of words of a list of people or labels. By eye.
const longList = 60

// IsValue reports whether a sentence is a value: the type of the entity, or a
// short text in its props.
func (e *Entry) IsValue(sentence *text.Sentence) bool {
	field := e.Fields[sentence.Field]
	key, isProp := strings.CutPrefix(field, "props.")
	most := text.ValueWords
	switch {
	case slices.Contains(text.StatusKeys, key):
		most = longStatus
	case slices.Contains(text.PeopleKeys, key), slices.Contains(text.LabelKeys, key):
		most = longList
	}
	return field == "type_key" || field == "labels" || isProp && int(sentence.Last-sentence.First) <= most
}

// IsFieldValue reports whether a sentence is a short text in a field of a record.
func (e *Entry) IsFieldValue(sentence *text.Sentence) bool {
	return strings.HasPrefix(e.Fields[sentence.Field], "fields.") && sentence.Last-sentence.First <= text.ValueWords
}

// MentionsOf returns the entry's mentions of a target.
func (e *Entry) MentionsOf(target int32) []Mention {
	compare := func(m Mention, target int32) int { return cmp.Compare(m.Target, target) }
	first, _ := slices.BinarySearchFunc(e.Mentions, target, compare)
	last, _ := slices.BinarySearchFunc(e.Mentions, target+1, compare)
	return e.Mentions[first:last]
}
