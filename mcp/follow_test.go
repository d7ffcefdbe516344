package mcp_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/cli/serving"
	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/feed"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/loaders"
	"dossier/mcp"
)

const (
	queueURI   = "dossier://entity/69bf1307"
	projectURI = "dossier://project/airnet"
)

// followed is a server over the demo graph, whose clients are members of two
// projects.
func followed(t *testing.T) (*mcp.Server, *storetest.Store) {
	t.Helper()
	store := storetest.Demo(t, "..")
	ann := graph.Actor{ID: graph.ID("ann")}
	for _, project := range []string{"shoplane", "airnet"} {
		if err := store.Grant(storetest.Context(), graph.ID(project), ann.ID, graph.AccessRead); err != nil {
			t.Fatal(err)
		}
	}
	service := query.New(store, query.Options{Now: storetest.Now, Tokens: serving.NewCounters().Find,
		Feed: feed.Options{Settle: time.Nanosecond}})
	return mcp.New(service, mcp.Options{Timeout: time.Minute, Request: func(ctx context.Context) context.Context {
		return reader.With(graph.WithActor(ctx, ann), loaders.New(service))
	}}), store
}

// rename writes the title of a task of the demo graph.
func rename(t *testing.T, store *storetest.Store, task, title string) {
	t.Helper()
	project, _, _ := strings.Cut(task, "/")
	store.Load(t, fmt.Sprintf(`{"kind":"task","id":%q,"project_id":%q,"title":%q}`, task, project, title))
}

// TestFollow follows resources while entities change. Clients must be notified
// when a text changes or becomes unreadable.
func TestFollow(t *testing.T) {
	for name, connect := range map[string]func(*testing.T, *sdk.Server, *sdk.Client) *sdk.ClientSession{
		"stdio": overStdio, "HTTP 2026-07-28": overHTTP("2026-07-28"),
	} {
		server, store := followed(t)
		before := runtime.NumGoroutine()
		t.Run(name, func(t *testing.T) {
			news := make(chan string, 100)
			client := newClient(&sdk.ClientOptions{ResourceUpdatedHandler: func(_ context.Context, r *sdk.ResourceUpdatedNotificationRequest) {
				news <- r.Params.URI
			}})
			const acknowledged = "notifications/subscriptions/acknowledged" // of the newer era, in which Subscribe does not wait
			client.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
				return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
					if method == acknowledged {
						news <- method
					}
					return next(ctx, method, request)
				}
			})
			session := connect(t, server, client)
			for _, uri := range []string{queueURI, projectURI} {
				if err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err != nil {
					t.Fatal(err)
				}
				if session.InitializeResult().ProtocolVersion == "2026-07-28" {
					want(t, news, acknowledged)
				}
			}
			rename(t, store, "shoplane/task/offline-queue", "Feed the zyzzyva")
			want(t, news, queueURI)
			rename(t, store, "airnet/task/alert-rule", "Feed the horses")
			want(t, news, projectURI)
			if err := session.Unsubscribe(t.Context(), &sdk.UnsubscribeParams{URI: projectURI}); err != nil {
				t.Fatal(err)
			}
			if err := store.Grant(storetest.Context(), graph.ID("shoplane"), graph.ID("ann"), ""); err != nil {
				t.Fatal(err)
			}
			rename(t, store, "airnet/task/alert-rule", "Feed the cows") // it is no longer followed
			want(t, news, queueURI)
		})
		eventually(t, "no goroutine is left of "+name, func() bool { return runtime.NumGoroutine() <= before })
	}
}

// want waits for the next notification, which must be about uri.
func want(t *testing.T, news <-chan string, uri string) {
	t.Helper()
	select {
	case got := <-news:
		if got != uri {
			t.Errorf("got news of %s, want %s", got, uri)
		}
	case <-time.After(time.Minute):
		t.Fatalf("no news of %s", uri)
	}
}

// TestFollowRefused follows too many resources, and missing ones.
func TestFollowRefused(t *testing.T) {
	server, _ := followed(t)
	session := overStdio(t, server, newClient(nil))
	for i := range 51 {
		err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: fmt.Sprint("dossier://context/", i)})
		if (err == nil) != (i < 50) || err != nil && !strings.Contains(err.Error(), "expected at most 50 resources") {
			t.Errorf("subscription %d: %v", i, err)
		}
	}
	for uri, want := range map[string]string{
		"dossier://entity/0badbeef": "no entity with id 0badbeef", "dossier://project/voice": "no project with the id or name",
		"https://example.com": "expected dossier://",
	} {
		if err := session.Subscribe(t.Context(), &sdk.SubscribeParams{URI: uri}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", uri, err, want)
		}
	}
	older := overHTTP("2025-11-25")(t, server, newClient(nil))
	if err := older.Subscribe(t.Context(), &sdk.SubscribeParams{URI: queueURI}); err == nil ||
		!strings.Contains(err.Error(), "subscriptions/listen") {
		t.Errorf("over HTTP in the older era: %v", err)
	}
}
