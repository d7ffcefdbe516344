package sources

import (
	"slices"
	"strings"

	"dossier/graph"
)

// The stages of work, by which states of trackers become those of a kind. They are
// the states of a task, and three that differ for other kinds.
const (
	Open      = "open" // and not begun, as far as the source says
	Todo      = "todo"
	Doing     = "in_progress"
	Review    = "review"
	Blocked   = "blocked"
	Deferred  = "deferred"
	Done      = "done"
	Cancelled = "cancelled"
)

// stages are the stages for the words of trackers. Those in the first list of a
// stage say no more than the state, so that they are not kept.
var stages = func() map[string]stage {
	words := map[string]stage{}
	for _, list := range []struct{ stage, exact, others string }{
		{Open, "open,opened", "new,submitted,to be discussed," +
			"reopened,untriaged,unconfirmed,active issue,offen,neu,ouvert,nouveau,abierto,abierta,nuevo"},
		{Todo, "todo,to do",
			"backlog,unscheduled,unstarted," +
				"ready,ready for dev,ready for development,ready to start,planned,pending,triage,triaged,accepted,available," +
				"assigned,unstarted,not started,selected for development,next,queued,scheduled,confirmed,pinned,hooked,idea,inbox,needs triage," +
				"needs action,needsaction," +
				"zu erledigen,geplant,nicht begonnen,ausstehend,à faire,en attente,a faire,por hacer,pendiente,sin empezar"},
		{Doing, "in progress,doing",
			"started,wip,work in progress,working,working on it,active,ongoing,development,in development,implementing,developing," +
				"in arbeit,in bearbeitung,laufend,begonnen,en cours,en curso,en progreso,en proceso,in dev,current,now,implementation,dev,building," +
				"underway,under way,moving,in the works,angefangen,läuft,commencé,empezado,parcial,partiel,teilweise,em andamento,em progresso"},
		{Review, "",
			"in review,review,code review,peer review,reviewing,qa,in qa,testing,in testing,in test,test,verification,validation,uat,staging," +
				"ready for review,ready for test,ready for qa,needs review,awaiting review,awaiting approval,ready to merge,ready for release," +
				"approval,in prüfung,prüfung,en revue,à valider,en revisión"},
		{Blocked, "blocked", "stuck,externaldependency,impeded,impediment,waiting,waiting for,external dependency,waiting for support," +
			"waiting for customer,on hold,hold,paused,needs info,needs feedback,needs more info,info needed,blockiert,wartet,pausiert," +
			"bloqué,bloquée,bloqueado,bloqueada,en espera"},
		{
			Deferred, "",
			"deferred,postponed,later,someday,icebox,parked,snoozed,on ice,future,zurückgestellt,reporté,aplazado,draft,entwurf,brouillon",
		},
		{Done, "done,closed,completed,complete",
			"fixed,fixunreleased,resolved,verified,finished,shipped,released,merged,deployed,delivered,implemented,live,in production," +
				"solved,ready for production,erledigt,fertig,geschlossen,abgeschlossen,behoben,gelöst,terminé,fermé,résolu,fini,hecho,cerrado," +
				"terminado,resuelto,completado,accepted and done,passed,success,achieved,beendet,umgesetzt,clos,close,clôturé,achevé,livré,terminée," +
				"fermée,résolue,hecha,cerrada,terminada,resuelta,completada,cumplido,cumplida,finalizado,finalizada,realizado,realizada," +
				"concluido,concluida,concluído,concluída,feito,feita,fechado"},
		{Cancelled, "cancelled,canceled", "wont fix,won t fix,wontfix,won t do,wont do,will not do,not planned,duplicate,duplicated,invalid," +
			"rejected,declined,abandoned,obsolete,not a bug,not an issue,works as intended,works for me,worksforme,cannot reproduce," +
			"can not reproduce,not reproducible,incomplete,discarded,removed,deleted,archived,superseded,dropped,closed as duplicate,spam," +
			"expired,withdrawn,wontdo,killed,abgebrochen,abgelehnt,verworfen,gestrichen,entfällt,storniert,annulé,rejeté,abandonné," +
			"cancelado,cancelada,rechazado,descartado"},
	} {
		for word := range strings.SplitSeq(list.exact, ",") {
			words[word] = stage{list.stage, true}
		}
		for word := range strings.SplitSeq(list.others, ",") {
			words[word] = stage{list.stage, false}
		}
	}
	delete(words, "")
	return words
}()

