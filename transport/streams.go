package transport

import (
	"fmt"
	"net/http"
	"sync"

	"github.com/vektah/gqlparser/v2/gqlerror"
)

// Streams is a set of open connections. The zero value is empty. It is safe for
// concurrent use.
type Streams struct {
	// Most is the number of connections that may be open at once, 0 for any.
	// Otherwise they could be all that a server accepts.
	Most int

	mu      sync.Mutex
	closing chan struct{} // closed by Close
	joined  int           // number of open connections
	open    sync.WaitGroup
	owned   map[string]int // number of open connections by client
	clients map[string]int // number of subscriptions by client
}

// Close ends all connections, waits until they are closed, and refuses new
// ones. Clients can connect again and continue after their cursors.
func (s *Streams) Close() {
	s.mu.Lock()
	closing := s.signal()
	select {
	case <-closing:
	default:
		close(closing)
	}
	s.mu.Unlock()
	s.open.Wait()
}

// Open returns the number of open connections.
func (s *Streams) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.joined
}

// signal returns the channel that Close closes. The caller holds the lock.
func (s *Streams) signal() chan struct{} {
	if s.closing == nil {
		s.closing = make(chan struct{})
	}
	return s.closing
}

// join adds a connection. It must end when closing is closed, and then call
// leave. If it cannot be added, why is not "".
func (s *Streams) join() (closing <-chan struct{}, leave func(), why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	signal := s.signal()
	select {
	case <-signal:
		return nil, nil, serverStops.reason
	default:
	}
	if s.Most > 0 && s.joined >= s.Most {
		return nil, nil, fmt.Sprintf("%d connections stay open already, which is the most; try again later", s.joined)
	}
	s.joined++
	s.open.Add(1)
	return signal, s.left, ""
}

// joinAs adds a connection of a client.
func (s *Streams) joinAs(client string) (closing <-chan struct{}, leave func(), why string) {
	closing, left, why := s.join()
	if why != "" {
		return nil, nil, why
	}
	disown, why := s.own(client)
	if why != "" {
		left()
		return nil, nil, why
	}
	return closing, func() { disown(); left() }, ""
}

// own counts one of the open connections as a client's until leave is called. A
// client may have as many as are left for others, so that there is a place for
// each other client. If it may not have another one, why is not "".
func (s *Streams) own(client string) (leave func(), why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if most := max(1, s.Most-s.joined); s.Most > 0 && s.owned[client]+1 > most {
		return nil, fmt.Sprintf("%d connections of this client stay open already, and the others are for other clients; try again later",
			s.owned[client])
	}
	return s.counted(&s.owned, client), ""
}

// counted adds one to the number of a client until leave is called. The caller
// holds the lock.
func (s *Streams) counted(numbers *map[string]int, client string) (leave func()) {
	if *numbers == nil {
		*numbers = map[string]int{}
	}
	(*numbers)[client]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if (*numbers)[client]--; (*numbers)[client] == 0 {
			delete(*numbers, client)
		}
	}
}

// refuseStream answers a request whose connection cannot stay open, and closes
// the connection: kept alive, it would be one more.
func refuseStream(w http.ResponseWriter, why string) {
	w.Header().Set("Connection", "close")
	http.Error(w, why, http.StatusServiceUnavailable)
}

// left removes a connection.
func (s *Streams) left() {
	s.mu.Lock()
	s.joined--
	s.mu.Unlock()
	s.open.Done()
}

// subscribe counts a client's subscription until leave is called, up to
// allowed.
func (s *Streams) subscribe(client string, allowed int) (leave func(), refused *gqlerror.Error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := within("subscriptions", s.clients[client]+1, allowed); err != nil {
		return nil, err
	}
	return s.counted(&s.clients, client), nil
}
