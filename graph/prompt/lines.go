package prompt

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"dossier/graph"
)

// A teller writes lines about the entities of a graph.
type teller struct{ graph *graph.Graph }

// A part is one of the parts between the brackets of an entity's line, "" where
// it has no value.
type part func(t teller, e graph.Entity) string

// parts are what the lines of each kind tell, in their order.
var parts = map[graph.Kind][]part{
	graph.KindProject: {state, typeKey, column("facet_context", "context "), column("facet_scale", "scale "),
		column("facet_stage", "stage "), column("start_at", "start "), column("end_at", "end "), createdAt, updatedAt},
	graph.KindGoal: {typeKey, state, createdAt, updatedAt, column("target_date", "target "), column("completed_at", "completed "), progress, directEdge},
	graph.KindRisk: {typeKey, state, column("impact", "impact "), column("probability", "probability "), createdAt, updatedAt,
		column("mitigated_at", "mitigated ")},
	graph.KindDecision:    {state, column("decision_at", "decided "), createdAt, updatedAt},
	graph.KindRequirement: {column("priority", "priority "), typeKey, createdAt, updatedAt},
	graph.KindDocument:    {typeKey, state, createdAt, updatedAt, linkCount, directEdge},
	graph.KindOutput:      {typeKey, state, createdAt, updatedAt, linkCount, directEdge},
	graph.KindMilestone:   {column("due_at", "due "), typeKey, state, createdAt, updatedAt, column("completed_at", "completed ")},
	graph.KindPlan:        {typeKey, state, createdAt, updatedAt, taskCount},
	graph.KindSignal:      {column("ts", "")}, // the channel is its name
	graph.KindInsight:     {createdAt, sourceSignal},
	graph.KindRecord:      {column("record_type", ""), createdAt, updatedAt},
	graph.KindTask: {state, typeKey, column("priority", "priority "), column("start_at", "start "), column("due_at", "due "),
		column("completed_at", "completed "), createdAt, updatedAt, role("plans ", graph.TaskPlans), role("goals ", graph.TaskGoals),
		role("outputs ", graph.TaskOutputs), role("depends on ", graph.TaskDependsOn), role("needed by ", graph.TaskDependents)},
}

// otherParts are what the lines of any further kind tell.
var otherParts = []part{typeKey, state, createdAt, updatedAt}

// line is an entity on a line: - name [id] (part, part) — text.
func (t teller) line(e graph.Entity) line {
	text := "- " + t.named(e)
	if told := textOf(e); told != "" {
		text += " — " + told
	}
	return entityLine(text+"\n", e.Self().ID)
}

// named is an entity without its text.
func (t teller) named(e graph.Entity) string {
	text := fmt.Sprintf("%s [%s]", graph.Line(e.Self().Label, LabelLimit), e.Self().ID)
	if told := t.parts(e); told != "" {
		text += " (" + told + ")"
	}
	return text
}

func (t teller) parts(e graph.Entity) string {
	list, known := parts[e.Self().Kind]
	if !known {
		list = otherParts
	}
	var told []string
	for _, part := range list {
		if text := part(t, e); text != "" {
			told = append(told, text)
		}
	}
	return strings.Join(told, ", ")
}

// textOf is what an entity's line says of it in its own words.
func textOf(e graph.Entity) string {
	switch e := e.(type) {
	case *graph.Requirement:
		return "" // its text is its name
	case *graph.Decision:
		var told []string
		for _, text := range []struct {
			name string
			text *string
		}{{"Outcome: ", e.Outcome}, {"Rationale: ", e.Rationale}, {"", e.Description}} {
			if text.text != nil && *text.text != "" {
				told = append(told, text.name+graph.Line(*text.text, 0))
			}
		}
		return strings.Join(told, " | ")
	default:
		return beyond(graph.Line(e.Self().Label, LabelLimit), graph.Line(graph.Description(e), 0))
	}
}

// beyond is a text without the label where it begins by repeating it.
func beyond(label, text string) string {
	whole, cut := strings.CutSuffix(label, "…")
	rest, repeats := strings.CutPrefix(text, strings.TrimRight(whole, "."))
	if !repeats {
		return text
	}
	rest = strings.TrimLeft(rest, ".:;,—– ")
	switch {
	case !strings.ContainsFunc(rest, unicode.IsLetter):
		return "" // what is left of markup
	case strings.HasSuffix(rest, "…") && len(rest) < leastRest:
		return ""
	case cut:
		return "…" + rest
	default:
		return rest
	}
}

// leastRest is how many bytes of a cut text are worth telling.
const leastRest = 40

func state(_ teller, e graph.Entity) string { return e.Self().State() }

func typeKey(_ teller, e graph.Entity) string {
	if key := e.Self().TypeKey; key != nil {
		return *key
	}
	return ""
}

// column is the value of a column, of an entity that has it, behind what it is
// called.
func column(name, called string) part {
	return func(_ teller, e graph.Entity) string {
		field := e.Self().Spec().Field(name)
		if field == nil {
			return ""
		}
		if value := field.Value(e); value != nil {
			return called + plain(value)
		}
		return ""
	}
}

func createdAt(_ teller, e graph.Entity) string { return "created " + graph.Date(&e.Self().CreatedAt) }

// updatedAt is told only where its date differs.
func updatedAt(_ teller, e graph.Entity) string {
	updated := graph.Date(&e.Self().UpdatedAt)
	if updated == graph.Date(&e.Self().CreatedAt) {
		return ""
	}
	return "updated " + updated
}

func progress(t teller, e graph.Entity) string {
	done, total := t.graph.Progress(e.Self().ID, graph.GoalTasks)
	percent := graph.Percent(done, total)
	if percent == nil {
		return ""
	}
	return fmt.Sprintf("progress %d%% (%d/%d)", *percent, done, total)
}

func taskCount(t teller, e graph.Entity) string {
	done, total := t.graph.Progress(e.Self().ID, graph.PlanTasks)
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("tasks %d/%d", done, total)
}

func directEdge(t teller, e graph.Entity) string {
	if t.graph.IsDirect(e.Self().ID) {
		return "direct edge"
	}
	return ""
}

func linkCount(t teller, e graph.Entity) string {
	links, err := t.graph.LinkedEntities(e.Self().ID, graph.LinkQuery{})
	if err != nil || links.Total() == 0 {
		return ""
	}
	return "links " + strconv.Itoa(links.Total())
}

// role counts the entities in a role.
func role(called string, role graph.Role) part {
	return func(t teller, e graph.Entity) string {
		if n := len(t.graph.InRole(e.Self().ID, role)); n > 0 {
			return called + strconv.Itoa(n)
		}
		return ""
	}
}

func sourceSignal(t teller, e graph.Entity) string {
	for _, signal := range t.graph.InRole(e.Self().ID, graph.InsightSignals) {
		return fmt.Sprintf("signal [%s]", signal.Self().ID)
	}
	return ""
}