type stage struct {
	name  string
	exact bool
}

// kindStages are the states of kinds for the stages. A kind or stage that is not
// here has the state of the stage itself, or else its first state.
var kindStages = map[graph.Kind]map[string]string{
	graph.KindTask: {Open: "todo", Review: "in_progress", Deferred: "todo"},
	graph.KindPlan: {
		Open: "active", Todo: "draft", Doing: "active", Review: "active", Blocked: "active", Deferred: "draft", Done: "completed",
		Cancelled: "completed"},
	graph.KindGoal: {
		Open: "active", Todo: "draft", Doing: "active", Review: "active", Blocked: "active", Deferred: "draft", Done: "achieved",
		Cancelled: "abandoned"},
	graph.KindMilestone: {Review: "in_progress", Blocked: "in_progress", Done: "completed", Cancelled: "missed"},
	graph.KindDocument: {
		Open: "published", Todo: "draft", Doing: "draft", Review: "review", Blocked: "draft", Deferred: "draft", Done: "published",
		Cancelled: "archived"},
	graph.KindOutput:   {Open: "review", Todo: "draft", Doing: "in_progress", Review: "review", Blocked: "in_progress", Done: "published"},
	graph.KindRisk:     {Done: "closed", Cancelled: "closed"},
	graph.KindDecision: {Deferred: "deferred", Done: "made", Cancelled: "reversed"},
	graph.KindProject: {
		Open: "active", Doing: "active", Review: "active", Blocked: "paused", Deferred: "paused", Done: "completed"},
}

// decisions are words that mean another stage of a decision than of work.
var decisions = map[string]string{
	"accepted": "made", "approved": "made", "adopted": "made", "carried": "made", "agreed": "made",
	"proposed": "pending", "deprecated": "reversed",
	"angenommen": "made", "beschlossen": "made", "adopté": "made", "adoptée": "made", "aprobado": "made", "aprobada": "made",
}

// stateFor returns the state of a kind for a stage or a state of the kind.
func stateFor(spec *graph.Spec, stage string) string {
	state := stage
	if !slices.Contains(spec.States, stage) {
		state = kindStages[spec.Kind][stage]
	}
	switch {
	case slices.Contains(spec.States, state):
		return state
	case state == "" && stage == Cancelled && len(spec.Done) > 0:
		return spec.Done[0]
	}
	return spec.States[0]
}

// state returns the state of a kind for a status as the source has it, whether the
// status is known, and whether the state says all that the status does.
func (m *Mapping) state(spec *graph.Spec, status string) (state string, known, exact bool) {
	word := strings.Join(strings.FieldsFunc(strings.ToLower(status), func(r rune) bool { return !isWordRune(r) }), " ")
	if to := mappedTo(m.States, status); to != "" && word != "" {
		if of, known := stages[strings.ReplaceAll(to, "_", " ")]; known && !slices.Contains(spec.States, to) {
			to = of.name
		}
		return stateFor(spec, to), true, false
	}
	if word == "" && spec.Kind == graph.KindDocument {
		return stateFor(spec, Done), true, true
	}
	if word == "" {
		return spec.States[0], true, true
	}
	if state = strings.ReplaceAll(word, " ", "_"); slices.Contains(spec.States, state) {
		return state, true, true
	}
	if state = decisions[word]; spec.Kind == graph.KindDecision && state != "" {
		return state, true, false
	}
	of, known := stageOf(word)
	state = stateFor(spec, of.name)
	return state, known, of.exact && spec.Kind.IsWork()
}

