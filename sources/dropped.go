package sources

import (
	"slices"
	"strings"
)

// droppedPhrases begin reasons of what was closed and not done, whatever follows.
var droppedPhrases = words("wont fix,won t fix,wontfix,won t do,wont do,wontdo,won t be done,will not do,will not fix,will not be done," +
	"not planned,not doing,not going to,not needed,not required,not relevant,not applicable,not a bug,not an issue,not a problem," +
	"not reproducible,no longer needed,no longer required,no longer relevant,no longer applicable,no longer wanted,no longer necessary," +
	"out of scope,outside of scope,works as intended,works as designed,working as intended,working as designed,works for me,worksforme," +
	"cannot reproduce,can not reproduce,can t reproduce,unable to reproduce,by design,closed as duplicate,as duplicate,marked as duplicate," +
	"decided against,decided not to,wird nicht,nicht mehr nötig,nicht geplant,nicht nötig,kein fehler,nicht reproduzierbar," +
	"ne sera pas,non reproductible,pas prévu,plus nécessaire,no se hará,no se va a,no planificado,no reproducible," +
	"ya no es necesario,ya no hace falta")

// droppedWords do so alone, and before what says of which, why or since when: "duplicate of
// bd-12". Before others they may say what was done: "invalid dates are refused".
var droppedWords = words("duplicate,duplicated,dupe,dup,obsolete,obsoleted,superseded,abandoned,cancelled,canceled,declined,rejected," +
	"invalid,withdrawn,stale,outdated,unnecessary,irrelevant,incomplete,discarded,dropped,unneeded,redundant,moot,spam,n a," +
	"duplikat,doppelt,hinfällig,überholt,verworfen,abgelehnt,gestrichen,entfällt,obsolet,ungültig,doublon,obsolète,abandonné,annulé,rejeté," +
	"refusé,invalide,duplicado,obsoleto,descartado,cancelado,rechazado,inválido,abandonado")

// overtaken are those of droppedWords that only say that an issue was open too long, if
// doneWords follow: "stale: already fixed in 12".
var overtaken, doneWords = words("stale,outdated,überholt,moot"),
	words("fixed,done,implemented,completed,shipped,already fixed,already done,already implemented,already completed,already shipped")

// droppedBefore may follow droppedWords.
var droppedBefore = words("of,by,because,since,as,in favor,in favour,due,after,per,von,durch,weil,wegen,seit,de,du,par,car," +
	"depuis,por,porque,desde,see,siehe,voir,ver")

// closedAs are the words before a reason: "closed as obsolete".
var closedAs = words("closed as,closing as,closed,closing,resolved as,marked as,marking as,status,resolution,reason," +
	"geschlossen als,fermé comme,cerrado como")

func words(list string) []string { return strings.Split(list, ",") }

// droppedBy returns the words of a reason for which something was closed that say that it
// was not done, such as "won't do" and "duplicate", "" for others.
func droppedBy(reason string) string {
	clauses := clausesOf(reason)
	if len(clauses) > 1 && slices.Contains(closedAs, clauses[0]) {
		clauses = clauses[1:]
	}
	if len(clauses) == 0 {
		return ""
	}
	first := clauses[0]
	for _, before := range closedAs {
		if rest, found := strings.CutPrefix(first, before+" "); found {
			first = rest
			break
		}
	}
	if at := slices.IndexFunc(droppedPhrases, func(phrase string) bool { return beginsWith(first, phrase) }); at >= 0 {
		return droppedPhrases[at]
	}
	if isOvertaken(first, clauses[1:]) {
		return ""
	}
	for _, word := range droppedWords {
		rest, found := strings.CutPrefix(first, word)
		rest, hasMore := strings.CutPrefix(rest, " ")
		isBefore := hasMore && slices.ContainsFunc(droppedBefore, func(next string) bool { return beginsWith(rest, next) })
		if found && (first == word || isBefore) {
			return word
		}
	}
	return ""
}

// isOvertaken reports whether a clause says only that an issue was open for too long, as
// those behind it say that it was done.
func isOvertaken(first string, rest []string) bool {
	return len(rest) > 0 && slices.Contains(overtaken, first) &&
		slices.ContainsFunc(doneWords, func(done string) bool { return beginsWith(rest[0], done) })
}

// beginsWith reports whether the first words of a text are those of another.
func beginsWith(text, with string) bool { return strings.HasPrefix(text+" ", with+" ") }

// clausesOf returns the words of the clauses of a text in lower case.
func clausesOf(text string) (clauses []string) {
	text = strings.ReplaceAll(strings.ToLower(text), " - ", " – ")
	for clause := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,:;()[]—–!?/\n", r) }) {
		if words := strings.FieldsFunc(clause, func(r rune) bool { return !isWordRune(r) }); len(words) > 0 {
			clauses = append(clauses, strings.Join(words, " "))
		}
	}
	return clauses
}

// droppedLabels are those of droppedWords that labels of closed issues mean as well. Others
// are of the matter: "outdated" of a text.
var droppedLabels = words("duplicate,duplicated,dupe,invalid,rejected,declined,abandoned,obsolete,withdrawn," +
	"cancelled,canceled,duplikat,doublon,duplicado")

// ReasonIn returns the first of some labels that says why something was closed and not done,
// as "wontfix" does, "" for none.
func ReasonIn(labels []string) string {
	for _, label := range labels {
		own := label[strings.LastIndexAny(label, ":/")+1:]
		by := droppedBy(own)
		if slices.Contains(droppedPhrases, by) || slices.Contains(droppedLabels, by) {
			return own
		}
	}
	return ""
}
