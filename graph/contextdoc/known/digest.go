package known

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// A Digest identifies a context document, so that any server can compare a
// later document with it. It contains the beginning of the hash of the text,
// the ids and hashes of up to [Most] entities, the number of the others,
// and the bytes of the known digest. Clients pass it back unchanged, in base64.
type Digest struct {
	text   [12]byte
	cut    uint32
	states []state
	rows   []byte
}

// A state is an entity as it was when a document included it.
type state struct {
	id   [16]byte
	hash [4]byte
}

const (
	digestForm = "d2" // the prefix of a digest; another format has another number
	// Most is the maximum number of entities in a digest; the rest is only counted.
	Most       = 150
	digestHead = 12 + 4 + 1
	digestSize = 16 + 4 // of a state
)

// Of returns the digest of a document. Documents with equal texts about equal
// entities have equal digests.
func Of(text string, included []Included) *Digest {
	all := once(included)
	held := all[:min(len(all), Most)]
	d := Digest{cut: uint32(len(all) - len(held))}
	sum := sha256.Sum256([]byte(text))
	copy(d.text[:], sum[:])
	for _, one := range held {
		d.states = append(d.states, stateOf(one.Entity))
	}
	d.rows = rowsOf(held, d.states)
	return &d
}

// once returns the first of each entity.
func once(included []Included) []Included {
	seen := map[string]bool{}
	var first []Included
	for _, one := range included {
		if id := one.Entity.Self().ID; !seen[id] {
			seen[id] = true
			first = append(first, one)
		}
	}
	return first
}

// Known returns the part of a digest that [Set.AddDigest] requires. It is
// shorter.
func (d *Digest) Known() string { return rowsText(d.rows) }

// Cut returns the number of entities beyond [Most], which the digest does not
// have.
func (d *Digest) Cut() int { return int(d.cut) }

// stateOf returns the state of an entity, which is the same for its light and
// its full view. It hashes the fields that both views have in full. These
// include the time of the last change, so that a change of any text changes the
// hash.
func stateOf(e graph.Entity) (s state) {
	raw, _ := hex.DecodeString(strings.ReplaceAll(e.Self().ID, "-", "")) // a UUID
	copy(s.id[:], raw)
	hash := sha256.New()
	for _, field := range e.Self().Spec().Fields {
		if !field.Light || field.Limit > 0 {
			continue
		}
		_, _ = io.WriteString(hash, field.Name+"\x00"+hashed(field.Value(e))+"\x00") // writing to a hash does not fail
	}
	copy(s.hash[:], hash.Sum(nil))
	return s
}

// hashed returns the value of a field as it is hashed.
func hashed(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case time.Time:
		return strconv.FormatInt(v.UTC().UnixMicro(), 10)
	}
	return fmt.Sprint(value)
}

// String returns the encoded digest.
func (d *Digest) String() string {
	raw := append([]byte{}, d.text[:]...)
	raw = append(binary.BigEndian.AppendUint32(raw, d.cut), uint8(len(d.states)))
	for _, s := range d.states {
		raw = append(append(raw, s.id[:]...), s.hash[:]...)
	}
	return digestForm + base64.RawURLEncoding.EncodeToString(append(raw, d.rows...))
}

// Parse parses the digest of an earlier document. Errors name the
// argument.
func Parse(argument, text string) (*Digest, error) {
	encoded, ours := strings.CutPrefix(text, digestForm)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	bad := graph.BadInput(argument, "not a digest; pass the digest of an earlier context document")
	if !ours || err != nil || len(raw) < digestHead {
		return nil, bad
	}
	states := int(raw[digestHead-1])
	if end := digestHead + states*digestSize; states > Most || len(raw) < end {
		return nil, bad
	}
	d := &Digest{text: [12]byte(raw), cut: binary.BigEndian.Uint32(raw[12:]), states: make([]state, states),
		rows: raw[digestHead+states*digestSize:]}
	if _, ok := parseRows(d.rows); !ok {
		return nil, bad
	}
	for i := range d.states {
		one := raw[digestHead+i*digestSize:]
		d.states[i] = state{[16]byte(one), [4]byte(one[16:])}
	}
	return d, nil
}

func (s state) uuid() string {
	h := hex.EncodeToString(s.id[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// Changes are the differences between a document and an earlier one, by ids of
// entities. Added and Changed are in the order of the document, Gone in that of
// the earlier one.
type Changes struct {
	Added   []string // included only in this document
	Changed []string // included in both, and changed in between
	Gone    []string // included only in the earlier document
}

// Changes returns the differences between a document and the earlier one of the
// digest. If this does not have all entities of the earlier document, nothing is
// reported as added.
func (d *Digest) Changes(included []Included) *Changes {
	before, now := map[[16]byte]state{}, map[[16]byte]bool{}
	for _, s := range d.states {
		before[s.id] = s
	}
	changes := &Changes{Added: []string{}, Changed: []string{}, Gone: []string{}}
	for _, one := range once(included) {
		s := stateOf(one.Entity)
		now[s.id] = true
		switch earlier, had := before[s.id]; {
		case !had && d.cut == 0:
			changes.Added = append(changes.Added, s.uuid())
		case had && earlier != s:
			changes.Changed = append(changes.Changed, s.uuid())
		}
	}
	for _, s := range d.states {
		if !now[s.id] {
			changes.Gone = append(changes.Gone, s.uuid())
		}
	}
	return changes
}