// isDeferred reports whether a status says that work is put off.
func (m *Mapping) isDeferred(status string) bool {
	state, known, _ := m.state(graph.SpecOf(graph.KindDecision), status) // decisions have a state for it
	return known && state == Deferred
}

// stageOf returns the stage for a status, by all of it or by the longest of its
// words that has one, and whether there is one. Without one it is open.
func stageOf(word string) (of stage, known bool) {
	if of, known = stages[word]; known {
		return of, true
	}
	words := strings.Fields(word)
	for n := len(words) - 1; n > 0; n-- {
		for first := 0; first+n <= len(words); first++ {
			if of, known = stages[strings.Join(words[first:first+n], " ")]; known {
				return stage{name: of.name}, true
			}
		}
	}
	return stage{name: Open}, false
}

// priorities are the priorities from 1 to 5 for the words of trackers.
var priorities = map[string]int{
	"p0": 1, "p1": 2, "p2": 3, "p3": 4, "p4": 5, "pri 0": 1, "pri 1": 2, "pri 2": 3, "pri 3": 4, "pri 4": 5,
	"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "0": 1,
	"blocker": 1, "highest": 1, "critical": 1, "urgent": 1, "immediate": 1, "emergency": 1, "asap": 1, "showstopper": 1, "show stopper": 1,
	"very high": 1,
	"top":       1,
	"high":      2, "major": 2, "important": 2,
	"medium": 3, "normal": 3, "moderate": 3, "default": 3, "mid": 3, "middle": 3, "average": 3, "standard": 3,
	"low": 4, "minor": 4, "lowest": 5, "trivial": 5, "very low": 5, "backlog": 5, "nice to have": 5, "wishlist": 5,
	"must": 1, "should": 2, "could": 3, "won t": 5, "must have": 1, "should have": 2, "could have": 3,
	"sehr hoch": 1, "höchste": 1, "dringend": 1, "kritisch": 1, "hoch": 2, "wichtig": 2, "mittel": 3, "niedrig": 4, "gering": 4,
	"sehr niedrig": 5, "niedrigste": 5,
	"urgente": 1, "critique": 1, "très haute": 1, "haute": 2, "élevée": 2, "importante": 2, "moyenne": 3, "normale": 3, "basse": 4,
	"faible": 4, "très basse": 5,
	"crítica": 1, "crítico": 1, "muy alta": 1, "alta": 2, "alto": 2, "media": 3, "medio": 3, "baja": 4, "bajo": 4, "muy baja": 5,
}

// noPriority are the words for none.
var noPriority = []string{
	"none", "no priority", "unset", "undefined", "keine", "aucune", "ninguna", "unprioritized", "needs triage", "n a", "not set",
}

// priority returns the priority from 1 to 5 for one as the source has it, 0 for
// none, and whether it is known.
func (m *Mapping) priority(written string) (level int, known bool) {
	if to := mappedTo(m.Priorities, written); to != "" {
		written = to
	}
	word := strings.Join(strings.FieldsFunc(strings.ToLower(written), func(r rune) bool { return !isWordRune(r) }), " ")
	if slices.Contains(noPriority, word) || word == "" {
		return 0, true
	}
	if level, known = priorities[word]; known {
		return level, true
	}
	for _, part := range strings.Fields(word) { // "P1 urgent", "1 critical", "priority high"
		if level, known = priorities[part]; known {
			return level, true
		}
	}
	return 0, false
}

// StateOf returns the state of a kind for a status, by the words that trackers use.
func StateOf(kind graph.Kind, status string) string {
	state, _, _ := (&Mapping{}).state(graph.SpecOf(kind), status)
	return state
}

// KnowsPriority reports whether a text is a priority as trackers write it.
func KnowsPriority(written string) bool {
	level, known := (&Mapping{}).priority(written)
	return known && level > 0
}

// KnowsStatus reports whether a status is one of the words that trackers use.
func KnowsStatus(status string) bool {
	_, known, _ := (&Mapping{}).state(graph.SpecOf(graph.KindTask), status)
	return known || decisions[strings.ToLower(status)] != ""
}
