package github_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/sources"
	"dossier/sources/github"
	"dossier/sources/sourcestest"
)

// A hub answers as the published description of the interface says: pages with
// Link, ETag and 304, limits, failures, and a repository that was renamed.
type hub struct {
	t        *testing.T
	url      string
	issues   []map[string]any
	comments []map[string]any
	requests int
	answered int // with issues, in full

	limit   int // requests until a limit is reached, 0 for none
	reset   time.Duration
	badAt   map[int]int // requests that fail once, and their status
	deadAt  int         // requests from this one on fail, 0 for none
	touchAt int         // the request at which the first issue changes, 0 for none
}

func newHub(t *testing.T, n int) *hub {
	h := &hub{t: t, badAt: map[int]int{}}
	for number := 1; number <= n; number++ {
		issue := map[string]any{
			"number": number, "title": fmt.Sprintf("Issue %d", number), "state": "open", "body": fmt.Sprintf("Blocked by #%d", number+1),
			"comments": 0, "html_url": fmt.Sprintf("https://github.com/harbour/winch/issues/%d", number),
			"user": map[string]any{"login": "ann", "type": "User"}, "labels": []any{}, "created_at": "2026-01-01T00:00:00Z",
			"updated_at": at(number),
		}
		if number%10 == 0 {
			issue["pull_request"], issue["html_url"] = map[string]any{"merged_at": nil},
				fmt.Sprintf("https://github.com/harbour/winch/pull/%d", number)
		}
		h.issues = append(h.issues, issue)
	}
	h.comment(7, "Said early.")
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// at returns a time of which some issues have the same.
func at(n int) string {
	return time.Date(2026, 2, 1, 0, 0, n/3, 0, time.UTC).Format(time.RFC3339)
}

func (h *hub) comment(number int, text string) {
	h.issues[number-1]["comments"] = 1
	h.comments = append(h.comments, map[string]any{
		"issue_url": fmt.Sprintf("https://api.github.com/repos/harbour/winch/issues/%d", number), "body": text,
		"user": map[string]any{"login": "li", "type": "User"}, "created_at": "2026-02-01T00:00:00Z"})
}

// touch makes an issue the latest one that changed.
func (h *hub) touch(number int) {
	h.issues[number-1]["updated_at"] = at(100_000 + h.requests)
	h.issues[number-1]["title"] = fmt.Sprintf("Issue %d, touched", number)
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.requests++
	if h.requests == h.touchAt {
		h.touch(1)
	}
	switch status := h.badAt[h.requests]; {
	case h.deadAt > 0 && h.requests >= h.deadAt:
		http.Error(w, "", http.StatusBadGateway)
		return
	case status > 0:
		http.Error(w, "<html>", status)
		return
	case h.limit > 0 && h.requests > h.limit:
		now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		w.Header().Set("Date", now.Format(http.TimeFormat))
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(now.Add(h.reset).Unix(), 10))
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"message":"API rate limit exceeded","documentation_url":"x"}`)
		h.limit = 0
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/repos/")
	name, rest, _ := strings.Cut(path, "/issues")
	switch {
	case strings.HasPrefix(path, "old/name"):
		http.Redirect(w, r, "/repos/harbour/winch"+strings.TrimPrefix(path, "old/name"), http.StatusMovedPermanently)
	case path == "harbour/winch":
		fmt.Fprint(w, `{"full_name":"Harbour/Winch"}`)
	case strings.HasSuffix(path, "/milestones"):
		fmt.Fprint(w, `[{"number":1,"title":"v1","state":"open","due_on":"2026-04-01T00:00:00Z"}]`)
	case name == "harbour/winch" && rest == "/comments":
		h.page(w, r, h.comments)
	case name == "harbour/winch" && strings.HasSuffix(rest, "/comments"):
		number := strings.Split(rest, "/")[1]
		h.page(w, r, slices.DeleteFunc(slices.Clone(h.comments),
			func(c map[string]any) bool { return !strings.HasSuffix(c["issue_url"].(string), "/issues/"+number) }))
	case name == "harbour/winch" && rest == "":
		since := r.URL.Query().Get("since")
		list := slices.DeleteFunc(slices.Clone(h.issues), func(i map[string]any) bool { return i["updated_at"].(string) < since })
		slices.SortStableFunc(list, func(a, b map[string]any) int {
			return strings.Compare(a["updated_at"].(string), b["updated_at"].(string))
		})
		h.page(w, r, list)
	default:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"message":"Not Found"}`)
	}
}

// page answers with a page of a list.
func (h *hub) page(w http.ResponseWriter, r *http.Request, list []map[string]any) {
	query := r.URL.Query()
	number, size := 1, 30
	if given := query.Get("page"); given != "" {
		number, _ = strconv.Atoi(given)
	}
	if given := query.Get("per_page"); given != "" {
		size, _ = strconv.Atoi(given)
	}
	from, to := min((number-1)*size, len(list)), min(number*size, len(list))
	if to < len(list) {
		query.Set("page", strconv.Itoa(number+1))
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next", <x>; rel="last"`, h.url, r.URL.Path, query.Encode()))
	}
	body, err := json.Marshal(list[from:to])
	if err != nil {
		h.t.Error(err)
	}
	etag := fmt.Sprintf(`"%d-%x"`, len(body), body[:min(len(body), 40)])
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("ETag", etag)
	h.answered++
	_, _ = w.Write(body) // the client is in this process
}

