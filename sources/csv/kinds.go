package csv

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
)

// kindNames are the kinds for types in tables.
var kindNames = map[string]graph.Kind{
	"epic": graph.KindPlan, "epos": graph.KindPlan, "épopée": graph.KindPlan, "initiative": graph.KindGoal, "objective": graph.KindGoal,
	"goal": graph.KindGoal, "ziel": graph.KindGoal,
	"objectif": graph.KindGoal, "objetivo": graph.KindGoal, "milestone": graph.KindMilestone, "meilenstein": graph.KindMilestone,
	"jalon": graph.KindMilestone,
	"hito":  graph.KindMilestone, "risk": graph.KindRisk, "risiko": graph.KindRisk, "risque": graph.KindRisk, "riesgo": graph.KindRisk,
	"decision":     graph.KindDecision,
	"entscheidung": graph.KindDecision, "beschluss": graph.KindDecision, "acuerdo": graph.KindDecision,
	"décision": graph.KindDecision, "decisión": graph.KindDecision, "requirement": graph.KindRequirement,
	"anforderung": graph.KindRequirement, "exigence": graph.KindRequirement, "requisito": graph.KindRequirement,
	"document": graph.KindDocument, "note": graph.KindDocument, "plan": graph.KindPlan,
}

// kindOf returns the kind of a row: by its type, by the mapping, or by the columns
// of the table.
func (r *reading) kindOf(of string) graph.Kind {
	if kind := graph.Kind(r.opts.Mapping.Kind); graph.SpecOf(kind) != nil {
		return kind
	}
	if kind, known := kindNames[strings.ToLower(strings.TrimSpace(of))]; known {
		return kind
	}
	if r.t.has(impact) && r.t.has(probability) {
		return graph.KindRisk
	}
	return cmp.Or(r.t.kind(), graph.KindTask)
}

// kind returns the kind that the name of the column of titles says, "" for none.
func (t *table) kind() graph.Kind {
	at := t.first(title)
	if at < 0 {
		return ""
	}
	return kindNames[fold(t.columns[at].name)]
}

// issueTypes are types of rows that lists of work have.
var issueTypes = strings.Split("epic,story,user story,task,subtask,sub-task,bug,defect,feature,issue,improvement,chore,spike,"+
	"aufgabe,fehler,historia,historia de usuario,tarea,error,récit,tâche,anomalie", ",")

// hasTypes reports whether a column has types of work.
func (t *table) hasTypes() bool {
	at := t.first(typ)
	return at >= 0 && t.each(at, func(cell string) bool { return slices.Contains(issueTypes, strings.ToLower(cell)) })
}

// impactOf returns the impact of a risk, nil if the words are others.
func impactOf(cell string) any {
	for of, list := range map[string]string{
		"low":      "low,minor,1,2,gering,niedrig,faible,bajo,baja,insignificant,very low",
		"medium":   "medium,moderate,3,mittel,moyen,medio,media,moderado",
		"high":     "high,major,4,hoch,élevé,alto,alta,significant",
		"critical": "critical,severe,5,very high,kritisch,sehr hoch,critique,crítico,catastrophic,extreme",
	} {
		if slices.Contains(strings.Split(list, ","), strings.ToLower(cell)) {
			return of
		}
	}
	return nil
}
