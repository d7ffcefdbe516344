package prompt

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"dossier/graph"
)

// A describer describes the entities of a graph in a line.
type describer struct{ graph *graph.Graph }

// A fact is what is known of an entity in a word, "" where it has no value.
type fact func(d describer, e graph.Entity) string

// lineFacts are the facts in the lines of each kind, in order.
var lineFacts = map[graph.Kind][]fact{
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

// otherFacts are the facts in the lines of any further kind.
var otherFacts = []fact{typeKey, state, createdAt, updatedAt}

// item returns an entity in a line: name [id] (fact, fact) — text.
func (d describer) item(e graph.Entity) Item {
	return Item{Name: Named(e, d.facts(e)...), Text: ownText(e)}
}

// facts returns what is known of an entity in a word each.
func (d describer) facts(e graph.Entity) []string {
	list, known := lineFacts[e.Self().Kind]
	if !known {
		list = otherFacts
	}
	var facts []string
	for _, fact := range list {
		if text := fact(d, e); text != "" {
			facts = append(facts, text)
		}
	}
	return facts
}

// ownText returns what an entity says of itself in its own words, on one line.
func ownText(e graph.Entity) string {
	switch e := e.(type) {
	case *graph.Requirement:
		return "" // its text is its name
	case *graph.Decision:
		return decisionText(e)
	default:
		return beyond(graph.Line(e.Self().Label, LabelLimit), graph.Line(graph.Description(e), 0))
	}
}

func decisionText(d *graph.Decision) string {
	var texts []string
	for _, text := range []struct{ name, text string }{
		{"Outcome: ", optional(d.Outcome)}, {"Rationale: ", optional(d.Rationale)}, {"", optional(d.Description)},
	} {
		if text.text != "" {
			texts = append(texts, text.name+graph.Line(text.text, 0))
		}
	}
	return strings.Join(texts, " | ")
}

// beyond returns a text without the label that it begins with.
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

// leastRest is how many bytes are left of a cut text that is worth including,
// by eye.
const leastRest = 40

func state(_ describer, e graph.Entity) string { return e.Self().State() }

func typeKey(_ describer, e graph.Entity) string {
	if key := e.Self().TypeKey; key != nil {
		return *key
	}
	return ""
}

// column returns the value of a column behind what it is called.
func column(name, called string) fact {
	return func(_ describer, e graph.Entity) string {
		field := e.Self().Spec().Field(name)
		if field == nil {
			return ""
		}
		if value := field.Value(e); value != nil {
			return called + graph.Plain(value)
		}
		return ""
	}
}

func createdAt(_ describer, e graph.Entity) string {
	return "created " + graph.Date(&e.Self().CreatedAt)
}

// updatedAt is empty where its date is that of createdAt.
func updatedAt(_ describer, e graph.Entity) string {
	updated := graph.Date(&e.Self().UpdatedAt)
	if updated == graph.Date(&e.Self().CreatedAt) {
		return ""
	}
	return "updated " + updated
}

func progress(d describer, e graph.Entity) string {
	done, total := d.graph.Progress(e.Self().ID, graph.GoalTasks)
	percent := graph.Percent(done, total)
	if percent == nil {
		return ""
	}
	return fmt.Sprintf("progress %d%% (%d/%d)", *percent, done, total)
}

func taskCount(d describer, e graph.Entity) string {
	done, total := d.graph.Progress(e.Self().ID, graph.PlanTasks)
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("tasks %d/%d", done, total)
}

func directEdge(d describer, e graph.Entity) string {
	if d.graph.IsDirect(e.Self().ID) {
		return "direct edge"
	}
	return ""
}

func linkCount(d describer, e graph.Entity) string {
	links, err := d.graph.LinkedEntities(e.Self().ID, graph.LinkQuery{})
	if err != nil || links.Total() == 0 {
		return ""
	}
	return "links " + strconv.Itoa(links.Total())
}

// role counts the entities in a role behind what they are called.
func role(called string, role graph.Role) fact {
	return func(d describer, e graph.Entity) string {
		if n := len(d.graph.InRole(e.Self().ID, role)); n > 0 {
			return called + strconv.Itoa(n)
		}
		return ""
	}
}

func sourceSignal(d describer, e graph.Entity) string {
	for _, signal := range d.graph.InRole(e.Self().ID, graph.InsightSignals) {
		return fmt.Sprintf("signal [%s]", signal.Self().ID)
	}
	return ""
}
