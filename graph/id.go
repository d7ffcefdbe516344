package graph

import (
	"crypto/rand"
	"crypto/sha1"
	"encoding/hex"
	"slices"
	"strings"
)

// namespace is the UUID namespace of external ids. It must never change,
// because ids of stored entities depend on it.
var namespace = [16]byte{0x6d, 0x2f, 0x0c, 0x51, 0x8a, 0x9e, 0x4b, 0x37, 0x9d, 0x14, 0x3b, 0x7c, 0x52, 0xe0, 0xa8, 0x66}

// IsUUID reports whether s is a UUID in its usual form of 36 characters. It has
// no regular expression, which took a twentieth of a request with three lists.
func IsUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if isDash := slices.Contains(ShortLengths, i); isDash != (s[i] == '-') || !isDash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// IsShortID reports whether s may be a proper prefix of a UUID with at least
// eight digits: the digits of its first group, and after a dash any digits and
// dashes.
func IsShortID(s string) bool {
	if len(s) < 8 || len(s) > 35 || len(s) > 8 && s[8] != '-' {
		return false
	}
	for i := range len(s) {
		if !isHex(s[i]) && (i < 8 || s[i] != '-') {
			return false
		}
	}
	return true
}

// UnknownID returns the first id that begins with a prefix, for a prefix with
// which no id of an entity begins.
func UnknownID(prefix string) string {
	const first = "00000000-0000-0000-0000-000000000000"
	return prefix + first[len(prefix):]
}

// ShortLengths are the lengths to which ids are shortened: at their dashes.
var ShortLengths = []int{8, 13, 18, 23}

// ID returns the id of the entity with a name in an import or on the command
// line. A UUID is returned in lower case. For other texts the id is the UUIDv5
// of the text.
func ID(name string) string {
	if IsUUID(name) {
		return strings.ToLower(name)
	}
	return uuidV5(name)
}

// ScopedID returns the id of an entity of a project whose name another project has,
// too, by the id that [ID] returns for the name.
func ScopedID(projectID, named string) string { return uuidV5(projectID + "/" + named) }

// ParseID returns the id in an argument of the API, in lower case. It must be a
// UUID; the error names the argument.
func ParseID(argument, id string) (string, error) {
	if !IsUUID(id) {
		return "", BadInput(argument, "expected a UUID, its first eight digits or more, or the external id of an entity; got %q",
			Truncate(id, 60))
	}
	return strings.ToLower(id), nil
}

// uuidV5 returns the name-based UUID of RFC 9562, section 5.5, in [namespace].
func uuidV5(name string) string {
	var room [128]byte // enough for most names
	hash := sha1.Sum(append(append(room[:0], namespace[:]...), name...))
	return uuid([16]byte(hash[:16]), 5)
}

// NewID returns a random id: a UUID of version 4.
func NewID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return uuid(id, 4)
}

// uuid returns the text of a UUID of a version.
func uuid(id [16]byte, version byte) string {
	id[6] = id[6]&0x0f | version<<4
	id[8] = id[8]&0x3f | 0x80
	var text [36]byte
	hex.Encode(text[0:8], id[0:4])
	hex.Encode(text[9:13], id[4:6])
	hex.Encode(text[14:18], id[6:8])
	hex.Encode(text[19:23], id[8:10])
	hex.Encode(text[24:], id[10:])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// MaxExternalID is the maximum length of an external id in bytes, which is
// limited because databases index it.
const MaxExternalID = 512
