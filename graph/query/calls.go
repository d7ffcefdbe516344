package query

import (
	"context"
	"slices"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/outline"
)

// An AgentCall is a call of a tool by an agent.
type AgentCall struct {
	CallID        string     // counts the calls of this server
	At            time.Time  // when it arrived
	Tool          string     // its name
	Arguments     graph.JSON // as the agent gave them; nil if they are too long to keep
	Client        string     // the program that called, "" if unknown
	ActorID       string     // in whose name
	ActorName     string
	Milliseconds  int                    // until the answer was written
	Tokens        int                    // of the answer
	Confidence    *float64               // of a context document
	Answerability *outline.Answerability // of a context document
	Error         string                 // why there is no answer, "" if there is one
}

// The limits of what is kept of calls, by eye: at most 4 MB.
const (
	keptCalls     = 500
	keptArguments = 8 << 10
	keptError     = 500
)

// MaxCalls is the maximum of calls in an answer.
const MaxCalls = 200

// A callLog has the last calls of agents, the oldest first.
type callLog struct {
	newID       func() string
	administers func(context.Context) (bool, error)

	mu    sync.Mutex
	calls []AgentCall
}

// Called keeps a call in memory, in the name of the actor of ctx, and forgets the
// oldest one if there are too many.
func (s *callLog) Called(ctx context.Context, call AgentCall) {
	actor := graph.ActorFrom(ctx)
	call.ActorID, call.ActorName = actor.ID, actor.Shown()
	call.CallID, call.Error = s.newID(), graph.Truncate(call.Error, keptError)
	if len(call.Arguments) > keptArguments {
		call.Arguments = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.calls) == keptCalls {
		s.calls = slices.Delete(s.calls, 0, 1)
	}
	s.calls = append(s.calls, call)
}

// AgentCalls returns the last calls of agents at this server since it started,
// the latest first: those of the actor, or of everyone for an administrator.
func (s *callLog) AgentCalls(ctx context.Context, first int) ([]AgentCall, error) {
	if err := graph.CheckRange("first", first, 1, MaxCalls); err != nil {
		return nil, err
	}
	all, err := s.administers(ctx)
	if err != nil {
		return nil, err
	}
	actor := graph.ActorFrom(ctx).ID
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []AgentCall{}
	for _, call := range slices.Backward(s.calls) {
		if len(found) < first && (all || call.ActorID == actor) {
			found = append(found, call)
		}
	}
	return found, nil
}
