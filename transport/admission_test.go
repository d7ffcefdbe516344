package transport_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dossier/transport"
)

// dear is a query with a price that is too high for it to be always admitted.
// The tests have a function that resolves answer.
const dear = `{answer item{items(first:400){id child{id}}}}`

// TestOverload sends too many expensive requests at the same time, and a cheap
// one.
func TestOverload(t *testing.T) {
	blocked, entered := make(chan struct{}), make(chan struct{}, 10)
	s := newServer(transport.Options{Limits: transport.Limits{AtOnce: 4 * 2740}}).answers(func(context.Context) (*string, error) {
		entered <- struct{}{}
		<-blocked
		return nil, nil
	})
	body := fmt.Sprintf(`{"query":%q}`, dear)
	for range 2 { // each costs 1,352; requests of this price may use a quarter of AtOnce
		go s.ServeHTTP(httptest.NewRecorder(), request{body: body}.make())
	}
	for range 2 {
		<-entered
	}
	if cheap := s.query(t, `{item{id}}`); cheap.code() != "" {
		t.Errorf("a cheap request: %s", cheap.raw)
	}
	refused := s.post(t, body)
	if refused.status != 503 || refused.code() != "LIMIT_EXCEEDED" || refused.Errors[0].Extensions["limit"] != "atOnce" ||
		refused.header.Get("Retry-After") != "1" {
		t.Errorf("%d %v %s", refused.status, refused.header, refused.raw)
	}
	close(blocked)
	if then := s.post(t, body); then.code() != "" {
		t.Errorf("when others were done: %.300s", then.raw)
	}
}

// TestTimeoutIsKept checks that clients have the whole answer to a request at its
// deadline, although its resolver does not return, and that their connection
// serves other requests when it has.
func TestTimeoutIsKept(t *testing.T) {
	blocked := make(chan struct{})
	s := newServer(transport.Options{Limits: transport.Limits{Timeout: 50 * time.Millisecond}}).
		answers(func(context.Context) (*string, error) {
			<-blocked
			return nil, nil
		})
	server := httptest.NewServer(transport.Log(transport.Compress(s), slog.New(slog.DiscardHandler), func() string { return "1" }))
	defer server.Close()
	ask := func(query string) (int, string) {
		answer, err := http.Get(server.URL + "/graphql?query=" + url.QueryEscape(query))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	status, body := ask(`{answer}`)
	if status != 504 || !strings.Contains(body, `"TIMEOUT"`) || !strings.Contains(body, "not done within 50ms") {
		t.Errorf("%d %s", status, body)
	}
	close(blocked)
	if status, body = ask(`{item{id}}`); status != 200 || !strings.Contains(body, `"data"`) {
		t.Errorf("when the resolver had returned: %d %s", status, body)
	}
}

// TestLeavingEndsTheRequest checks that a request ends when its client has
// left.
func TestLeavingEndsTheRequest(t *testing.T) {
	ended := make(chan error, 1)
	entered := make(chan struct{})
	s := newServer(transport.Options{}).answers(func(ctx context.Context) (*string, error) {
		close(entered)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-entered; leave() }()
	s.ServeHTTP(httptest.NewRecorder(), request{body: `{"query":"{answer}"}`}.make().WithContext(ctx))
	if err := <-ended; err != context.Canceled { //nolint:errorlint // is it
		t.Errorf("ended by %v", err)
	}
}

// TestLongRequestsWait checks that long requests wait if there are more than
// may use processors, and that shorter ones do not.
func TestLongRequestsWait(t *testing.T) {
	admission := transport.NewAdmission(transport.Limits{})
	spare := max(1, runtime.GOMAXPROCS(0)-1)
	var leaves []func()
	for range spare {
		leave, err := admission.Enter(t.Context(), admission.LongPrice())
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel() // do not wait
	if _, err := admission.Enter(ended, admission.LongPrice()); err == nil {
		t.Errorf("%d long requests were admitted at once", spare+1)
	}
	for _, price := range []int{1, admission.LongPrice() - 1} {
		leave, err := admission.Enter(t.Context(), price)
		if err != nil {
			t.Fatalf("price %d: %v", price, err)
		}
		leave()
	}
	for _, leave := range leaves {
		leave()
	}
	leave, err := admission.Enter(t.Context(), admission.LongPrice())
	if err != nil {
		t.Fatalf("when others were done: %v", err)
	}
	leave()
}

// TestShortRequestsOvertake checks that a shorter request is admitted while
// more long ones wait than may be admitted.
func TestShortRequestsOvertake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := transport.DefaultLimits()
		admission := transport.NewAdmission(limits)
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 * limits.AtOnce / limits.Complexity {
			go func() {
				if _, err := admission.Enter(ctx, limits.Complexity); err == nil {
					<-ctx.Done() // it does not leave
				}
			}()
		}
		synctest.Wait()                                     // until each of them waits
		soon, stop := context.WithTimeout(ctx, time.Second) // before the others are refused
		defer stop()
		if _, err := admission.Enter(soon, admission.LongPrice()-1); err != nil {
			t.Error(err)
		}
		cancel()
	})
}