// read reads the repository, and returns the lines and what was waited for.
func (h *hub) read(location string, state map[string]string) (out *sources.Records, waited time.Duration) {
	h.t.Helper()
	opts := sources.Options{Project: "winch", Name: "Winch", Live: sources.Live{
		URL: h.url, Token: "secret", State: state, Wait: func(_ context.Context, d time.Duration) error { waited += d; return nil }}}
	out, err := sources.Fetch(context.Background(), &github.Format, location, opts)
	if err != nil {
		h.t.Fatal(err)
	}
	return out, waited
}

func check(t *testing.T, out *sources.Records, tasks, outputs int) {
	t.Helper()
	if got := []int{out.Counts[graph.KindTask], out.Counts[graph.KindOutput]}; got[0] != tasks || got[1] != outputs {
		t.Errorf("got %d issues and %d pull requests, want %d and %d", got[0], got[1], tasks, outputs)
	}
}

func TestLiveReadsAllPagesAndThenWhatChanged(t *testing.T) {
	h := newHub(t, 3000)
	h.limit, h.reset = 9, 3*time.Minute
	h.badAt[5], h.badAt[14] = http.StatusBadGateway, http.StatusServiceUnavailable
	h.touchAt = 20
	out, waited := h.read("github:old/name", nil)
	check(t, out, 2700, 300)
	if waited < 3*time.Minute || waited > 4*time.Minute {
		t.Errorf("waited %s, want the three minutes of the limit and some seconds", waited)
	}
	records, notes := sourcestest.Text(t, out, "winch")
	for _, want := range []string{`"title":"Issue 1, touched"`, "Said early.",
		`{"dst_id":"#8","kind":"edge","rel":"depends_on","src_id":"#7"}`, `"title":"v1"`} {
		if !strings.Contains(records, want) {
			t.Errorf("the records have no %s", want)
		}
	}
	if !strings.Contains(notes, "the repository is called Harbour/Winch now") {
		t.Errorf("got the notes %s", notes)
	}

	state := out.State
	h.touch(40)
	h.touch(41)
	h.comment(42, "Said late.")
	h.touch(42)
	h.requests = 1000
	out, _ = h.read("github:harbour/winch", state)
	if !out.Partial || out.Counts[graph.KindTask] > 4 {
		t.Errorf("read %d issues again, partial %v", out.Counts[graph.KindTask], out.Partial)
	}
	records, _ = sourcesText(t, out)
	for _, want := range []string{`"id":"#40"`, "Said late.", `"rel":"depends_on","src_id":"#42"`} {
		if !strings.Contains(records, want) {
			t.Errorf("the records of the second read have no %s:\n%s", want, records)
		}
	}

	state = out.State
	out, _ = h.read("github:harbour/winch", state)
	answered := h.answered
	out, _ = h.read("github:harbour/winch", out.State)
	if h.answered != answered || out.Counts[graph.KindTask] != 0 {
		t.Errorf("an unchanged repository was read again: %d answers", h.answered-answered)
	}
}

// sourcesText returns the lines of records some of whose edges end at entities of
// earlier reads.
func sourcesText(t *testing.T, out *sources.Records) (records, notes string) {
	t.Helper()
	var text strings.Builder
	buffer := make([]byte, 1<<20)
	for reader := out.Reader(); ; {
		n, err := reader.Read(buffer)
		text.Write(buffer[:n])
		if err != nil {
			break
		}
	}
	return text.String(), fmt.Sprint(out.Notes)
}

func TestLiveContinuesAfterAnInterruption(t *testing.T) {
	h := newHub(t, 1000)
	h.deadAt = 8
	out, _ := h.read("github:harbour/winch", nil)
	first := out.Counts[graph.KindTask]
	_, notes := sourcesText(t, out)
	if first == 0 || first >= 900 || !strings.Contains(notes, "interrupted after") || !out.Partial {
		t.Fatalf("read %d issues, partial %v; %s", first, out.Partial, notes)
	}
	h.deadAt = 0
	again, _ := h.read("github:harbour/winch", out.State)
	if rest := again.Counts[graph.KindTask]; rest < 900-first || rest > 900-first+5 {
		t.Errorf("the second read has %d issues after %d, want the rest of 900", rest, first)
	}
	records, _ := sourcesText(t, again)
	last := strings.TrimSuffix(out.State["tasks"], ",")
	last = last[strings.LastIndexAny(last, "-,")+1:]
	if number, _ := strconv.Atoi(last); !strings.Contains(records, fmt.Sprintf(`{"dst_id":"#%d","kind":"edge"`, number+1)) {
		t.Errorf("the link from #%s to the next one, which was not read before, is missing", last)
	}
}

func TestLiveErrors(t *testing.T) {
	h := newHub(t, 9)
	for location, want := range map[string]string{
		"github:nobody/nothing": "GitHub has no repository nobody/nothing", "github:x": "is no repository", "github:a/b/c": "is no repository",
		"github:": "is no repository",
	} {
		_, err := sources.Fetch(context.Background(), &github.Format, location, sources.Options{Project: "p", Live: sources.Live{URL: h.url}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", location, err, want)
		}
	}
	h.limit, h.reset = 1, 50*time.Minute
	h.requests = 1
	_, err := sources.Fetch(context.Background(), &github.Format, "github:harbour/winch",
		sources.Options{Project: "p", Live: sources.Live{URL: h.url}})
	if err == nil || !strings.Contains(err.Error(), "API rate limit exceeded; expected again in 50m") {
		t.Errorf("got %v, want when the limit ends", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := sources.Fetch(ctx, &github.Format, "github:harbour/winch",
		sources.Options{Project: "p", Live: sources.Live{URL: h.url}}); err == nil {
		t.Error("a read that was stopped returned no error")
	}
}
