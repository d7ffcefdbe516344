package rank

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/lexicon"
	"dossier/graph/text"
)

// An intentRule is the intent of questions that have one of its words.
type intentRule struct {
	words     string
	kinds     []graph.Kind
	relations []graph.Relation // whose edges are listed first
	verb      bool             // applies only if the question also has a subject, as "blocks" does
	open      bool             // asks only for what is not done
	recent    bool             // asks for the latest
	dated     bool             // asks for a date
}

// intentRules are the words by which a question asks for a kind, besides the
// name of the kind.
var intentRules = []intentRule{
	{words: "objective aim okr", kinds: []graph.Kind{graph.KindGoal}},
	{words: "for", kinds: []graph.Kind{graph.KindGoal}, verb: true},
	{words: "proposal", kinds: []graph.Kind{graph.KindPlan}},
	{words: "todo", kinds: []graph.Kind{graph.KindTask}},
	{words: "deadline timeline roadmap", kinds: []graph.Kind{graph.KindMilestone}, dated: true},
	{words: "doc", kinds: []graph.Kind{graph.KindDocument}},
	{words: "deliverable", kinds: []graph.Kind{graph.KindOutput}},
	{words: "threat danger hazard pitfall worry concern", kinds: []graph.Kind{graph.KindRisk}},
	{
		words: "wrong worried fear fears delay delays endanger endangers threaten threatens jeopardize jeopardise derail derails",
		kinds: []graph.Kind{graph.KindRisk}, verb: true,
	},
	{
		words: "decide decided settle settled verdict verdicts alternative considered rejected discarded " +
			"dismissed choose chose chosen pick picked",
		kinds: []graph.Kind{graph.KindDecision},
	},
	{words: "reqs criterion criteria must prerequisite precondition", kinds: []graph.Kind{graph.KindRequirement}},
	{words: "need needs needed", kinds: []graph.Kind{graph.KindRequirement}, verb: true},
	{words: "finding lesson takeaway learn learned", kinds: []graph.Kind{graph.KindInsight}},
	{words: "who whom whose owner owns person people author maintains maintainer contact", kinds: []graph.Kind{graph.KindRecord}},
	{
		words: "working works assigned responsible leads authored", kinds: []graph.Kind{graph.KindPlan, graph.KindTask, graph.KindGoal},
		verb: true,
	},
	{
		words: "blocks blocked blocking blocker blockers depends waiting waits stuck holding obstacle obstacles impediment impediments " +
			"hurdle hurdles", verb: true, open: true,
		kinds:     []graph.Kind{graph.KindTask, graph.KindRisk},
		relations: []graph.Relation{graph.RelDependsOn, graph.RelRequires, graph.RelBlocks},
	},
	{
		words: "when release releases released ship ships shipped due schedule", verb: true, dated: true,
		kinds:     []graph.Kind{graph.KindTask, graph.KindMilestone},
		relations: []graph.Relation{"targets_milestone"},
	},
	{words: saidWords + " complain complained complaint complaints feedback", kinds: []graph.Kind{graph.KindSignal}},
	{
		words: "recent recently lately latest newest news changed happened history", kinds: []graph.Kind{graph.KindSignal}, verb: true,
		recent: true,
	},
}

// saidWords ask for what somebody said, which signals have. What a document says
// is in its sections.
const saidWords = "said wrote heard"

// asksForSignals reports whether a folded word is one of saidWords.
func asksForSignals(word string) bool { return slices.Contains(strings.Fields(saidWords), word) }

// rulesOf are intentRules and those of the names of kinds, by their words and the
// stems of nouns.
var rulesOf = func() map[string][]*intentRule {
	rules := slices.Clone(intentRules)
	for _, spec := range graph.Kinds {
		rules = append(rules, intentRule{words: string(spec.Kind) + " " + spec.Plural, kinds: []graph.Kind{spec.Kind}})
	}
	of := map[string][]*intentRule{}
	for i, rule := range rules {
		for word := range strings.FieldsSeq(rule.words) {
			of[word] = append(of[word], &rules[i])
			if stem := text.English(word); !rule.verb && stem != "" { // that of a stop word is empty
				of[stem] = append(of[stem], &rules[i])
			}
		}
	}
	return of
}()

// askingWords are English words with which a question about anything may ask,
// besides those of intentRules: common verbs, adverbs and adjectives that name
// nothing, and verbs with "not", which texts write out.
const askingWords = `actually agree along already another anybody anyone anything arent ask away bad become believe
	belong belongs best better big biggest bring came cant classed classified come coming compare couldnt currently describe didnt
	different doesnt dont easy else enough ever every everyone everything exactly explain far
	favour feel find found gave get give given go goes gone good got great guess hadnt
	happen happens hasnt havent help highest idea important instead isnt keep kept know largest last
	let lie lies like likely list little long look lot made make many matter matters maybe
	mean means might mind much must mustnt need never next nice nobody nothing okay
	perhaps place planned please pls possible quickly quite rated rather ready real really
	reject said say scheduled see seem seen shouldnt show since small somebody someone
	something soon sort still sure take taken takes talk thank thing things
	think thought today together tomorrow took top total tried true try turn
	understand versus vs want wasnt week well went werent without wont word work worked works worst worth
	wouldnt write written wrong yes yesterday yet`

// asking has the words and stems that belong to the asking, not to the subject.
var asking = func() map[string]bool {
	words := askingWords
	for _, spec := range graph.Kinds {
		words += " " + string(spec.Kind) + " " + spec.Plural
	}
	for _, rule := range intentRules {
		words += " " + rule.words
	}
	stems := map[string]bool{}
	for _, word := range strings.Fields(words) {
		stems[word], stems[text.English(word)] = true, true
	}
	delete(stems, "") // of a stop word
	return stems
}()

