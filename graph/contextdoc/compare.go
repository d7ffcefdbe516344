package contextdoc

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

// compare sets the digests of a document and, if the request has the digest of
// an earlier one, the changes since then.
func compare(r *request, d *Document) {
	g := digestOf(d)
	d.Digest, d.KnownDigest = g.String(), knownText(g.known)
	if r.since == nil {
		return
	}
	d.Changes = r.since.changes(d.Nodes)
	if r.since.cut > 0 {
		d.Warnings = append(d.Warnings, Warning{warnChanges, fmt.Sprintf(
			"the earlier document has %d entities beyond the %d that its digest holds; what is new is not known", r.since.cut, digestMost)})
	}
}

// A digest identifies a context document, so that any server can compare a
// later document with it. It contains the beginning of the hash of the text,
// the ids and hashes of up to digestMost entities, the number of the others,
// and the bytes of the known digest. Clients pass it back unchanged, in base64.
type digest struct {
	text   [12]byte
	cut    uint32
	states []state
	known  []byte
}

// A state is an entity as it was when a document included it.
type state struct {
	id   [16]byte
	hash [4]byte
}

const (
	digestForm = "d2" // the prefix of a digest; another format has another number
	digestMost = 150  // entities in a digest; the rest is only counted
	digestHead = 12 + 4 + 1
	digestSize = 16 + 4 // of a state
)

// digestOf returns the digest of a document. Documents with equal texts about
// equal entities have equal digests.
func digestOf(d *Document) *digest {
	nodes := once(d.Nodes)
	held := nodes[:min(len(nodes), digestMost)]
	g := digest{cut: uint32(len(nodes) - len(held))}
	sum := sha256.Sum256([]byte(d.Text))
	copy(g.text[:], sum[:])
	for _, node := range held {
		g.states = append(g.states, stateOf(node.Entity))
	}
	g.known = knownBytes(held, g.states)
	return &g
}

// once returns the first node of each entity.
func once(nodes []Node) []Node {
	seen := map[string]bool{}
	var first []Node
	for _, node := range nodes {
		if id := node.Entity.Self().ID; !seen[id] {
			seen[id] = true
			first = append(first, node)
		}
	}
	return first
}

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
func (g *digest) String() string {
	raw := append([]byte{}, g.text[:]...)
	raw = append(binary.BigEndian.AppendUint32(raw, g.cut), uint8(len(g.states)))
	for _, s := range g.states {
		raw = append(append(raw, s.id[:]...), s.hash[:]...)
	}
	return digestForm + base64.RawURLEncoding.EncodeToString(append(raw, g.known...))
}

// parseDigest parses the digest of an earlier document. Errors name the
// argument.
func parseDigest(argument, text string) (*digest, error) {
	encoded, ours := strings.CutPrefix(text, digestForm)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	bad := graph.BadInput(argument, "not a digest; pass the digest of an earlier context document")
	if !ours || err != nil || len(raw) < digestHead {
		return nil, bad
	}
	states := int(raw[digestHead-1])
	if end := digestHead + states*digestSize; states > digestMost || len(raw) < end {
		return nil, bad
	}
	g := &digest{text: [12]byte(raw), cut: binary.BigEndian.Uint32(raw[12:]), states: make([]state, states),
		known: raw[digestHead+states*digestSize:]}
	if _, ok := parseKnown(g.known); !ok {
		return nil, bad
	}
	for i := range g.states {
		one := raw[digestHead+i*digestSize:]
		g.states[i] = state{[16]byte(one), [4]byte(one[16:])}
	}
	return g, nil
}

func (s state) uuid() string {
	h := hex.EncodeToString(s.id[:])
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// changes returns the differences between nodes and the earlier document. If
// the digest does not hold all entities of the earlier document, nothing is
// reported as added.
func (g *digest) changes(nodes []Node) *Changes {
	before, now := map[[16]byte]state{}, map[[16]byte]bool{}
	for _, s := range g.states {
		before[s.id] = s
	}
	changes := &Changes{Added: []string{}, Changed: []string{}, Gone: []string{}}
	for _, node := range once(nodes) {
		s := stateOf(node.Entity)
		now[s.id] = true
		switch earlier, had := before[s.id]; {
		case !had && g.cut == 0:
			changes.Added = append(changes.Added, s.uuid())
		case had && earlier != s:
			changes.Changed = append(changes.Changed, s.uuid())
		}
	}
	for _, s := range g.states {
		if !now[s.id] {
			changes.Gone = append(changes.Gone, s.uuid())
		}
	}
	return changes
}
