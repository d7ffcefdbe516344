package ndjson

import (
	"crypto/sha256"
	"encoding/hex"

	"dossier/graph"
)

// A key is a UUID, or a hash, in 16 bytes.
type key [16]byte

// keyOf returns the key of an id, a UUID in lower case.
func keyOf(id string) (k key) {
	if len(id) != 36 { // of another program
		return hashed(id, "")
	}
	var digits [32]byte
	copy(digits[0:], id[0:8])
	copy(digits[8:], id[9:13])
	copy(digits[12:], id[14:18])
	copy(digits[16:], id[19:23])
	copy(digits[20:], id[24:])
	_, _ = hex.Decode(k[:], digits[:]) // graph.ID returns only UUIDs
	return k
}

// String returns the UUID in its usual form.
func (k key) String() string {
	var text [36]byte
	hex.Encode(text[0:], k[0:4])
	hex.Encode(text[9:], k[4:6])
	hex.Encode(text[14:], k[6:8])
	hex.Encode(text[19:], k[8:10])
	hex.Encode(text[24:], k[10:])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// hashed returns the key of some texts.
func hashed(first, second string) key {
	sum := sha256.Sum256([]byte(first + "\x00" + second))
	return key(sum[:16])
}

// A node is an id of the input. The index of a node is its position in nodes.
type node struct {
	id       key
	line     int32    // of the entity, 0 for none
	rejected int32    // the line of a rejected entity, 0 for none
	content  identity // of the line
	stored   identity // of the store
}

// An identity is the part of an entity that the checks of others need. The zero
// identity is no entity.
type identity struct {
	kind       uint8 // its rank, plus one
	project    int32 // a node
	recordType int32 // in nodes.types
}

// nodes are the ids of an import. They take about 100 bytes each, so that a
// million fit into memory.
type nodes struct {
	list    []node
	indexes map[key]int32
	types   []string // the record types of records
	typeIDs map[string]int32
}

func newNodes() *nodes {
	return &nodes{indexes: map[key]int32{}, types: []string{""}, typeIDs: map[string]int32{"": 0}}
}

// index returns the index of the node of an id, which it adds if it is new.
func (n *nodes) index(id string) int32 {
	k := keyOf(id)
	i, known := n.indexes[k]
	if !known {
		i = int32(len(n.list))
		n.list = append(n.list, node{id: k})
		n.indexes[k] = i
	}
	return i
}

// find returns the node of an id, nil if there is none.
func (n *nodes) find(id string) *node {
	if i, known := n.indexes[keyOf(id)]; known {
		return &n.list[i]
	}
	return nil
}

func (n *nodes) id(i int32) string { return n.list[i].id.String() }

// identify returns the identity of an entity.
func (n *nodes) identify(e graph.Entity) identity {
	self := e.Self()
	id := identity{kind: uint8(self.Kind.Rank() + 1), project: n.index(self.ProjectID)}
	if record, is := e.(*graph.Record); is {
		id.recordType = n.recordType(record.RecordType)
	}
	return id
}

func (n *nodes) recordType(id string) int32 {
	i, known := n.typeIDs[id]
	if !known {
		i = int32(len(n.types))
		n.types = append(n.types, id)
		n.typeIDs[id] = i
	}
	return i
}

// spec returns the kind of an identity.
func (id identity) spec() *graph.Spec { return graph.Kinds[id.kind-1] }

// entity returns an entity with only the fields of an identity.
func (n *nodes) entity(id key, is identity) graph.Entity {
	common := &graph.Common{ID: id.String(), Kind: is.spec().Kind, ProjectID: n.id(is.project)}
	if common.Kind != graph.KindRecord {
		return common
	}
	record := is.spec().New().(*graph.Record)
	record.ID, record.ProjectID, record.RecordType = common.ID, common.ProjectID, n.types[is.recordType]
	return record
}
