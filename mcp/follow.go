package mcp

import (
	"context"
	"fmt"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/graph"
)

// mostFollowed is the maximum number of followed resources of a session. By
// eye.
const mostFollowed = 50

// followers holds the resources that sessions follow. The zero value is empty.
// It is safe for concurrent use.
type followers struct {
	mu       sync.Mutex
	sessions map[*sdk.ServerSession]map[string]context.CancelFunc // by URI
}

// add adds a resource to those that a session follows. stop is called when the
// session ends, or when the resource is removed or added again.
func (f *followers) add(session *sdk.ServerSession, uri string, stop context.CancelFunc) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	followed := f.sessions[session]
	if followed == nil {
		followed = map[string]context.CancelFunc{}
		if f.sessions == nil {
			f.sessions = map[*sdk.ServerSession]map[string]context.CancelFunc{}
		}
		f.sessions[session] = followed
		go func() {
			_ = session.Wait() // the error does not matter
			f.end(session)
		}()
	}
	if before := followed[uri]; before != nil {
		before()
	} else if len(followed) == mostFollowed {
		return &graph.Error{
			Code: graph.CodeLimitExceeded, Argument: "uri",
			Text: fmt.Sprintf("expected at most %d resources that a client follows; unsubscribe from one", mostFollowed),
		}
	}
	followed[uri] = stop
	return nil
}

// remove stops following a resource.
func (f *followers) remove(session *sdk.ServerSession, uri string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if stop := f.sessions[session][uri]; stop != nil {
		stop()
		delete(f.sessions[session], uri)
	}
}

// end stops following all resources of a session.
func (f *followers) end(session *sdk.ServerSession) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, stop := range f.sessions[session] {
		stop()
	}
	delete(f.sessions, session)
}

// subscribe starts to follow a resource, which must be readable by the actor.
func (s *server) subscribe(ctx context.Context, request *sdk.SubscribeRequest) error {
	text, err := s.current(ctx, request.Params.URI)
	if err != nil {
		return s.refused(ctx, "resources/subscribe", err)
	}
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	if err := s.followers.add(request.Session, request.Params.URI, stop); err != nil {
		stop()
		return s.refused(ctx, "resources/subscribe", err)
	}
	go s.follow(following, request.Params.URI, text)
	return nil
}

// current returns the text of a resource within the limits of a request; listening has
// none.
func (s *server) current(ctx context.Context, uri string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	leave, err := s.enter(ctx, true)
	if err != nil {
		return "", err
	}
	defer leave()
	return s.resource(ctx, uri)
}

// unsubscribe stops following a resource.
func (s *server) unsubscribe(_ context.Context, request *sdk.UnsubscribeRequest) error {
	s.followers.remove(request.Session, request.Params.URI)
	return nil
}

// follow notifies the client each time that the text of a resource changes from
// text, and when the resource becomes unreadable, until ctx ends.
func (s *server) follow(ctx context.Context, uri, text string) {
	_ = s.tools.service.Follow(ctx, func(ctx context.Context) error { // an error means that ctx has ended
		ctx, cancel := context.WithTimeout(s.options.Request(ctx), s.options.Timeout)
		defer cancel()
		now, err := s.resource(ctx, uri)
		if code := graph.CodeOf(err); err != nil && code != graph.CodeNotFound && code != graph.CodeBadUserInput {
			return nil // the store does not answer; the next change tries again
		}
		if now != text {
			text = now
			return s.instance.ResourceUpdated(ctx, &sdk.ResourceUpdatedNotificationParams{URI: uri})
		}
		return nil
	})
}
