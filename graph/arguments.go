package graph

import (
	"strings"
	"unicode/utf8"
)

// The limits of arguments, by eye.
const (
	// MaxIDs is how many entities may be asked for by id at once.
	MaxIDs = 200
	// MaxQueryRunes is how long a search query may be.
	MaxQueryRunes = 2_000
	// MaxMessageRunes is how long a message may be.
	MaxMessageRunes = 20_000
)

// CheckRange refuses values outside of a range.
func CheckRange(argument string, value, low, high int) error {
	if value < low || value > high {
		return BadInput(argument, "%d is out of range; expected %d to %d", value, low, high)
	}
	return nil
}

// CheckKinds refuses kinds that are not declared.
func CheckKinds(argument string, kinds []Kind) error {
	for _, kind := range kinds {
		if _, err := ParseKind(argument, string(kind)); err != nil {
			return err
		}
	}
	return nil
}

// CheckWords refuses words that cannot be searched for.
func CheckWords(argument, words string) error {
	if err := CheckBlank(argument, words); err != nil {
		return err
	}
	if n := utf8.RuneCountInString(words); n > MaxQueryRunes {
		return BadInput(argument, "%d characters are too many; expected at most %d", n, MaxQueryRunes)
	}
	return nil
}

// CheckBlank refuses words that are only space.
func CheckBlank(argument, words string) error {
	if strings.TrimSpace(words) == "" {
		return BadInput(argument, "is blank; give the words to look for")
	}
	return nil
}

// CheckMessage refuses a message that is too long to search for mentions.
func CheckMessage(argument, message string) error {
	if n := utf8.RuneCountInString(message); n > MaxMessageRunes {
		return BadInput(argument, "%d characters are too many; expected at most %d", n, MaxMessageRunes)
	}
	return nil
}

// ParseIDs returns the ids of an argument in canonical form. It refuses more
// than [MaxIDs].
func ParseIDs(argument string, ids []string) ([]Ref, error) {
	if len(ids) > MaxIDs {
		return nil, BadInput(argument, "%d ids are too many; expected at most %d", len(ids), MaxIDs)
	}
	refs := make([]Ref, len(ids))
	for i, id := range ids {
		id, err := ParseID(argument, id)
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
