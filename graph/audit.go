package graph

import "time"

// An Action is what an actor did, or was refused.
type Action string

// The actions of the audit beside the writes, which are events.
const (
	ActionSignIn    Action = "sign in"
	ActionRequest   Action = "request"
	ActionWrite     Action = "write"
	ActionGrant     Action = "grant"
	ActionSaveActor Action = "save actor"
	ActionCreateKey Action = "create key"
	ActionRevokeKey Action = "revoke key"
	ActionSaveType  Action = "save record type"
	ActionDropType  Action = "delete record type"
)

// An AuditEntry is an action that is no event of a project: a denied access, or
// a change of members, actors, keys or record types. Equal denials of one second are one entry.
type AuditEntry struct {
	At        time.Time
	ActorID   string // "" if nobody has signed in
	KeyID     string
	Interface Interface
	Action    Action
	Code      Code   // why it was denied; "" for what was done
	ProjectID string // "" for none
	Subject   string // what it was done to: an actor, a key, an address
	Count     int
}

// A Retention is the times before which events and entries of the audit are
// removed.
type Retention struct{ Events, Audit time.Time }

// Pruned counts the rows that were removed.
type Pruned struct{ Events, Audit, Mutations int }
