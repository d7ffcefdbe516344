package postgres

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"dossier/db/engine"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/reader"
	"dossier/problems"
)

// How often the servers are asked for their positions, and how long they may take to
// answer. By eye: a request that follows a write by less than lookEvery goes to the
// primary server, and a read of a replica that hangs goes there after lookWithin.
const (
	lookEvery  = 200 * time.Millisecond
	lookWithin = time.Second
)

// looked is the statement that returns the position of a server; that of a replica is
// the end of what it has replayed. The position for the next record may be behind the
// header of a page of the log, while the end of the last record is before it.
const looked = `SELECT (SELECT system_identifier FROM pg_control_system()), pg_is_in_recovery(),
	(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0')::bigint`

// The size of a page of the log, and that of its longest header.
const (
	logPage   = 8192
	logHeader = 40
)

// A look is the answer of a server.
type look struct {
	system    int64
	isReplica bool
	position  reader.Fence
}

// look asks a server for its position.
func (d *database) look(ctx context.Context, pool *pgxpool.Pool) (l look, err error) {
	var position int64
	err = pool.QueryRow(ctx, looked, pgx.QueryExecModeSimpleProtocol).Scan(&l.system, &l.isReplica, &position)
	if within := position % logPage; within <= logHeader {
		position -= within
	}
	l.position = reader.Fence(position) //nolint:gosec // positions are not negative
	return l, d.failure(ctx, err)
}

// Fence returns a position at which the store has all that the request of ctx has
// read and written so far.
func (d *database) Fence(ctx context.Context) (reader.Fence, error) {
	if r := d.replicaOf(ctx); r != nil {
		if l, err := r.server().look(ctx, r.server().pool); err == nil && l.isReplica {
			return l.position, nil
		}
		r.lose()
		reader.ReadingFrom(ctx).Leave()
	}
	l, err := d.look(ctx, d.pool)
	return l.position, err
}

// replicas are the servers that replay the log of the primary server.
type replicas struct {
	all     []*replica
	most    time.Duration // the greatest age of a replica that is read
	list    *problems.List
	looking sync.WaitGroup
	stop    context.CancelFunc
	next    atomic.Uint64 // for turns

	replica, elsewhere, left atomic.Int64 // requests; see [db.Reads]

	mu     sync.Mutex
	system int64    // of the primary server
	past   []passed // the positions of the primary server, oldest first
}

// A passed is a position of the primary server: all that was committed at a time is
// before it. The time is by the clock of this process, so that clocks of other machines
// do not matter.
type passed struct {
	at       time.Time
	position reader.Fence
}

// A replica is a server that can be read.
type replica struct {
	url, address string

	mu       sync.Mutex
	database *database // nil before the first connection
	position reader.Fence
	alive    context.Context // ends when the server stops answering; nil if it may not be read
	end      context.CancelFunc
	wrong    error // why it may not be read
}

// The reasons why a server is not read.
var (
	errNoReplica = errors.New("it is no replica of the store, or was promoted")
	errNotAsked  = errors.New("it did not answer yet")
)

// openReplicas begins to look at the replicas. They need not answer.
func (d *database) openReplicas(ctx context.Context, options sqlstore.Options) error {
	if len(options.Replicas) == 0 {
		return nil
	}
	s := &replicas{most: options.ReplicaLag, list: options.Problems}
	for _, url := range options.Replicas {
		config, err := pgxpool.ParseConfig(url)
		if err != nil { // the error has the password
			return graph.BadInput("dbRead", "expected postgres://host:port/database; got another URL")
		}
		s.all = append(s.all, &replica{url: url, address: addressOf(&config.ConnConfig.Config), wrong: errNotAsked})
	}
	ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	d.replicas = s
	s.lookAtPrimary(ctx, d)
	s.looking.Go(func() { repeat(ctx, func() { s.lookAtPrimary(ctx, d) }) })
	var first sync.WaitGroup // otherwise the first requests would all go to the primary server
	for _, r := range s.all {
		first.Go(func() { s.lookAt(ctx, r, options) })
	}
	first.Wait()
	for _, r := range s.all {
		s.looking.Go(func() { repeat(ctx, func() { s.lookAt(ctx, r, options) }) })
	}
	return nil
}

// repeat calls f every lookEvery until ctx ends.
func repeat(ctx context.Context, f func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
			f()
		}
	}
}

// lookAtPrimary notes the position of the primary server.
func (s *replicas) lookAtPrimary(ctx context.Context, d *database) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	began := time.Now()
	l, err := d.look(ctx, d.probe)
	if err != nil || l.isReplica {
		return // replicas become too old to be read
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.system = l.system
	s.pass(passed{began, l.position})
}

// pass adds a position. A replica that was promoted may be at an earlier one.
func (s *replicas) pass(now passed) {
	for len(s.past) > 0 && s.past[len(s.past)-1].position >= now.position {
		s.past = s.past[:len(s.past)-1]
	}
	for len(s.past) > 0 && now.at.Sub(s.past[0].at) > s.most {
		s.past = s.past[1:]
	}
	s.past = append(s.past, now)
}

// age returns the most by which a server at a position may be older than the primary
// server, and false if it is unknown.
func (s *replicas) age(position reader.Fence, now time.Time) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.past) - 1; i >= 0; i-- {
		if s.past[i].position <= position {
			return now.Sub(s.past[i].at), true
		}
	}
	return 0, false
}

