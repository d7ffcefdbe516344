package rows

import (
	"slices"
	"strings"

	"dossier/graph"
)

// meant are names that other programs give to columns, in lower case, and the
// columns that they may mean, the likeliest first. Names of owners are not among
// them: they are read from the props.
var meant = []struct{ names, columns string }{
	{"status stage phase workflow_state", "state_key"},
	{"type category subtype class", "type_key"},
	{"name title heading subject headline summary label", "name title text"},
	{"body text content details detail notes note markdown description summary", "content text description outcome"},
	{"reason reasoning why", "rationale"},
	{"result conclusion", "outcome"},
	{"due due_date due_on deadline target end end_date finish", "due_at target_date end_at"},
	{"start start_date begin begin_date started_at", "start_at"},
	{"finished done closed closed_at done_at completed_on finished_at resolved_at", "completed_at mitigated_at"},
	{"decided decided_at decided_on", "decision_at"},
	{"date time timestamp at when received_at sent_at", "ts decision_at due_at target_date"},
	{"source medium via", "channel"},
	{"likelihood chance", "probability"},
	{"severity", "impact"},
	{"prio importance", "priority"},
	{"created created_on creation_date date_created", "created_at"},
	{"updated updated_on modified modified_at last_updated last_modified", "updated_at"},
	{"project project_name", "project_id"},
}

// endings are the endings of columns that other programs leave out.
var endings = []string{"", "_at", "_key", "_id"}

// Meant returns the column of a kind that a field in its props probably means,
// "" if it has no such column.
func Meant(kind graph.Kind, name string) string {
	spec := graph.SpecOf(kind)
	if spec == nil {
		return ""
	}
	name = strings.ToLower(graph.Snake(name))
	var columns []string
	for _, ending := range endings {
		columns = append(columns, name+ending)
	}
	for _, names := range meant {
		if slices.Contains(strings.Fields(names.names), name) {
			columns = append(columns, strings.Fields(names.columns)...)
		}
	}
	for _, column := range columns {
		if field := spec.Field(column); field != nil && IsInput(field) {
			return column
		}
	}
	return ""
}
