package rank

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// isGerman reports whether a question is in German: it has a German word that
// no English question has, and more words that German sentences are made of than
// English ones; or it has only words by which German questions ask, such as
// "offene Entscheidungen".
func isGerman(words []text.Word) bool {
	isAsking := func(word text.Word) bool { return germanPhrases[word.Text] != nil && !text.StopWord(word.Text) }
	if len(words) > 0 && !slices.ContainsFunc(words, func(word text.Word) bool { return !isAsking(word) && !germanSmall[word.Text] }) {
		return slices.ContainsFunc(words, isAsking)
	}
	german, english, only := 0, 0, false
	for _, word := range words {
		switch {
		case germanOnly[word.Text]:
			german, only = german+1, true
		case germanSmall[word.Text] && text.StopWord(word.Text): // both
		case germanSmall[word.Text]:
			german++
		case text.StopWord(word.Text):
			english++
		}
	}
	return only && german > english
}

// german replaces the words that ask by English ones, and removes the small
// words, except between two words that begin with capitals: they may be of a
// name.
func (r *rewriter) german() {
	for at := 0; at < len(r.words); at++ {
		if length, meaning := r.germanAt(at); length > 0 {
			r.edits = append(r.edits, edit{at, at + length, meaning})
			at += length - 1
		}
	}
	r.apply()
}

// germanAt returns the number of words at a word that are replaced, and what
// replaces them.
func (r *rewriter) germanAt(at int) (length int, meaning string) {
	var best phrase
	for _, one := range germanPhrases[r.words[at].Text] {
		if len(one.words) > len(best.words) && r.has(at, one.words) {
			best = one
		}
	}
	switch {
	case len(best.words) > 0:
		return len(best.words), best.meaning
	case germanSmall[r.words[at].Text] && !r.isInName(at):
		return 1, ""
	}
	return 0, ""
}

// isInName reports whether a word and the small words around it are between two
// words that begin with capitals, of which the first does not begin the question.
func (r *rewriter) isInName(at int) bool {
	first, last := at-1, at+1
	for first > 0 && germanSmall[r.words[first].Text] && r.words[first].Marks&(text.Capital|text.Apart) == 0 {
		first--
	}
	for last < len(r.words) && germanSmall[r.words[last].Text] && r.words[last].Marks&text.Apart == 0 {
		last++
	}
	isCapital := func(i int) bool {
		return r.words[i].Marks&text.Capital != 0 && germanPhrases[r.words[i].Text] == nil && !germanSmall[r.words[i].Text]
	}
	return first >= 0 && last < len(r.words) && isCapital(first) && isCapital(last)
}

// apply makes the edits, so that further ones are of the result.
func (r *rewriter) apply() {
	*r = *newRewriter(r.rewritten())
}

// germanOnly are small words that are no words of English, French, Spanish,
// Dutch or the Scandinavian languages, folded. germanSmall are all small words.
var (
	germanOnly = setOf(`wir ist sind und oder nicht fur uber auf aus bei mit nach von vom zum zur beim dem des eine einen einem einer
		wurde wurden wird werden kann konnen muss mussen soll sollen sollte haben habe unser unsere unseren unserer uns ich sie ihr
		wer wie warum welche welcher welches welchen wofur wodurch womit wann gibt noch schon auch aber wenn dass weil kein keine
		keinen diese dieser dieses diesen zwischen durch gegen ohne seit bis macht gerade bereits`)
	germanSmall = setOf(`der die das den dem des ein eine einen einem einer eines und oder aber auch nicht kein keine keinen in im ins am
		an auf aus bei beim bis fur gegen mit nach ohne seit uber um unter vom von vor zu zum zur zwischen durch als wie so da dann
		ich du er sie es wir ihr uns euch mir mich dir sich man mein meine dein sein seine ihre ihren ihrem unser unsere unseren
		unserer ist sind war waren bin wird werden wurde wurden hat haben habe hatte hatten kann konnen konnte konnten muss mussen
		soll sollen sollte darf durfen will wollen mag gibt gab geht gehen macht machen tun tut noch schon gerade derzeit momentan
		aktuell jetzt bereits eigentlich denn doch ja nein bitte mal nur sehr hier dort dies diese dieser dieses diesen jede jeder
		jedes wenn ob dass weil damit falls wieder davon dazu dabei darauf daran darum hallo danke was voran`)
)

