package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/managed/managedtest"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/graph/reader"
	"dossier/problems"
)

// TestAge checks how old a replica may be, from the positions of the primary server.
func TestAge(t *testing.T) {
	begin := time.Now()
	at := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	s := &replicas{most: time.Minute}
	for _, one := range []passed{{at(0), 100}, {at(1), 100}, {at(2), 200}, {at(3), 300}} {
		s.pass(one)
	}
	for _, test := range []struct {
		position reader.Fence
		now      int
		age      int // in seconds, -1 for unknown
	}{{300, 3, 0}, {299, 3, 1}, {200, 3, 1}, {199, 3, 2}, {100, 10, 9}, {99, 3, -1}, {999, 4, 1}} {
		age, known := s.age(test.position, at(test.now))
		if known != (test.age >= 0) || known && age != time.Duration(test.age)*time.Second {
			t.Errorf("position %d at %d: age %v, known %v; expected %d s", test.position, test.now, age, known, test.age)
		}
	}
	s.pass(passed{at(70), 150}) // a replica without the last writes was promoted
	if age, known := s.age(149, at(70)); known {
		t.Errorf("a position of a minute ago has the age %v", age)
	}
	if _, known := s.age(150, at(70)); !known {
		t.Error("the position of the promoted server is unknown")
	}
}

// replicated starts a primary server with a store, and replicas with settings.
func replicated(t *testing.T, settings ...string) (primary *managedtest.Node, all []*managedtest.Node) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts several servers of Postgres")
	}
	primary = managedtest.StartPrimary(t)
	execute(t, primary.URL("postgres"), "CREATE DATABASE dossier")
	stored(t, primary.URL("dossier"), sqlstore.Options{Migrate: true})
	for _, one := range settings {
		all = append(all, primary.Replica(t, one))
	}
	return primary, all
}

func execute(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// reading returns the context of a request that accepts replicas.
func reading(seen reader.Fence, within time.Duration) context.Context {
	r := &reader.Reading{Seen: seen, Within: within}
	r.Accept()
	return reader.WithReading(local(), r)
}

func local() context.Context { return graph.WithActor(context.Background(), graph.LocalActor) }

// put writes a project with a name, and returns the fence of that.
func put(t *testing.T, store *sqlstore.Store, name string) reader.Fence {
	t.Helper()
	project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
	project.ID, project.Name = graph.ID("replicated"), name
	ctx := reading(0, 0)
	if _, err := store.Write(ctx, &graph.Batch{Entities: []graph.Entity{project}}); err != nil {
		t.Fatal(err)
	}
	return store.Fence(ctx)
}

// nameAt returns the name that a request reads, the number of the replica that it read,
// and its fence.
func nameAt(ctx context.Context, t *testing.T, store *sqlstore.Store) (name string, replica int, after reader.Fence) {
	t.Helper()
	projects, err := store.Entities(ctx, []graph.Ref{{Kind: graph.KindProject, ID: graph.ID("replicated")}}, graph.Light)
	if err != nil {
		t.Fatal(err)
	}
	if found := projects[graph.ID("replicated")]; found != nil {
		name = found.Self().Label
	}
	after = store.Fence(ctx)
	return name, reader.ReadingFrom(ctx).Replica(func(*reader.Reading) int { return 0 }), after
}

// eventually calls f until it returns true.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 30 s: %s", what)
		}
	}
}

// TestReplicas reads two replicas, of which one lags by 10 s. A request reads a
// replica only if that has what the client saw, and is not older than the client
// accepts; then one replica hangs and is killed.
func TestReplicas(t *testing.T) {
	primary, all := replicated(t, "", "recovery_min_apply_delay='10s'")
	list := problems.New(nil)
	store := stored(t, primary.URL("dossier"), sqlstore.Options{
		AsIs: true, Problems: list, ReplicaLag: time.Minute, Replicas: []string{all[0].URL("dossier"), all[1].URL("dossier")},
	})
	lagging := stored(t, primary.URL("dossier"),
		sqlstore.Options{AsIs: true, ReplicaLag: time.Minute, Replicas: []string{all[1].URL("dossier")}})
	put(t, store, "first")
	eventually(t, "the lagging replica has the first name", func() bool {
		name, replica, _ := nameAt(reading(0, 0), t, lagging)
		return replica == 1 && name == "first"
	})
	second := put(t, store, "second")
	written := time.Now()
	if name, replica, _ := nameAt(reader.WithReading(local(), nil), t, lagging); name != "second" || replica != 0 {
		t.Errorf("a request that accepts no replica read %q at %d", name, replica)
	}
	if name, replica, _ := nameAt(reading(second, 0), t, lagging); name != "second" || replica != 0 {
		t.Errorf("a client that has seen the second name read %q at replica %d", name, replica)
	}
	eventually(t, "the other replica has the second name", func() bool {
		name, replica, _ := nameAt(reading(second, 0), t, store)
		return replica == 1 && name == "second"
	})
	eventually(t, "the lagging replica is older than 2 s", func() bool { // with which it answers until then
		age := time.Since(written)
		name, replica, _ := nameAt(reading(0, 2*time.Second), t, lagging)
		if name == "first" && age > 2*time.Second {
			t.Fatalf("a state of %v ago, at replica %d; expected at most 2 s", age, replica)
		}
		return replica == 0 && name == "second"
	})
	if name, replica, _ := nameAt(reading(0, 0), t, lagging); time.Since(written) < 9*time.Second && (name != "first" || replica != 1) {
		t.Errorf("a client that accepts any state of the last minute read %q at %d", name, replica)
	}
	all[0].Signal(t, syscall.SIGSTOP)
	began := time.Now()
	if name, _, _ := nameAt(reading(second, 0), t, store); name != "second" {
		t.Errorf("beside a replica that hangs: %q", name)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("a read of a replica that hangs took %v", took)
	}
	all[0].Signal(t, syscall.SIGCONT)
	all[0].Kill()
	eventually(t, "the killed replica is listed", func() bool {
		return strings.Contains(strings.Join(list.All(), "\n"), "the replica "+all[0].Address()+"/dossier is not read")
	})
	if name, replica, _ := nameAt(reading(second, 0), t, store); name != "second" || replica == 1 {
		t.Errorf("after the replica was killed: %q at %d", name, replica)
	}
}

