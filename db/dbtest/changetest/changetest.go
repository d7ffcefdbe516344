// Package changetest tests what a store remembers of writes: revisions, changes since a revision, events, and the past.
package changetest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "terms", Run: terms},
	{Name: "reanalyse", Run: reanalyse},
	{Name: "moments", Run: moments},
	{Name: "changes", Run: changes},
	{Name: "changes add up", Run: changesAddUp},
	{Name: "constant statements", Run: constantStatements},
	{Name: "stamps", Run: stamps},
	{Name: "events of writes", Run: eventsOfWrites},
	{Name: "reading events", Run: readingEvents},
	{Name: "deletions", Run: deletedSince},
	{Name: "the past", Run: pastStates},
	{Name: "pruning", Run: pruning},
}
