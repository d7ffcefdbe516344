// Package accesstest tests what actors and keys may read and write, and how access is given.
package accesstest

import (
	"dossier/db/dbtest/fixture"
)

// Contract are the tests.
var Contract = []fixture.Test{
	{Name: "access scope", Run: accessScope},
	{Name: "writing needs access", Run: writingNeedsAccess},
	{Name: "forbidden looks unknown", Run: forbiddenLooksUnknown},
	{Name: "grant", Run: grant},
	{Name: "deleted project", Run: deletedProject},
	{Name: "keys limit reading", Run: keyScope, Access: true},
	{Name: "keys limit writing", Run: keysWrite},
	{Name: "keys", Run: keys},
	{Name: "keys of members", Run: keysOfMembers},
	{Name: "the last admin", Run: lastAdmin, Access: true},
	{Name: "actors", Run: actors},
	{Name: "members", Run: memberList},
	{Name: "pages of members", Run: spans},
	{Name: "transactions of access", Run: transactions},
	{Name: "audit", Run: audited},
}

// Live are further tests of access, without what the policies of a database leave open.
var Live = []fixture.Test{
	{Name: "access scope", Run: scopeOfLive, Access: true},
	{Name: "refused writes", Run: refusedWrites, Access: true},
}