// TestSeen lets clients write and read at two servers with several replicas, one
// behind by some seconds, while one is killed. No client sees an older state than
// it has seen, and none gets an error.
func TestSeen(t *testing.T) {
	primary, all := replicated(t, "", "", "recovery_min_apply_delay='2s'")
	var stores []*sqlstore.Store
	for range 2 {
		options := sqlstore.Options{AsIs: true, ReplicaLag: time.Minute}
		for _, one := range all {
			options.Replicas = append(options.Replicas, one.URL("dossier"))
		}
		stores = append(stores, stored(t, primary.URL("dossier"), options))
	}
	put(t, stores[0], "000000")
	var count, late atomic.Int64
	end := time.Now().Add(6 * time.Second)
	var busy sync.WaitGroup
	busy.Go(func() {
		for n := 1; time.Now().Before(end); n++ {
			put(t, stores[n%2], fmt.Sprintf("%06d", n))
			time.Sleep(150 * time.Millisecond)
		}
	})
	for range 4 {
		busy.Go(func() {
			seen, fence := "", reader.Fence(0)
			for time.Now().Before(end) {
				name, replica, after := nameAt(reading(fence, 0), t, stores[rand.IntN(2)])
				if name < seen {
					t.Errorf("%q at replica %d after %q", name, replica, seen)
				}
				seen, fence = name, after
				count.Add(1)
				if replica > 0 {
					late.Add(1)
				}
				time.Sleep(time.Duration(rand.IntN(100)) * time.Millisecond)
			}
		})
	}
	time.Sleep(3 * time.Second)
	all[0].Kill()
	busy.Wait()
	t.Logf("%d reads, %d at a replica", count.Load(), late.Load())
	if late.Load() < count.Load()/50 {
		t.Errorf("only %d of %d reads at a replica", late.Load(), count.Load())
	}
}

// TestPromotion kills the primary server. Clients that accept its state go on at the
// replica; after its promotion all do, also those that write, without a restart.
func TestPromotion(t *testing.T) {
	primary, all := replicated(t, "")
	const either = "postgres://postgres@%s,%s/dossier?sslmode=disable&target_session_attrs=read-write"
	both := fmt.Sprintf(either, primary.Address(), all[0].Address())
	store := stored(t, both, sqlstore.Options{AsIs: true, ReplicaLag: time.Minute, Replicas: []string{all[0].URL("dossier")}})
	fence := put(t, store, "before")
	eventually(t, "the replica has the name", func() bool {
		name, replica, _ := nameAt(reading(fence, 0), t, store)
		return name == "before" && replica == 1
	})
	primary.Kill()
	if name, replica, after := nameAt(reading(fence, 0), t, store); name != "before" || replica != 1 || after < fence {
		t.Errorf("without the primary server: %q at replica %d, and the fence %v after %v", name, replica, after, fence)
	}
	if err := store.Ping(local()); err != nil {
		t.Errorf("the server can answer, but is not ready: %v", err)
	}
	if _, err := store.Revisions(local(), nil); graph.CodeOf(err) != graph.CodeUnavailable {
		t.Errorf("a read of the primary server: %v, expected UNAVAILABLE", err)
	}
	all[0].Promote(t)
	eventually(t, "the promoted server is written to", func() bool {
		project := graph.SpecOf(graph.KindProject).New().(*graph.Project)
		project.ID, project.Name = graph.ID("replicated"), "after"
		_, err := store.Write(local(), &graph.Batch{Entities: []graph.Entity{project}})
		return err == nil
	})
	if name, replica, after := nameAt(reading(fence, 0), t, store); name != "after" || replica != 0 || after < fence {
		t.Errorf("after the promotion: %q at %d, and the fence %v after %v", name, replica, after, fence)
	}
}
