package viewdoc

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/ask/times"
	"dossier/graph/filter"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// A Scene is what a view is about, in the graph of one project.
type Scene struct {
	Graph    *memory.Graph
	Subjects []graph.Entity // the best first; the project if the question names nothing else
	Period   *times.Period  // nil for none
	Now      time.Time
	Matcher  *filter.Matcher
	Kinds    []graph.Kind // of the entities of lists, nil for all
	Only     view.Where   // the tasks of lists that are not over meet it
	// Match has how well entities match the words of the question, by id.
	Match map[string]float64
	// Naming are the ids of the entities whose texts name the first subject, a person or an organisation.
	Naming map[string]bool

	events map[string]event // by id, of the step events
	ever   bool             // without a period, events of any time
	parted map[string]bool  // the ids of what belongs to the subjects, of the order near
}

// An event is the last thing that happened to an entity in a period.
type event struct {
	at   time.Time
	what string
}

func (s *Scene) isWhole() bool {
	return len(s.Subjects) == 0 || s.Subjects[0].Self().Kind == graph.KindProject
}

func (s *Scene) project() []graph.Entity {
	if p := s.Graph.Project(); p != nil {
		return []graph.Entity{p}
	}
	return nil
}

func (s *Scene) ofKind(kind graph.Kind) (list []graph.Entity) {
	for _, e := range s.Graph.OfKind(kind) {
		if !e.Self().IsScratch() {
			list = append(list, e)
		}
	}
	return list
}

// all returns the entities of the project.
func (s *Scene) all() (list []graph.Entity) {
	for _, e := range s.Graph.Entities() {
		if !e.Self().IsScratch() && e.Self().Kind != graph.KindProject {
			list = append(list, e)
		}
	}
	return list
}

// linked returns the entities that edges join to the project, directly or not.
func (s *walk) linked() []graph.Entity {
	return slices.DeleteFunc(s.all(), func(e graph.Entity) bool { return !s.Graph.IsLinked(e.Self().ID) })
}

// The ways from a subject to what belongs to it, and the levels that are followed. By
// eye: goal, plan, task, risk.
var partWays = append(containing(),
	graph.Way{Rel: "supports_goal"}, graph.Way{Rel: "targets_milestone"}, graph.Way{Rel: "threatens"}, graph.Way{Rel: "produces", Out: true},
	graph.Way{Rel: "addressed_in"}, graph.Way{Rel: "mitigates", Out: true}, graph.Way{Rel: "addresses", Out: true})

const mostLevels = 3

func containing() (ways []graph.Way) {
	for _, spec := range graph.Relations {
		if spec.Role == graph.RoleContainment {
			ways = append(ways, graph.Way{Rel: spec.Name, Out: true})
		}
	}
	return ways
}

// scope returns what belongs to the subjects: of the project, everything.
func (s *Scene) scope() []graph.Entity {
	if s.isWhole() {
		return s.all()
	}
	return s.parts(s.Subjects, mostLevels)
}

// parts returns what belongs to some entities, level by level, without these.
func (s *Scene) parts(from []graph.Entity, levels int) (list []graph.Entity) {
	seen := idsOf(from)
	for level := from; levels > 0 && len(level) > 0; levels-- {
		var next []graph.Entity
		for _, e := range level {
			switch e.Self().Kind {
			case graph.KindRecord:
				next = append(next, s.around()...)
				next = append(next, s.ownedBy(e)...)
			case graph.KindDocument:
				next = append(next, s.tasksIn(e)...)
			}
			next = append(next, s.follow(e, partWays)...)
		}
		level = fresh(next, seen)
		list = append(list, level...)
		level = slices.DeleteFunc(slices.Clone(level), func(e graph.Entity) bool { return !e.Self().Kind.IsWork() })
	}
	return list
}

