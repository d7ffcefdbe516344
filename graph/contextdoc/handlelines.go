package contextdoc

import (
	"crypto/sha256"
	"fmt"
	"hash/fnv"

	"dossier/graph/outline/layout"
)

// A lineHash identifies the text of a line in its section of a topic.
type lineHash uint64

// lineHashes returns the hashes of lines of a plan.
func lineHashes(plan *layout.Plan, lines []layout.Line) []lineHash {
	hashes := make([]lineHash, len(lines))
	for i, line := range lines {
		hash := fnv.New64a()
		fmt.Fprintf(hash, "%s\n%s", placeOf(plan, line), textOf(line)) // writing to a hash does not fail
		hashes[i] = lineHash(hash.Sum64())
	}
	return hashes
}

// placeOf returns a text for the section of a line.
func placeOf(plan *layout.Plan, line layout.Line) string {
	topic := &plan.Topics[line.Topic]
	place := topic.Label
	if topic.Entity != nil {
		place = topic.Entity.Self().ID
	}
	if line.Section >= 0 {
		place += "\n" + topic.Sections[line.Section].Title
	}
	return place
}

// A lineSum is some lines of a plan, in any order.
type lineSum struct {
	lines int
	sum   lineHash
	size  int // in bytes
}

func (s *lineSum) add(line layout.Line, hash lineHash) {
	s.lines++
	s.sum += hash
	s.size += line.Size()
}

// piece returns the piece for lines of a section, or of a whole plan if place
// is "".
func (s *lineSum) piece(place string) piece {
	return pieceOf(sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%x", place, s.lines, s.sum)), formLines)
}

// linePieces returns the pieces for the lines of a plan: first for all of them,
// and then for those of each section.
func linePieces(plan *layout.Plan) []weighed {
	var whole lineSum
	sections, places := map[string]*lineSum{}, []string{}
	for i, hash := range lineHashes(plan, plan.Lines) {
		line := plan.Lines[i]
		place := placeOf(plan, line)
		if sections[place] == nil {
			sections[place], places = &lineSum{}, append(places, place)
		}
		whole.add(line, hash)
		sections[place].add(line, hash)
	}
	if whole.lines == 0 {
		return nil
	}
	pieces := []weighed{{whole.piece(""), whole.size}}
	for _, place := range places {
		pieces = append(pieces, weighed{sections[place].piece(place), sections[place].size})
	}
	return pieces
}

// within returns k with the lines of a plan that handles have. A handle has only
// the hash of several lines. So the first lines of the plan, the first of each
// section, and each line alone are compared, and then again without those that
// were found, because a document does not have what earlier ones have.
func (k *known) within(plan *layout.Plan) *known {
	if k == nil || len(k.pieces) == 0 {
		return k
	}
	of := *k
	of.lines, of.named = map[lineHash]bool{}, map[string]bool{}
	hashes := lineHashes(plan, plan.Lines)
	for found := -1; found < len(of.lines); {
		found = len(of.lines)
		of.addLines(plan, hashes)
	}
	for i, hash := range hashes {
		if subject := plan.Topics[plan.Lines[i].Topic].Entity; of.lines[hash] && subject != nil {
			of.named[subject.Self().ID] = true
		}
	}
	return &of
}

// addLines adds the lines of a plan that one of the pieces has.
func (k *known) addLines(plan *layout.Plan, hashes []lineHash) {
	var whole lineSum
	var all []lineHash
	sections, bySection := map[string]*lineSum{}, map[string][]lineHash{}
	for i, hash := range hashes {
		if k.lines[hash] {
			continue
		}
		line := plan.Lines[i]
		place := placeOf(plan, line)
		if sections[place] == nil {
			sections[place] = &lineSum{}
		}
		var alone lineSum
		alone.add(line, hash)
		whole.add(line, hash)
		sections[place].add(line, hash)
		all, bySection[place] = append(all, hash), append(bySection[place], hash)
		switch {
		case k.pieces[whole.piece("")]:
			k.addAll(all)
		case k.pieces[sections[place].piece(place)]:
			k.addAll(bySection[place])
		case k.pieces[alone.piece(place)]:
			k.lines[hash] = true
		}
	}
}

func (k *known) addAll(hashes []lineHash) {
	for _, hash := range hashes {
		k.lines[hash] = true
	}
}

// unseen returns a function that reports whether handles lack one of the first
// lines of a plan, or a line that adds to it.
func (k *known) unseen(plan *layout.Plan, lines int) func(layout.Line) bool {
	if len(k.lines) == 0 {
		return func(layout.Line) bool { return true }
	}
	type place struct{ topic, section, item int }
	isNew, items, count := map[lineHash]bool{}, map[place]lineHash{}, map[place]int{}
	for i, hash := range lineHashes(plan, plan.Lines[:lines]) {
		line := plan.Lines[i]
		in := place{topic: line.Topic, section: line.Section}
		switch {
		case line.IsAddition():
			hash = items[place{line.Topic, line.Section, line.ItemAt}]
			isNew[hash] = isNew[hash] || !k.lines[lineHashes(plan, plan.Lines[i:i+1])[0]]
			continue
		case !line.IsPassage && !line.IsHeading:
			items[place{line.Topic, line.Section, count[in]}] = hash
			count[in]++
		}
		isNew[hash] = !k.lines[hash]
	}
	return func(line layout.Line) bool {
		return isNew[lineHashes(plan, []layout.Line{line})[0]]
	}
}
