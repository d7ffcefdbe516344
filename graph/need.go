package graph

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"
)

// A StateCount is the number of entities in a state.
type StateCount struct {
	State string // as it is stored
	Count int    // at least 1
}

// StateCounts returns the numbers of entities that are not 0, in the order of the states of
// the kind.
func (s *Spec) StateCounts(numbers map[string]int) []StateCount {
	counts := []StateCount{}
	for _, state := range s.States {
		if numbers[state] > 0 {
			counts = append(counts, StateCount{State: state, Count: numbers[state]})
		}
	}
	return counts
}

// PersonType is the record type of people.
const PersonType = "person"

// PersonTypes are the record types of people in graphs of any make.
var PersonTypes = []string{
	PersonType, "people", "member", "team_member", "teammate", "employee", "colleague", "contributor", "volunteer", "user",
	"engineer", "developer", "maintainer", "author", "mitarbeiter", "mitarbeiterin",
}

// IsPerson reports whether an entity is the record of a person.
func IsPerson(e Entity) bool {
	record, ok := e.(*Record)
	return ok && slices.Contains(PersonTypes, record.RecordType)
}

// Role returns the role in a record, "" for none.
func (r *Record) Role() string {
	var fields struct {
		Role  string
		Roles []string
	}
	_ = json.Unmarshal(r.Fields, &fields) // other forms have no role
	return cmp.Or(fields.Role, strings.Join(fields.Roles, ", "))
}

// Attention has the reasons for which a project needs attention.
type Attention struct {
	Project       *Project
	Overdue       int        // tasks
	Blocked       int        // tasks
	HighRisks     int        // open, of high or critical impact
	NextMilestone *Milestone // the first open one by due date, nil for none
	LastChange    time.Time  // of any of its entities
	Entities      int        // besides the project itself
}

// Add adds the counts and the last change of some entities of the project.
func (a *Attention) Add(some *Attention) {
	a.Overdue, a.Blocked, a.HighRisks = a.Overdue+some.Overdue, a.Blocked+some.Blocked, a.HighRisks+some.HighRisks
	a.Entities += some.Entities
	if some.LastChange.After(a.LastChange) {
		a.LastChange = some.LastChange
	}
}

// StateBlocked is the state of tasks that are blocked, StateMissed that of
// milestones that were not reached in time.
const (
	StateBlocked = "blocked"
	StateMissed  = "missed"
)

// CompletedColumns are the columns with the time at which an entity was
// completed.
var CompletedColumns = []string{"completed_at", "decision_at", "mitigated_at"}

// HighImpacts are the impacts of risks that need attention.
var HighImpacts = slices.Sorted(maps.Keys(impactScores))

// score returns the need for attention of a project, with weights by eye. A
// project that is done needs none.
func (a *Attention) score() int {
	if a.Project.Spec().IsDone(a.Project.State()) {
		return -1
	}
	return 3*a.Blocked + 2*a.Overdue + a.HighRisks
}

// SortAttention orders projects by their need for attention, then by their last
// change.
func SortAttention(list []Attention) {
	slices.SortFunc(list, func(a, b Attention) int {
		return cmp.Or(b.score()-a.score(), b.LastChange.Compare(a.LastChange), cmp.Compare(a.Project.ID, b.Project.ID))
	})
}
