package graph

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits of arguments, by eye.
const (
	// MaxIDs is the maximum number of entities that are requested by id at
	// once.
	MaxIDs = 200
	// MaxQueryRunes is the maximum length of a search query.
	MaxQueryRunes = 2_000
	// MaxMessageRunes is the maximum length of a message.
	MaxMessageRunes = 20_000
)

// CheckRange returns an error unless value is in the range low to high.
func CheckRange(argument string, value, low, high int) error {
	if value < low || value > high {
		return BadInput(argument, "%d is out of range; expected %d to %d", value, low, high)
	}
	return nil
}

// CheckKinds returns an error if there are too many kinds, or one of them is not
// declared.
func CheckKinds(argument string, kinds []Kind) error {
	if err := CheckCount(argument, len(kinds)); err != nil {
		return err
	}
	for _, kind := range kinds {
		if _, err := ParseKind(argument, string(kind)); err != nil {
			return err
		}
	}
	return nil
}

// CheckWords returns an error unless words is a valid search query.
func CheckWords(argument, words string) error {
	if err := CheckBlank(argument, words); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(words); n > MaxQueryRunes {
		return BadInput(argument, "%d characters are too many; expected at most %d", n, MaxQueryRunes)
	}
	return nil
}

// CheckBlank returns an error if words consists only of spaces.
func CheckBlank(argument, words string) error {
	if strings.TrimSpace(words) == "" {
		return BadInput(argument, "is blank; give the words to look for")
	}
	return nil
}

// CheckMessage returns an error if message is longer than [MaxMessageRunes].
func CheckMessage(argument, message string) error {
	if n := utf8.RuneCountInString(message); n > MaxMessageRunes {
		return BadInput(argument, "%d characters are too many; expected at most %d", n, MaxMessageRunes)
	}
	return nil
}

// ParseIDs returns references to the ids of an argument, in canonical form. It
// returns an error for more than [MaxIDs].
func ParseIDs(argument string, ids []string) ([]Ref, error) {
	if len(ids) > MaxIDs {
		return nil, BadInput(argument, "%d ids are too many; expected at most %d", len(ids), MaxIDs)
	}
	refs := make([]Ref, len(ids))
	for i, id := range ids {
		id, err := ParseID(fmt.Sprintf("%s[%d]", argument, i), id)
		if err != nil {
			return nil, err
		}
		refs[i].ID = id
	}
	return refs, nil
}

// Or returns the value of an optional argument, otherwise if it is nil.
func Or[T any](value *T, otherwise T) T {
	if value != nil {
		return *value
	}
	return otherwise
}

// Allows reports whether a list of alternatives, such as ids, kinds or states,
// has an item. A nil list, of a client that gave none, has all items; an empty
// list has none, as a user expects who deselects the last alternative.
func Allows[T comparable](list []T, item T) bool {
	return list == nil || slices.Contains(list, item)
}

// ElementOf returns the name of the element of an argument, or of a column, that is a list.
func ElementOf(argument string, i int) string { return fmt.Sprintf("%s[%d]", argument, i) }

// CheckCount returns an error if an argument has more than [MaxIDs] values.
func CheckCount(argument string, n int) error {
	if n > MaxIDs {
		return BadInput(argument, "%d values are too many; expected at most %d", n, MaxIDs)
	}
	return nil
}
