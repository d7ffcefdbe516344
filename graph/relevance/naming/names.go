// Package naming finds the names of entities in texts: their titles, the forms in which
// texts write these, aliases, and the identifiers, abbreviations and code names in titles
// and props.
//
// It keeps titles, which are mentions of their entities in any text, apart from the other
// names, which are too ambiguous for that: only questions name entities by them.
package naming

import (
	"dossier/flat"
	"dossier/graph/text"
)

// A Dictionary numbers words.
type Dictionary interface {
	Add(word string) uint32  // returns the number of a folded word
	Text(word uint32) string // returns the folded text of a word
	IsNew(word uint32) bool  // reports whether another word may get the number
}

// Names finds the entities with a name. Entities are ordinals, words those of a
// [Dictionary].
type Names struct {
	titles trie
	others trie
}

// New returns no names.
func New() Names { return Names{newTrie(), newTrie()} }

// Add adds the forms of an entity's names.
func (n *Names) Add(f Forms, ordinal int32) {
	n.titles.add(f.titles, ordinal)
	n.others.add(f.others, ordinal)
}

// Remove removes the forms of an entity's names, which were added for it.
func (n *Names) Remove(f Forms, ordinal int32) {
	n.titles.remove(f.titles, ordinal)
	n.others.remove(f.others, ordinal)
}

// LongestTitle returns the owners of the longest title at the beginning of
// words, and its number of words, 0 for none.
func (n *Names) LongestTitle(words []text.Token) (owners []Owner, length int) {
	return n.titles.longest(words)
}

// LongestName returns the owners of the longest name at the beginning of words,
// and its number of words, 0 for none. Names are titles, aliases, and forms of
// titles that are too ambiguous for mentions.
func (n *Names) LongestName(words []text.Token) (owners []Owner, length int) {
	owners, length = n.titles.longest(words)
	named, more := n.others.longest(words)
	switch {
	case more > length:
		return named, more
	case more == length && more > 0:
		return append(owners[:len(owners):len(owners)], named...), length
	default:
		return owners, length
	}
}

// Save writes the names for [Names.Load].
func (n *Names) Save(w *flat.Writer) {
	n.titles.save(w)
	n.others.save(w)
}

// Load reads what [Names.Save] wrote.
func (n *Names) Load(r *flat.Reader) {
	n.titles.load(r)
	n.others.load(r)
}

// Memory returns the approximate size of the names in bytes.
func (n *Names) Memory() int { return n.titles.memory() + n.others.memory() }

// params are the constants of names.
var params = struct {
	// MaxWords is the maximum number of words of a form that is matched.
	MaxWords int
	// The quality of each form of a title: how likely it is to mean the entry.
	Full, Plural, WithoutBracket, BeforeComma, BeforeColon, Identifier, AfterIdentifier, Name, Initials float64
	// MaxCoded is the maximum number of entries that an identifier in props or ids
	// names. More of them share a value.
	MaxCoded int
}{
	MaxWords:        12, // by eye: limits the trie
	Full:            1,  // first values of the method, except:
	Plural:          .9, // by eye
	WithoutBracket:  .9,
	BeforeComma:     .8,
	BeforeColon:     .8, // by eye
	Identifier:      1,
	AfterIdentifier: .9,  // by eye
	Name:            .95, // by eye
	Initials:        .8,  // by eye
	MaxCoded:        3,   // by eye
}

// Owner is an entity with a form of its name.
type Owner struct {
	Ordinal int32 // of the entity
	kind    formKind
}

// Quality returns how likely the form is to mean the entry, 0 to 1.
func (o Owner) Quality() float64 { return formQuality[o.kind] }

// IsCode reports whether the form is an alias, or a name written like code.
func (o Owner) IsCode() bool { return o.kind == nameForm || o.IsAlias() }

// IsAlias reports whether the form is not in the title.
func (o Owner) IsAlias() bool { return o.kind == aliasForm || o.IsCoded() }

// IsCoded reports whether the form is an identifier in the entry's props or id.
func (o Owner) IsCoded() bool { return o.kind == codedForm }

// IsInitials reports whether the form has only the initials of the title's words.
func (o Owner) IsInitials() bool { return o.kind == initialsForm }

// formKind is the derivation of a form from a title.
type formKind uint8

const (
	fullForm formKind = iota
	pluralForm
	withoutBracketForm
	beforeCommaForm
	beforeColonForm
	identifierForm
	afterIdentifierForm
	nameForm
	aliasForm
	initialsForm
	codedForm    // an identifier, which names its entry if few entries have it
	severalForms // only in trie.single
)

var formQuality = [...]float64{
	params.Full, params.Plural, params.WithoutBracket, params.BeforeComma, params.BeforeColon,
	params.Identifier, params.AfterIdentifier, params.Name, params.Name, params.Initials,
	params.AfterIdentifier,
}