// relationVerbs are the stems of the verbs by which a question asks for a relation,
// besides those of intentRules: "what does it mitigate".
var relationVerbs = func() map[string]graph.Relation {
	verbs := map[string]graph.Relation{}
	for _, spec := range graph.Relations {
		name := string(spec.Name)
		if stem := text.English(name); spec.Role == graph.RoleNone && !strings.Contains(name, "_") && !asking[stem] {
			verbs[stem] = spec.Name
		}
	}
	return verbs
}()

// leastRelated is the least weight of a relation of the dictionary by which a word
// may ask for a kind.
const leastRelated = .4

// kindStems are the stems of the nouns by which a question asks for a kind.
var kindStems = func() map[string]graph.Kind {
	stems := map[string]graph.Kind{}
	for _, spec := range graph.Kinds {
		stems[text.English(string(spec.Kind))] = spec.Kind
	}
	for _, rule := range intentRules {
		for _, word := range strings.Fields(rule.words) {
			if !rule.verb && len(rule.kinds) == 1 {
				stems[text.English(word)] = rule.kinds[0]
			}
		}
	}
	delete(stems, "") // of a stop word
	return stems
}()

// mayAsk has words by which a question about a subject may ask for a kind, and
// which the dictionary does not relate to it. They may as well be a part of what a
// question is about.
var mayAsk = map[graph.Kind]map[string]bool{
	graph.KindRequirement: text.Stems("constraint condition rule obligation"),
	graph.KindDecision:    text.Stems("settled agreed resolution"),
	graph.KindRisk:        text.Stems("bite snag trouble"),
	graph.KindTask:        text.Stems("job ticket chore"),
}

// Related returns the kinds that a word may ask for by mayAsk, or because the
// dictionary relates it to one that does, as "option" to "alternative", or a part is
// called by both.
func Related(word string) map[graph.Kind]bool {
	stem, kinds := text.English(word), map[graph.Kind]bool{}
	for kind, stems := range mayAsk {
		if stems[stem] {
			kinds[kind] = true
		}
	}
	addKinds(kinds, lexicon.Headings(stem))
	for _, other := range lexicon.Related(stem) {
		if other.Weight >= leastRelated {
			addKinds(kinds, []string{other.Stem})
		}
	}
	return kinds
}

// nearWeight is the least weight of a relation of the dictionary by which a word means
// nearly the same as another, by eye.
const nearWeight = .5

// Near returns the stems of words that mean nearly the same as the one with a stem, such
// as the phone of a telephone.
func Near(stem string) (stems []string) {
	for _, other := range lexicon.Related(stem) {
		if other.Weight >= nearWeight {
			stems = append(stems, other.Stem)
		}
	}
	return stems
}

// Phrased returns the kinds that the phrases among the words of a question ask for,
// such as "watch out". The words are ids of [lexicon.Headings].
func Phrased(ids []string) map[graph.Kind]bool {
	kinds := map[graph.Kind]bool{}
	for _, phrase := range lexicon.Phrases(ids) {
		addKinds(kinds, phrase.Headings)
	}
	return kinds
}

// addKinds adds the kinds that some stems ask for.
func addKinds(kinds map[graph.Kind]bool, stems []string) {
	for _, stem := range stems {
		if kind, asks := kindStems[stem]; asks {
			kinds[kind] = true
		}
	}
}

// Asks reports whether a folded word belongs to what a question asks for, not
// to its subject.
func Asks(word string) bool { return asking[word] || asking[text.English(word)] }

// questionWords begin a question. A "when" inside a question that begins with one
// of them asks for a time if it follows a word of beforeWhen: "who approves it and
// when".
var (
	questionWords = strings.Fields("what how which who why where can could do does did is are was will would should may must")
	beforeWhen    = strings.Fields("and or by since till until from exactly know say said see me us")
)

// doubtful are words that ask for a kind only in some questions.
var doubtful = []struct {
	word string
	asks func(words []string) bool
}{
	{"when", asksWhen}, {"for", asksFor}, {"plan", asksPlan},
	{"need", asksNeed}, {"needs", asksNeed}, {"needed", asksNeed},
	{"works", asksWork}, {"working", asksWork},
}

// asksWhen reports whether "when" asks for a time in a question of some words. It
// does not in "what happens to the pods when a node is drained".
func asksWhen(words []string) bool {
	at := slices.Index(words, "when")
	return at == 0 || at == len(words)-1 || !slices.Contains(questionWords, words[0]) || slices.Contains(beforeWhen, words[at-1])
}

// asksNeed reports whether a form of "need" asks for what something requires in a
// question of some words. It does in "what does the launch need", and not in "who
// needs it", "why is it needed" and "what needs to be done".
func asksNeed(words []string) bool {
	what := slices.Index(words, "what")
	need := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "need") })
	return what >= 0 && need > what+1
}

// asksPlan reports whether "plan" is a word of a question, and not the stem of
// "planned".
func asksPlan(words []string) bool {
	return slices.Contains(words, "plan") || slices.Contains(words, "plans")
}

// asksFor reports whether "for" asks for the purpose of something in a question of
// some words, as in "what is it for".
func asksFor(words []string) bool { return words[0] == "what" && words[len(words)-1] == "for" }

// asksWork reports whether "works" or "working" asks for somebody's work in a
// question of some words. It does in "who works on it", and not in "how does one
// see that it works".
func asksWork(words []string) bool {
	for i, word := range words[:len(words)-1] {
		if (word == "works" || word == "working") && words[i+1] == "on" {
			return true
		}
	}
	return false
}
