package query

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"

	"dossier/graph"
)

// ContextChanges are the differences between a context document and an earlier
// one, by ids of entities. Added and Changed are in the order of the document,
// Gone in that of the earlier one.
type ContextChanges struct {
	Added   []string // told of now and not then
	Changed []string // told of in both, and written in between
	Gone    []string // told of then and not now
}

// A digest stands for a context document, so that a later one can be compared
// with it by any server: the beginning of the hash of the text, how many
// entities it tells of beyond those that follow, and of each an id and the
// beginning of a hash. A client passes it on as it is, in base64.
type digest struct {
	text   [12]byte
	cut    uint32
	states []state
}

// state is an entity as it stood when a document told of it.
type state struct {
	id   [16]byte
	hash [4]byte
}

const (
	digestForm = "d1" // opens a digest; another number is another form
	digestMost = 150  // entities in a digest; the rest is only counted
	digestHead = 12 + 4
	digestSize = 16 + 4 // of a state
)

// digestOf is the digest of a document: equal for equal text about entities
// that are equal.
func digestOf(d *ContextDocument) *digest {
	var g digest
	sum := sha256.Sum256([]byte(d.Text))
	copy(g.text[:], sum[:])
	for _, node := range once(d.Nodes) {
		if len(g.states) < digestMost {
			g.states = append(g.states, stateOf(node.Entity))
		} else {
			g.cut++
		}
	}
	return &g
}

// once are the nodes without those of an entity that has one already.
func once(nodes []ContextNode) []ContextNode {
	seen := map[string]bool{}
	var first []ContextNode
	for _, node := range nodes {
		if id := node.Entity.Self().ID; !seen[id] {
			seen[id] = true
			first = append(first, node)
		}
	}
	return first
}

// stateOf hashes what the light view has of an entity, the time of its last
// change included: other words further down a long text change that, too.
func stateOf(e graph.Entity) (s state) {
	raw, _ := hex.DecodeString(strings.ReplaceAll(e.Self().ID, "-", "")) // a UUID
	copy(s.id[:], raw)
	hash := sha256.New()
	for _, field := range e.Self().Spec().Fields {
		if !field.Light {
			continue
		}
		value := field.Value(e)
		if at, ok := value.(time.Time); ok {
			value = at.UTC().UnixMicro()
		}
		_, _ = io.WriteString(hash, fmt.Sprint(field.Name, "\x00", value, "\x00")) // a hash takes everything
	}
	copy(s.hash[:], hash.Sum(nil))
	return s
}

// String is the digest as clients see it.
func (g *digest) String() string {
	raw := append([]byte{}, g.text[:]...)
	raw = binary.BigEndian.AppendUint32(raw, g.cut)
	for _, s := range g.states {
		raw = append(append(raw, s.id[:]...), s.hash[:]...)
	}
	return digestForm + base64.RawURLEncoding.EncodeToString(raw)
}

// parseDigest reads a digest that an earlier document had.
func parseDigest(argument, text string) (*digest, error) {
	encoded, ours := strings.CutPrefix(text, digestForm)
	raw, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	states := (len(raw) - digestHead) / digestSize
	if !ours || err != nil || len(raw) < digestHead || states > digestMost || len(raw) != digestHead+states*digestSize {
		return nil, graph.BadInput(argument, "not a digest; pass the digest of an earlier context document")
	}
	g := &digest{text: [12]byte(raw), cut: binary.BigEndian.Uint32(raw[12:]), states: make([]state, states)}
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

// changes are the differences of a document from the earlier one. What that
// told of beyond its digest is not known, so that nothing counts as added then.
func (g *digest) changes(nodes []ContextNode) *ContextChanges {
	before, now := map[[16]byte]state{}, map[[16]byte]bool{}
	for _, s := range g.states {
		before[s.id] = s
	}
	changes := &ContextChanges{Added: []string{}, Changed: []string{}, Gone: []string{}}
	for _, node := range once(nodes) {
		s := stateOf(node.Entity)
		now[s.id] = true
		switch earlier, told := before[s.id]; {
		case !told && g.cut == 0:
			changes.Added = append(changes.Added, s.uuid())
		case told && earlier != s:
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