// tasksIn returns the tasks to which a document refers.
func (s *Scene) tasksIn(document graph.Entity) []graph.Entity {
	list := s.follow(document, []graph.Way{{Rel: graph.RelReferences, Out: true}})
	return slices.DeleteFunc(list, func(e graph.Entity) bool { return e.Self().Kind != graph.KindTask })
}

func idsOf(list []graph.Entity) map[string]bool {
	ids := map[string]bool{}
	for _, e := range list {
		ids[e.Self().ID] = true
	}
	return ids
}

// fresh returns the entities that are not in seen, each once, and adds them. Projects and
// scratch are never.
func fresh(list []graph.Entity, seen map[string]bool) (left []graph.Entity) {
	for _, e := range list {
		c := e.Self()
		if !seen[c.ID] && c.Kind != graph.KindProject && !c.IsScratch() {
			seen[c.ID] = true
			left = append(left, e)
		}
	}
	return left
}

// follow returns the entities to which links of some ways lead, in the order of the
// ways, then of the graph.
func (s *Scene) follow(e graph.Entity, ways []graph.Way) (list []graph.Entity) {
	return s.Matcher.Linked(e, graph.Links{Via: graph.ViaEdges, Ways: ways})
}

// around returns the neighbours of the subjects.
func (s *Scene) around() []graph.Entity {
	var list []graph.Entity
	for _, subject := range s.Subjects {
		list = append(list, s.follow(subject, nil)...)
	}
	return fresh(list, idsOf(s.Subjects))
}

var (
	blockerWays   = []graph.Way{{Rel: graph.RelDependsOn, Out: true}, {Rel: graph.RelRequires, Out: true}, {Rel: graph.RelBlocks}}
	dependentWays = []graph.Way{{Rel: graph.RelDependsOn}, {Rel: graph.RelRequires}, {Rel: graph.RelBlocks, Out: true}}
	aimWays       = []graph.Way{{Rel: "targets_milestone", Out: true}, {Rel: "supports_goal", Out: true}, {Rel: "has_milestone"}}
	workWays      = []graph.Way{{Rel: "targets_milestone"}, {Rel: "has_task", Out: true}, {Rel: "supports_goal"}, {Rel: "has_plan", Out: true}}
)

// blockers returns the open work for which the subjects wait, and what that waits for,
// the nearest first. A milestone or goal waits for the work that aims at it.
func (s *walk) blockers() []graph.Entity {
	var first []graph.Entity
	for _, subject := range s.Subjects {
		switch subject.Self().Kind {
		case graph.KindTask:
		case graph.KindProject:
			first = append(first, s.holding()...)
		default:
			first = append(first, s.open(s.follow(subject, workWays))...)
		}
		first = append(first, s.open(s.follow(subject, blockerWays))...)
	}
	return s.closure(first, idsOf(s.Subjects), func(e graph.Entity) []graph.Entity { return s.open(s.follow(e, blockerWays)) })
}

// holding returns what holds up a whole project: open work that is blocked or late, and
// what other open work waits for.
func (s *walk) holding() (list []graph.Entity) {
	for _, e := range s.open(s.all()) {
		if !e.Self().Kind.IsWork() {
			continue
		}
		if view.IsStuck(e, s.Now) {
			list = append(list, e)
		}
		list = append(list, s.open(s.follow(e, blockerWays))...)
	}
	return list
}

// waiting returns what waits for the subjects, and what waits for that.
func (s *walk) waiting() []graph.Entity {
	next := func(e graph.Entity) []graph.Entity { return s.open(s.follow(e, dependentWays)) }
	var first []graph.Entity
	for _, subject := range s.Subjects {
		first = append(first, next(subject)...)
	}
	return s.closure(first, idsOf(s.Subjects), next)
}

