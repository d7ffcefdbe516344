package viewdoc

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/lists"
	"dossier/graph/prompt"
	"dossier/graph/view"
)

// A Choice is what a view is to say: the entities of its sections.
type Choice struct {
	View   *view.View
	Scenes []*Scene     // one for each project
	Notice prompt.Block // before the title, nil for none
	chosen []chosen
}

// A chosen is a section with its entities.
type chosen struct {
	*view.Section
	scene    *Scene
	heading  string
	found    []graph.Entity // in order
	belong   []graph.Entity // found, and those that earlier sections have
	entities []graph.Entity // the first Most of them
	further  []graph.Entity // as many more, of those that no section has
	// isNone reports whether the step finds no entity of the kinds at all.
	isNone bool
}

// mostOffered is the maximum number of entities of a project that a view may be about, as
// they are offered. By eye.
const mostOffered = 3

// Offers returns entities that a view may be about, of the likeliest kind that the project
// has: people, or what is not over and has most links.
func (s *Scene) Offers(v *view.View) []graph.Entity {
	least := 1
	if v.Both {
		least = 2
	}
	for _, name := range v.Subjects {
		var list []graph.Entity
		switch kind := graph.Kind(name); {
		case name == graph.PersonType:
			list = s.everyone()
		case kind == graph.KindDecision:
			list = s.ofKind(kind)
		case graph.SpecOf(kind) != nil:
			list = s.open(s.ofKind(kind))
		}
		if len(list) < least {
			continue
		}
		if name != graph.PersonType {
			slices.SortFunc(list, func(a, b graph.Entity) int {
				return cmp.Or(cmp.Compare(s.links(b), s.links(a)), cmp.Compare(a.Self().ID, b.Self().ID))
			})
		}
		return list[:min(len(list), mostOffered)]
	}
	return nil
}

// Choose selects the entities of each section of a view, of one or several projects. It
// reads no texts. It returns nil if the subjects lack what the view needs; a view that a
// client named says what is missing.
func Choose(v *view.View, isNamed bool, scenes ...*Scene) *Choice {
	c := &Choice{View: v, Scenes: scenes}
	for _, s := range scenes {
		s.ever = v.Ever && !s.isWhole()
	}
	if len(scenes) > 1 {
		for _, s := range scenes {
			c.choose(s, graph.Line(prompt.BeforeColon(s.Subjects[0].Self().Label), labelRunes)+": ")
		}
		return c
	}
	s := scenes[0]
	if s.isWhole() && v.Subject {
		return nil
	}
	if !s.isWhole() && v.Needs != nil && !isNamed {
		needed := chosen{Section: v.Needs, scene: s}
		if needed.fill(map[string]bool{}); len(needed.entities) == 0 {
			return nil
		}
	}
	if v.Both && len(s.Subjects) < 2 {
		return nil
	}
	if !v.Both {
		c.choose(s, "")
		return c
	}
	for _, subject := range s.Subjects {
		one := *s
		one.Subjects = []graph.Entity{subject}
		c.choose(&one, graph.Line(subject.Self().Label, labelRunes)+": ")
	}
	return c
}

func (c *Choice) choose(s *Scene, before string) {
	used := map[string]bool{}
	var done []chosen
	for i := range c.View.Sections {
		section := &c.View.Sections[i]
		one := chosen{Section: section, scene: s, heading: section.Heading}
		if one.heading != "" {
			one.heading = before + one.heading
		}
		isLeftOut := slices.ContainsFunc(done, func(d chosen) bool { return len(d.entities) > 0 && slices.Contains(section.Unless, d.Heading) })
		if !isLeftOut {
			one.fill(used)
		} else {
			one.Section = &view.Section{Heading: section.Heading} // which has nothing to say
		}
		done = append(done, one)
	}
	for i := range done {
		done[i].goOn(used)
	}
	c.chosen = append(c.chosen, done...)
}

