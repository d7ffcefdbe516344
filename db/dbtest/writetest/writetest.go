// Package writetest tests what a store writes: entities, edges, record types and words, in batches, parts and edits.
package writetest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "times", Run: times},
	{Name: "given times are content", Run: givenTimesAreContent},
	{Name: "write twice", Run: writeTwice},
	{Name: "the last of a batch is written", Run: lastOfABatch},
	{Name: "all or nothing", Run: allOrNothing},
	{Name: "parts", Run: parts},
	{Name: "taken ids", Run: takenIDs},
	{Name: "delete and restore", Run: deleteAndRestore},
	{Name: "link and unlink", Run: linkAndUnlink},
	{Name: "synonyms", Run: synonyms},
	{Name: "record types", Run: recordTypes},
	{Name: "counts of words", Run: wordCounts},
	{Name: "counts of many words", Run: manyWordCounts},
	{Name: "edits read what they change", Run: editsReadWhatTheyChange},
	{Name: "dry runs", Run: dryRuns},
	{Name: "repeated edits", Run: repeatedEdits},
	{Name: "scope of edits", Run: scopeOfEdits},
}
