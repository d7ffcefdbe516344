// Package concurrenttest tests readers and writers at the same time, contexts that end, and stores that are closed.
package concurrenttest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "ids are of one project", Run: idsAreOfOneProject},
	{Name: "readers see whole writes", Run: readersSeeWholeWrites},
	{Name: "requests share no rows", Run: requestsShareNoRows},
	{Name: "reads at once", Run: readsAtOnce},
	{Name: "reads follow writes", Run: readsFollowWrites},
	{Name: "writers take turns", Run: writersTakeTurns},
	{Name: "ended context", Run: endedContext},
	{Name: "panics", Run: panics},
	{Name: "closing", Run: closing},
}