// IsGermanSmall reports whether a folded word is one that German sentences are
// made of.
func IsGermanSmall(word string) bool { return germanSmall[word] }

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// germanPhrases are the German words and phrases with which a question may ask,
// folded, by the English ones: the names of kinds, states, relations and times.
var germanPhrases = func() map[string][]phrase {
	meanings := map[string]string{}
	for line := range strings.Lines(germanWords) {
		meaning, words, _ := strings.Cut(line, ":")
		for word := range strings.SplitSeq(words, ",") {
			meanings[strings.TrimSpace(word)] = strings.TrimSpace(meaning)
		}
	}
	return phrasesOf(meanings)
}()

const germanWords = `what: was, was ist, was sind
who: wer, wen, wem, wer ist, wer kann
whose: wessen
which: welche, welcher, welches, welchen, welchem
when: wann
where: wo, wohin, woher
how: wie
come: kommt, kommen
why: warum, wieso, weshalb
what: wofur, womit, woran, worauf, woruber, wodurch
how many: wie viele, wieviele
how much: wie viel, wieviel
all: alle, allen, aller
what about: worum geht es, worum geht es bei, worum handelt es sich bei
explain: erklare, erklar, beschreibe, beschreib
summary: zusammenfassung, uberblick, uberblick uber
status: wie weit, wie weit ist, wie weit sind, wie geht es mit, fortschritt
list: liste, auflistung
show: zeige, zeig, nenne
compare: vergleiche, vergleich
number: anzahl
project: projekt
projects: projekte, projekten
plans: plane, planen
goal: ziel
goals: ziele, zielen
task: aufgabe
tasks: aufgaben
milestone: meilenstein
milestones: meilensteine, meilensteinen
document: dokument
documents: dokumente, dokumenten, unterlagen
outputs: ergebnisse, ergebnissen
risk: risiko
risks: risiken
drawback: nachteil
drawbacks: nachteile, nachteilen
advantages: vorteile, vorteilen
dependencies: abhangigkeiten
impact: auswirkung, auswirkungen
author: verfasser
authors: autoren
questions: fragen
decision: entscheidung, beschluss
decisions: entscheidungen, beschlusse, beschlussen
requirement: anforderung
requirements: anforderungen
insights: erkenntnisse, erkenntnissen
people: personen, leute
responsible: verantwortlich, zustandig, verantwortet, kummert, betreut
owner: eigentumer, verantwortliche, verantwortlicher, ansprechpartner
owner: wer kummert sich um, wer ist zustandig fur, wer ist verantwortlich fur
working: arbeitet, arbeiten
blocked: blockiert, blockierte, blockierten
blocks: blockieren, behindert, verhindert, verzogert, aufhalt, aufhalten
depends: abhangig, abhangen, hangt
waiting: wartet, warten
overdue: uberfallig, uberfallige, uberfalligen
late: verspatet, verzug, spat dran
missed: verpasst, verpasste, verpassten, versaumt
open: offen, offene, offenen, offener, ausstehend, ausstehende, ausstehenden, aussteht, stehen noch aus, steht noch aus, noch zu tun
open: noch erledigt, noch erledigen, noch zu erledigen
done: erledigt, erledigte, erledigten, fertig, abgeschlossen, abgeschlossene, abgeschlossenen
active: aktiv, aktive, aktiven
in progress: in arbeit, laufend, laufende, laufenden
draft: entwurf, entwurfe
rejected: abgelehnt, abgelehnte, abgelehnten, verworfen, verworfene, verworfenen
deferred: verschoben, vertagt, zuruckgestellt
decided: entschieden, beschlossen
mitigated: gemindert, entscharft
occurred: eingetreten, eingetretene, eingetretenen
due: fallig, fallige, falligen
planned: geplant, geplante, geplanten
changed: geandert, verandert
happened: passiert, geschehen
today: heute
yesterday: gestern
this week: diese woche, dieser woche
next week: nachste woche, nachster woche, kommende woche
last week: letzte woche, letzter woche, vorige woche
this month: diesen monat, diesem monat
next month: nachsten monat, nachstem monat
last month: letzten monat, letztem monat
this year: dieses jahr, diesem jahr
next: nachste, nachster, nachsten, nachstes, kommenden
last: letzte, letzten, letzter, letztes
latest: neueste, neuesten, neuste
two: zwei
three: drei
four: vier
five: funf
six: sechs
weeks: wochen
days: tagen, tage
months: monaten, monate
by: bis, bis zum, bis zur
since: seit
before: vor dem, vor der, bevor
after: nach dem, nach der
without: ohne
not: nicht
january: januar
february: februar
march: marz
may: mai
june: juni
july: juli
october: oktober
december: dezember
monday: montag
tuesday: dienstag
wednesday: mittwoch
thursday: donnerstag
friday: freitag
saturday: samstag, sonnabend
sunday: sonntag
without an owner: ohne verantwortlichen, ohne verantwortliche`