// lookAt notes the position of a replica, or why it may not be read.
func (s *replicas) lookAt(ctx context.Context, r *replica, options sqlstore.Options) {
	l, err := r.look(ctx, options)
	s.mu.Lock()
	isOther := s.system != 0 && l.system != s.system
	s.mu.Unlock()
	if err == nil && (!l.isReplica || isOther) {
		err = errNoReplica
	}
	if r.note(l.position, err) {
		s.report(ctx)
	}
}

// report lists the replicas that are not read.
func (s *replicas) report(ctx context.Context) {
	found := problems.Found{}
	for _, r := range s.all {
		r.mu.Lock()
		switch {
		case errors.Is(r.wrong, errNoReplica):
			found["the replica "+r.address+" is not read: "+errNoReplica.Error()] = r.wrong
		case r.wrong != nil && !errors.Is(r.wrong, errNotAsked):
			found["the replica "+r.address+" is not read"] = r.wrong
		}
		r.mu.Unlock()
	}
	if s.list != nil && ctx.Err() == nil {
		s.list.Set(ctx, "replicas", found)
	}
}

// look asks the replica for its position. It connects first if there is no connection.
func (r *replica) look(ctx context.Context, options sqlstore.Options) (l look, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	d := r.server()
	if d == nil {
		if d, err = connect(ctx, r.url, options.MaxConns); err != nil {
			return l, err
		}
		if err = d.pool.QueryRow(ctx, isSecured, pgx.QueryExecModeSimpleProtocol).Scan(&d.secured); err != nil {
			_ = d.Close()
			return l, d.failure(ctx, err)
		}
		r.mu.Lock()
		r.database = d
		r.mu.Unlock()
	}
	return d.look(ctx, d.probe)
}

// server returns the database of the replica, nil before the first connection.
func (r *replica) server() *database {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.database
}

// note notes a position, or why the replica may not be read. It reports whether the
// latter changed.
func (r *replica) note(position reader.Fence, err error) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	changed = (err == nil) != (r.wrong == nil) || errors.Is(r.wrong, errNotAsked)
	r.position, r.wrong = position, err
	switch {
	case err != nil && r.alive != nil:
		r.end()
		r.alive = nil
	case err == nil && r.alive == nil:
		r.alive, r.end = context.WithCancel(context.Background())
	}
	return changed
}

// lose keeps requests from the replica until it answers again.
func (r *replica) lose() { r.note(0, errNotAsked) }

// at returns the position of the replica and a context that ends when it stops
// answering, nil if it may not be read.
func (r *replica) at() (reader.Fence, context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.position, r.alive
}

// ReplicaReads implements [engine.Replicated].
func (d *database) ReplicaReads() engine.Reads {
	if d.replicas == nil {
		return engine.Reads{}
	}
	return engine.Reads{Replica: d.replicas.replica.Load(), Elsewhere: d.replicas.elsewhere.Load(), Left: d.replicas.left.Load()}
}

// chooseFor returns the number of a replica for a request, as choose, and counts the request.
func (s *replicas) chooseFor(reading *reader.Reading) int {
	number := s.choose(reading)
	if number > 0 {
		s.replica.Add(1)
	} else {
		s.elsewhere.Add(1)
	}
	return number
}

// choose returns the number of a replica for a reading, 0 for none. Replicas that are
// recent enough take turns.
func (s *replicas) choose(reading *reader.Reading) int {
	within := s.most
	if reading.Within > 0 {
		within = min(within, reading.Within)
	}
	turn, now := int(s.next.Add(1)%uint64(len(s.all))), time.Now() //nolint:gosec // it is small
	for i := range s.all {
		number := (turn + i) % len(s.all)
		position, alive := s.all[number].at()
		if alive == nil || position < reading.Seen {
			continue
		}
		if age, known := s.age(position, now); known && age <= within {
			return number + 1
		}
	}
	return 0
}

// close stops looking, and closes the connections.
func (s *replicas) close() {
	s.stop()
	s.looking.Wait()
	for _, r := range s.all {
		r.lose()
		if d := r.server(); d != nil {
			_ = d.Close()
		}
	}
}

// replicaOf returns the replica that a request reads, nil for none.
func (d *database) replicaOf(ctx context.Context) *replica {
	if d.replicas == nil {
		return nil
	}
	if number := reader.ReadingFrom(ctx).Replica(d.replicas.chooseFor); number > 0 {
		return d.replicas.all[number-1]
	}
	return nil
}

// readLate reads from the replica of a request. It reports false if the request has
// none, or it failed before it returned a row: then the request goes to the primary
// server.
func (d *database) readLate(ctx context.Context, queries []engine.Query) (done bool, err error) {
	r := d.replicaOf(ctx)
	if r == nil {
		return false, nil
	}
	_, alive := r.at()
	begun := false
	if alive != nil {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(alive, cancel)()
		err = r.server().Read(within, noting(queries, &begun)...)
		if err == nil || begun || ctx.Err() != nil {
			return true, err
		}
		r.lose()
	}
	d.replicas.left.Add(1)
	reader.ReadingFrom(ctx).Leave()
	return false, nil
}

// noting returns queries that set begun with their first row.
func noting(queries []engine.Query, begun *bool) []engine.Query {
	noted := make([]engine.Query, len(queries))
	for i, query := range queries {
		noted[i] = query
		noted[i].Each = func(row engine.Row) error {
			*begun = true
			return query.Each(row)
		}
		noted[i].Done = func() {
			*begun = true
			query.Finish()
		}
	}
	return noted
}