// TestRetryAfter checks that clients are asked to try again when the requests
// that wait could have been executed, at most half a minute later.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		admission := transport.NewAdmission(transport.Limits{})
		spare := max(1, runtime.GOMAXPROCS(0)-1)
		enter := func() (func(), error) { return admission.Enter(context.Background(), admission.LongPrice()) }
		busyFor := func(took time.Duration) {
			leave, err := enter()
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(took)
			leave()
		}
		busyFor(time.Second) // what a long request takes
		for range spare {
			if _, err := enter(); err != nil { // it does not leave
				t.Fatal(err)
			}
		}
		refused := make(chan string, 1000)
		for _, waiting := range []int{1, 5 * spare, 100 * spare} {
			for range waiting {
				go func() {
					_, err := enter()
					refused <- err.Error()
				}()
			}
			latest := ""
			for range waiting {
				if text := <-refused; len(text) > len(latest) || len(text) == len(latest) && text > latest {
					latest = text
				}
			}
			seconds := min(30, max(1, waiting/spare))
			if want := fmt.Sprintf("the server is busy with other requests; try again in %d s", seconds); latest != want {
				t.Errorf("%d wait: %q, want %q", waiting, latest, want)
			}
		}
	})
}

// A stuck client reads its answer only after release.
type stuck struct {
	*httptest.ResponseRecorder
	begun   chan<- struct{}
	release <-chan struct{}
}

func (s stuck) Write(part []byte) (int, error) {
	if len(part) > 64<<10 {
		s.begun <- struct{}{}
		<-s.release
	}
	return s.ResponseRecorder.Write(part)
}

// TestUnreadAnswersAreBounded checks that a large answer is refused while eight
// clients do not read theirs.
func TestUnreadAnswersAreBounded(t *testing.T) {
	const bytes = 100_000
	s := newServer(transport.Options{Limits: transport.Limits{ResponseBytes: bytes + 200}}).answers(func(context.Context) (*string, error) {
		return new(strings.Repeat("x", bytes)), nil
	})
	begun, release := make(chan struct{}), make(chan struct{})
	var waiting sync.WaitGroup
	for range 8 {
		waiting.Go(func() {
			s.ServeHTTP(stuck{httptest.NewRecorder(), begun, release}, request{body: `{"query":"{answer}"}`}.make())
		})
	}
	for range 8 {
		<-begun
	}
	refused := s.query(t, `{answer}`)
	if refused.status != 503 || refused.code() != "LIMIT_EXCEEDED" || refused.header.Get("Retry-After") != "1" {
		t.Errorf("the ninth: %d %v %.300s", refused.status, refused.header, refused.raw)
	}
	if small := s.query(t, `{item{id}}`); small.code() != "" {
		t.Errorf("a small answer: %s", small.raw)
	}
	close(release)
	waiting.Wait()
	if then := s.query(t, `{answer}`); then.code() != "" {
		t.Errorf("when the others were read: %.300s", then.raw)
	}
}

// A lateContext has a deadline that has passed, and does not end, as a context
// whose timer has not run yet.
type lateContext struct{ context.Context }

func (lateContext) Deadline() (time.Time, bool) { return time.Now().Add(-time.Minute), true }

// TestAnswerBeforeTheContextEnds checks the answer in place of an operation whose
// deadline has passed, although its context has no cause yet.
func TestAnswerBeforeTheContextEnds(t *testing.T) {
	recorder := signalled{httptest.NewRecorder(), make(chan struct{}, 10)}
	s := newServer(transport.Options{}).answers(func(context.Context) (*string, error) {
		<-recorder.written
		return nil, nil
	})
	r := request{body: `{"query": "{ answer }"}`}.make()
	s.ServeHTTP(recorder, r.WithContext(lateContext{r.Context()}))
	if body := recorder.Body.String(); !strings.Contains(body, `"errors"`) {
		t.Errorf("got %s", body)
	}
}

// signalled is a response that signals each write.
type signalled struct {
	*httptest.ResponseRecorder
	written chan struct{}
}

func (s signalled) Write(data []byte) (int, error) {
	n, err := s.ResponseRecorder.Write(data)
	s.written <- struct{}{}
	return n, err
}

// TestQuickRequestsShareSlots checks that two requests of a middle price that is
// low are executed for each processor, and one of a higher price.
func TestQuickRequestsShareSlots(t *testing.T) {
	a := transport.NewAdmission(transport.Limits{})
	slots := max(2, runtime.GOMAXPROCS(0))
	for price, want := range map[int]int{2_000: 2 * slots, 10_000: slots} {
		synctest.Test(t, func(t *testing.T) {
			entered := 0
			for range 2*slots + 1 {
				leave, err := a.Enter(t.Context(), price)
				if err != nil {
					break
				}
				defer leave()
				entered++
			}
			if prices := (transport.DefaultLimits().AtOnce / 4) / price; entered != min(want, prices) {
				t.Errorf("of price %d, %d requests are executed at once, want %d", price, entered, min(want, prices))
			}
		})
	}
}
