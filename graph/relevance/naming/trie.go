package naming

import (
	"slices"

	"dossier/flat"
	"dossier/graph/text"
)

// A trie has the owners of forms by their words. Its root is node 0.
type trie struct {
	next flat.Table // the child of each node, by node<<32 | word
	// single has the owner of each node. Nodes without an owner have the ordinal
	// noOwner, nodes with severalForms have theirs in several.
	single  []Owner
	several map[uint32][]Owner
	starts  []bool // by word: whether a form begins with it
}

const noOwner int32 = -1

func newTrie() trie {
	return trie{single: []Owner{{Ordinal: noOwner}}, several: make(map[uint32][]Owner)}
}

// owners returns the owners of a node.
func (t *trie) owners(node uint32) []Owner {
	switch owner := t.single[node]; {
	case owner.kind == severalForms:
		return t.several[node]
	case owner.Ordinal == noOwner:
		return nil
	default:
		return t.single[node : node+1 : node+1]
	}
}

func (t *trie) addOwner(node uint32, owner Owner) {
	if before := t.owners(node); len(before) == 0 {
		t.single[node] = owner
	} else {
		t.several[node] = append(before, owner) // before has no spare capacity
		t.single[node] = Owner{kind: severalForms}
	}
}

func (t *trie) removeOwner(node uint32, ordinal int32) {
	rest := slices.DeleteFunc(t.owners(node), func(o Owner) bool { return o.Ordinal == ordinal })
	if t.single[node].kind == severalForms && len(rest) > 0 {
		t.several[node] = rest
	} else if len(rest) == 0 {
		delete(t.several, node)
		t.single[node] = Owner{Ordinal: noOwner}
	}
}

// child returns the node after a word.
func (t *trie) child(node, word uint32) (child uint32, found bool) {
	value, found := t.next.Get(uint64(node)<<32 | uint64(word))
	return uint32(value), found
}

func (t *trie) add(forms []form, ordinal int32) {
	for _, form := range forms {
		node := t.grow(form.words)
		if missing := int(form.words[0]) + 1 - len(t.starts); missing > 0 {
			t.starts = append(t.starts, make([]bool, missing)...)
		}
		t.starts[form.words[0]] = true
		t.addOwner(node, Owner{ordinal, form.kind})
	}
}

// grow returns the node of words. It adds missing nodes.
func (t *trie) grow(words []uint32) (node uint32) {
	for _, word := range words {
		child := t.next.At(uint64(node)<<32 | uint64(word))
		if *child == 0 {
			*child = int32(len(t.single))
			t.single = append(t.single, Owner{Ordinal: noOwner})
		}
		node = uint32(*child)
	}
	return node
}

func (t *trie) remove(forms []form, ordinal int32) {
	for _, form := range forms {
		node, found := uint32(0), true
		for _, word := range form.words {
			if node, found = t.child(node, word); !found {
				break
			}
		}
		if found {
			t.removeOwner(node, ordinal)
		}
	}
}

func (t *trie) longest(words []text.Token) (owners []Owner, length int) {
	if len(words) == 0 || int(words[0].Word()) >= len(t.starts) || !t.starts[words[0].Word()] {
		return nil, 0
	}
	node := uint32(0)
	for i, word := range words {
		if i == params.MaxWords {
			break
		}
		child, found := t.child(node, word.Word())
		if !found {
			break
		}
		node = child
		if here := t.owners(node); len(here) > 0 && !areShared(here) {
			owners, length = here, i+1
		}
	}
	return owners, length
}

// areShared reports whether so many entries have an identifier that it is a value
// of them, such as a stage, and names none.
func areShared(owners []Owner) bool {
	return len(owners) > params.MaxCoded && !slices.ContainsFunc(owners, func(o Owner) bool { return o.kind != codedForm })
}

// save writes the trie for load.
func (t *trie) save(w *flat.Writer) {
	t.next.Save(w)
	flat.Write(w, t.single)
	flat.WriteListMap(w, t.several)
	flat.Write(w, t.starts)
}

func (t *trie) load(r *flat.Reader) {
	t.next.Load(r)
	t.single = flat.Read[Owner](r)
	t.several = flat.ReadListMap[uint32, Owner](r)
	t.starts = flat.Read[bool](r)
}

func (t *trie) memory() int {
	return t.next.Memory() + flat.Memory(t.single) + flat.Memory(t.starts) + flat.MapMemory(t.several) +
		len(t.several)*2*flat.Size[Owner]()
}