// reached returns the milestones and goals at which the subjects, and what waits for
// them, aim.
func (s *walk) reached() []graph.Entity {
	var list []graph.Entity
	for _, e := range append(slices.Clone(s.Subjects), s.waiting()...) {
		list = append(list, s.follow(e, aimWays)...)
		for _, plan := range s.follow(e, []graph.Way{{Rel: "has_task"}}) {
			list = append(list, s.follow(plan, aimWays)...)
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// closure returns some entities and what next returns for each, without repetition,
// level by level.
func (s *Scene) closure(first []graph.Entity, seen map[string]bool, next func(graph.Entity) []graph.Entity) []graph.Entity {
	list := fresh(first, seen)
	for at := 0; at < len(list); at++ {
		list = append(list, fresh(next(list[at]), seen)...)
	}
	return list
}

// open returns the entities that are not over. Those without states never are.
func (s *Scene) open(list []graph.Entity) []graph.Entity {
	return slices.DeleteFunc(slices.Clone(list), func(e graph.Entity) bool { return e.Self().IsOver() })
}

// owned returns what the subjects own, if they are people or organisations.
func (s *walk) owned() (list []graph.Entity) {
	for _, subject := range s.Subjects {
		if subject.Self().Kind == graph.KindRecord {
			list = append(list, s.ownedBy(subject)...)
		}
	}
	return fresh(list, idsOf(s.Subjects))
}

// ownedBy returns what a person owns by props, and what edges lead to.
func (s *Scene) ownedBy(person graph.Entity) []graph.Entity {
	var list []graph.Entity
	for _, e := range s.Graph.Entities() {
		owners := s.Matcher.Owners(e)
		if slices.ContainsFunc(owners, func(o graph.Owner) bool { return o.ID == person.Self().ID }) {
			list = append(list, e)
		}
	}
	return list
}

// gateMonths is how long ago the date of a gate may be, in months. By eye.
const gateMonths = 3

// gates returns the milestones that come before the subjects, or with them, and the
// subjects themselves.
func (s *walk) gates() []graph.Entity {
	var last *time.Time
	for _, subject := range s.Subjects {
		if due := graph.Due(subject); due != nil && (last == nil || due.After(*last)) {
			last = due
		}
	}
	if last == nil && !s.isWhole() {
		return append(slices.Clone(s.Subjects), s.dates()...) // nothing else says what comes before it
	}
	var list []graph.Entity
	for _, e := range s.Graph.OfKind(graph.KindMilestone) {
		if due := graph.Due(e); last == nil || due != nil && !due.After(*last) && due.After(s.Now.AddDate(0, -gateMonths, 0)) {
			list = append(list, e)
		}
	}
	return fresh(list, map[string]bool{})
}

// leastMatch is the share of the best match from which on an entity matches. By eye.
const leastMatch = .3

// words returns the entities that match the words of the question best.
func (s *walk) words() (list []graph.Entity) {
	best := 0.
	for _, score := range s.Match {
		best = max(best, score)
	}
	for _, e := range s.all() {
		if score := s.Match[e.Self().ID]; score > leastMatch*best {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b graph.Entity) int {
		return cmp.Or(cmp.Compare(s.matched(b), s.matched(a)), cmp.Compare(a.Self().ID, b.Self().ID))
	})
	return fresh(list, idsOf(s.Subjects))
}

// far is 1 for what is neither beside the subjects nor belongs to them.
func (s *Scene) far(e graph.Entity) float64 {
	if s.parted == nil {
		s.parted = idsOf(append(s.scope(), s.around()...))
	}
	if s.parted[e.Self().ID] {
		return 0
	}
	return 1
}

func (s *Scene) matched(e graph.Entity) float64 { return s.Match[e.Self().ID] }

func (s *Scene) links(e graph.Entity) int { return s.Graph.LinkCount(e.Self().ID) }

// neededBy returns the number of open entities that wait for one.
func (s *Scene) neededBy(e graph.Entity) int { return len(s.open(s.follow(e, dependentWays))) }

// ownerNames returns the names of the owners of an entity.
func (s *Scene) ownerNames(e graph.Entity) (names []string) {
	for _, owner := range s.Matcher.Owners(e) {
		if name := strings.TrimSpace(owner.Name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
