// Package merge merges entities as a source has them into the stored ones. A
// field that the source did not change since its last import keeps what was
// written here.
package merge

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// A hash is that of the value of a field.
type hash [8]byte

// A Base is the state of an entity or an edge in a source at its last import.
type Base struct {
	Row    []byte          // the hash of the content that was stored then, or Differs
	fields map[string]hash // by column, or by column and key of an object
}

// rowHash is the length of Row.
const rowHash = 16

// Differs is the Row of an entity that differs from what the source has.
var Differs = make([]byte, rowHash)

// Parse returns a base in its stored form. It returns nil for nil, and for
// something that is no base.
func Parse(stored []byte) *Base {
	if len(stored) < rowHash {
		return nil
	}
	base := &Base{Row: stored[:rowHash], fields: map[string]hash{}}
	for rest := stored[rowHash:]; len(rest) > 0; {
		length, n := binary.Uvarint(rest)
		if n <= 0 || length > uint64(len(rest)) || len(rest) < n+int(length)+len(hash{}) { //nolint:gosec // compared before
			return nil
		}
		name := rest[n : n+int(length)] //nolint:gosec // compared before
		rest = rest[n+len(name):]
		base.fields[string(name)] = hash(rest)
		rest = rest[len(hash{}):]
	}
	return base
}

// Stored returns the stored form of the base.
func (b *Base) Stored() []byte {
	stored := append(make([]byte, 0, rowHash+24*len(b.fields)), b.Row...)
	for _, name := range slices.Sorted(maps.Keys(b.fields)) {
		stored = binary.AppendUvarint(stored, uint64(len(name)))
		value := b.fields[name]
		stored = append(append(stored, name...), value[:]...)
	}
	return stored
}

// with returns a base that also has the given fields.
func (b *Base) with(fields iter.Seq2[string, any]) *Base {
	made := &Base{fields: map[string]hash{}}
	if b != nil {
		maps.Copy(made.fields, b.fields)
	}
	for name, value := range fields {
		if name == labels {
			maps.DeleteFunc(made.fields, func(known string, _ hash) bool { return strings.HasPrefix(known, labelPrefix) })
		}
		made.fields[name] = hashOf(value)
	}
	return made
}

// The labels of an entity are merged as a set: beside the field, a base has a
// field for each of them.
const (
	labels      = "labels"
	labelPrefix = "labels:"
)

// hasLabel reports whether the source had a label. A nil base has none.
func (b *Base) hasLabel(label string) bool {
	_, has := b.fields[labelPrefix+label]
	return has
}

// has reports whether the source had the given fields. The times of creation and of
// the change do not count if untimed is set: those of files differ without a change
// of what they say. A nil base has none.
func (b *Base) has(fields iter.Seq2[string, any], untimed bool) bool {
	if b == nil {
		return false
	}
	for name, value := range fields {
		if known, has := b.fields[name]; (!has || known != hashOf(value)) && (!untimed || name != "updated_at" && name != "created_at") {
			return false
		}
	}
	return true
}

// keys yields the keys that the source had of an object.
func (b *Base) keys(object string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range b.fields {
			if key, is := strings.CutPrefix(name, object+"."); is && !yield(key) {
				return
			}
		}
	}
}

// orNone returns the base, or one without fields for nil.
func (b *Base) orNone() *Base {
	if b == nil {
		return &Base{}
	}
	return b
}

// hashOf returns the hash of a value of [graph.Field.Value].
func hashOf(value any) hash {
	var room [256]byte
	text := room[:0]
	switch value := value.(type) {
	case nil:
	case string:
		text = append(append(text, 's'), value...)
	case time.Time:
		text = value.UTC().AppendFormat(append(text, 't'), time.RFC3339Nano)
	case graph.JSON:
		text = append(append(text, 'j'), value...)
	default:
		text = fmt.Append(append(text, 'v'), value)
	}
	sum := sha256.Sum256(text)
	return hash(sum[:])
}
