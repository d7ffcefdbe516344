// Package mergetest tests imports of what others have changed too.
package mergetest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "merges", Run: merged(merges)},
	{Name: "merges of edges", Run: merged(mergesOfEdges)},
	{Name: "merges of projects", Run: mergesOfProjects},
	{Name: "merges of old files", Run: merged(mergesOfOld)},
	{Name: "merges of names", Run: mergesOfNames, Access: true},
	{Name: "repeated imports", Run: merged(repeatedImports)},
}
