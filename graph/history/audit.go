package history

import (
	"time"

	"dossier/graph"
)

// An Action is an action of an actor, allowed or denied.
type Action string

// The actions of the audit. Writes that succeed are events instead.
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

// An AuditEntry is an action that is not an event of a project: a denied
// access, or a change of members, actors, keys or record types. Equal denials
// within one second are one entry.
type AuditEntry struct {
	At        time.Time       // to the second for denials
	ActorID   string          // "" if nobody has signed in
	KeyID     string          // the API key, "" for none
	Interface graph.Interface // by which the request arrived
	Action    Action
	Code      graph.Code // why it was denied; "" if it was allowed
	ProjectID string     // "" for none
	Subject   string     // the object of the action: an actor, a key, an address
	Count     int        // the number of equal denials; 1 for another action
}

// A Retention has the times before which events and entries of the audit are
// removed.
type Retention struct{ Events, Audit time.Time }

// Pruned has the numbers of removed rows.
type Pruned struct{ Events, Audit, Mutations int }