// goOn sets the entities that a section has if there is room after all sections.
func (c *chosen) goOn(used map[string]bool) {
	if c.Section.Of == "" || c.isLine() || c.Text || len(c.found) <= c.Most {
		return
	}
	for _, e := range c.found[c.Most:] {
		if id := e.Self().ID; !used[id] && len(c.further) < c.Most {
			used[id] = true
			c.further = append(c.further, e)
		}
	}
}

// fill sets the entities of a section, and marks them as used.
func (c *chosen) fill(used map[string]bool) {
	all := steps[c.Of](&walk{c.scene})
	c.isNone = !slices.ContainsFunc(all, func(e graph.Entity) bool { return graph.Allows(c.Kinds, e.Self().Kind) })
	for _, e := range all {
		if !c.has(e) {
			continue
		}
		if !c.isLine() && e.Self().Kind != graph.KindProject {
			c.belong = append(c.belong, e)
		}
		if !used[e.Self().ID] || c.Again || c.isLine() {
			c.entities = append(c.entities, e)
		}
	}
	if len(c.Order) > 0 {
		c.entities = c.scene.sorted(c.entities, c.Order)
	}
	c.found = c.entities
	if c.isLine() {
		return
	}
	c.entities = c.entities[:min(len(c.entities), c.Most)]
	for _, e := range c.entities {
		used[e.Self().ID] = true
	}
}

// isLine reports whether the section is a line about all of its entities.
func (c *chosen) isLine() bool { return c.Figures || c.Unknown }

func (c *chosen) has(e graph.Entity) bool {
	kind := e.Self().Kind
	isAsked := c.Text || graph.Allows(c.scene.Kinds, kind)
	if signal, is := e.(*graph.Signal); is && signal.TS != nil && signal.TS.After(c.scene.Now) {
		return false // nobody has heard it yet
	}
	isLeftOut := kind == graph.KindTask && !c.Text && !e.Self().IsOver() && !c.scene.meets(e, c.scene.Only)
	return isAsked && !isLeftOut && graph.Allows(c.Kinds, kind) && c.scene.meets(e, c.Where)
}

// meets reports whether an entity meets a condition.
func (s *Scene) meets(e graph.Entity, w view.Where) bool { return w.Holds(e, s.at()) }

// at returns what conditions and orders are evaluated at.
func (s *Scene) at() view.At {
	at := view.At{Now: s.Now, Around: around{s.Matcher}}
	if s.Period != nil {
		at.End = s.Period.To
	}
	return at
}

// around is what conditions need of the graph.
type around struct{ *filter.Matcher }

// IsPutOff reports whether nobody is to begin an entity yet.
func (a around) IsPutOff(e graph.Entity, now time.Time) bool { return lists.IsPutOff(e, now) }

// HasOwner reports whether somebody owns an entity.
func (a around) HasOwner(e graph.Entity) bool { return len(a.Owners(e)) > 0 }

// besideOf returns what is beside an entry, and how many there are in all.
func (c *chosen) besideOf(e graph.Entity, b *view.Beside) (list []graph.Entity, total int) {
	for _, other := range c.scene.follow(e, b.Ways) {
		if graph.Allows(b.Kinds, other.Self().Kind) && !other.Self().IsScratch() && other.Self().Kind != graph.KindProject &&
			c.scene.meets(other, b.Where) {
			list = append(list, other)
		}
	}
	return c.scene.sorted(list, besideOrder)[:min(len(list), b.Most)], len(list)
}

// besideOrder is the order of what is beside an entry.
var besideOrder = view.KeysOf("state due")

// Refs returns the entities whose texts the view quotes.
func (c *Choice) Refs() (refs []graph.Ref) {
	seen := map[string]bool{}
	for i := range c.chosen {
		for _, e := range c.chosen[i].entities {
			if c.chosen[i].isLine() || seen[e.Self().ID] {
				continue
			}
			seen[e.Self().ID] = true
			refs = append(refs, e.Self().Ref())
		}
	}
	return refs
}
