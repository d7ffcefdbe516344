package similarity_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"dossier/db/storetest"
	"dossier/embeddings"
	"dossier/embeddings/embeddingstest"
	"dossier/graph"
	"dossier/graph/similarity"
)

// endpoint returns an endpoint for which brume means fog, and a client of it.
func endpoint(t *testing.T) (*embeddingstest.Server, similarity.Embedder) {
	t.Helper()
	server := embeddingstest.New(t)
	server.Meanings["brume"] = "fog"
	client, err := embeddings.New(embeddings.Options{
		URL: server.URL, Name: "words", Random: func() float64 { return 0 },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	if err != nil {
		t.Fatal(err)
	}
	return server, client
}

func TestVectors(t *testing.T) {
	vectors := &similarity.Vectors{}
	if values, has := vectors.Of("a"); has || values != nil {
		t.Errorf("an entity without a vector has %v", values)
	}
	vectors.Put("a", []float32{3, 4})
	vectors.Put("refused", nil)
	values, has := vectors.Of("a")
	if !has || len(values) != 2 || math.Abs(float64(values[0]-.6))+math.Abs(float64(values[1]-.8)) > 1e-6 {
		t.Errorf("the vector is %v, want one of length 1", values)
	}
	if values, has := vectors.Of("refused"); !has || len(values) != 0 {
		t.Errorf("the vector of a refused text is %v, %t", values, has)
	}
	large := append(make([]float32, 999), 1)
	vectors.Put("large", large)
	vectors.Put("large", large)
	if got := vectors.Size(); got != 4008 {
		t.Errorf("the size is %d bytes, want 4008", got)
	}
}

// TestCompare compares entities with questions and with starts. Vectors of
// different dimensions are unrelated.
func TestCompare(t *testing.T) {
	server, embedder := endpoint(t)
	questions := similarity.NewQuestions(embedder, storetest.Now)
	vectors := &similarity.Vectors{}
	made, err := embedder.Embed(t.Context(), []string{"fog", "sun"})
	if err != nil {
		t.Fatal(err)
	}
	vectors.Put("fog", made[0])
	vectors.Put("sun", made[1])
	vectors.Put("short", []float32{1, 2, 3})
	vectorOf := func(id string) []float32 {
		values, _ := vectors.Of(id)
		return values
	}
	compare := func(topics, starts []string) similarity.Func {
		t.Helper()
		similar, err := questions.Compare(t.Context(), topics, starts, vectorOf)
		if err != nil {
			t.Fatal(err)
		}
		return similar
	}
	before := len(server.Inputs())
	for _, test := range []struct {
		topics, starts []string
		question       int
		id             string
		want           float64
	}{
		{[]string{"brume"}, nil, 0, "fog", 1},
		{[]string{"sun", "brume"}, nil, 1, "fog", 1},
		{[]string{"sun", "brume"}, nil, 0, "sun", 1},
		{[]string{"brume"}, []string{"sun", "fog"}, 1, "fog", 1},
		{nil, []string{"sun", "fog"}, 1, "fog", 1},
		{nil, []string{"none"}, 0, "fog", 0},
		{[]string{"brume"}, nil, 0, "short", 0},
		{[]string{"brume"}, nil, 0, "none", 0},
	} {
		got := compare(test.topics, test.starts)(test.question, test.id)
		if math.Abs(got-test.want) > 1e-5 {
			t.Errorf("%v %v: the similarity to %s is %g, want %g", test.topics, test.starts, test.id, got, test.want)
		}
	}
	if unlike := compare([]string{"brume"}, nil)(0, "sun"); unlike > .5 {
		t.Errorf("the similarity of unrelated words is %g", unlike)
	}
	if got := len(server.Inputs()) - before; got != 2 {
		t.Errorf("%d requests, want 2: known questions are held", got)
	}
}

// TestPause checks that the endpoint is not called for a while after a failure,
// and that held vectors are used meanwhile.
func TestPause(t *testing.T) {
	server, embedder := endpoint(t)
	now := storetest.Now()
	questions := similarity.NewQuestions(embedder, func() time.Time { return now })
	ask := func(topic string) error {
		_, err := questions.Compare(t.Context(), []string{topic}, nil, func(string) []float32 { return nil })
		return err
	}
	if err := ask("held"); err != nil {
		t.Fatal(err)
	}
	server.Set(func(s *embeddingstest.Server) { s.Refused = "refuse me" })
	if err := ask("refuse me"); graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("refused: %v", err)
	}
	if err := ask("asked after a refusal"); err != nil {
		t.Errorf("after a refusal: %v", err)
	}
	server.Set(func(s *embeddingstest.Server) { s.Down = 503 })
	if err := ask("fails"); err == nil {
		t.Error("the endpoint is down and there is no error")
	}
	requests := len(server.Inputs())
	if err := ask("paused"); graph.CodeOf(err) != graph.CodeUnavailable || len(server.Inputs()) != requests {
		t.Errorf("paused: %v, %d requests", err, len(server.Inputs())-requests)
	}
	if err := ask("held"); err != nil {
		t.Errorf("held: %v", err)
	}
	server.Set(func(s *embeddingstest.Server) { s.Down = 0 })
	now = now.Add(time.Minute)
	if err := ask("paused"); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

// TestCancelledQuestion checks that cancelling does not pause the embedder.
func TestCancelledQuestion(t *testing.T) {
	_, embedder := endpoint(t)
	questions := similarity.NewQuestions(embedder, storetest.Now)
	vectorOf := func(string) []float32 { return nil }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := questions.Compare(ctx, []string{"fog"}, nil, vectorOf); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := questions.Compare(t.Context(), []string{"fog"}, nil, vectorOf); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// run runs the job and returns the number of vectors that it computed.
func run(t *testing.T, job *similarity.Job) (made int, err error) {
	t.Helper()
	err = job.Run(storetest.Context(), func(done, total int) {
		if done <= made || done > total {
			t.Errorf("%d of %d done after %d", done, total, made)
		}
		made = done
	})
	return made, err
}

// TestJob checks that a job computes all vectors in batches, continues after a
// failure, and recomputes vectors of changed entities.
func TestJob(t *testing.T) {
	store := storetest.Demo(t, "../..")
	server, embedder := endpoint(t)
	job := &similarity.Job{Embedder: embedder, Entities: store, Vectors: store}
	server.Set(func(s *embeddingstest.Server) { s.Statuses = []int{0, 503, 503, 503, 503} })
	first, err := run(t, job)
	if first != 64 || graph.CodeOf(err) != graph.CodeUnavailable {
		t.Fatalf("%d made before %v, want one batch of 64", first, err)
	}
	_, left, err := store.Pending(storetest.Context(), embedder.Model(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if rest, err := run(t, job); rest != left || err != nil {
		t.Errorf("%d made, %v, want the other %d", rest, err, left)
	}
	task := store.Entity(t, "shoplane/task/offline-queue").(*graph.Task)
	task.Title = "Rename it Vorpal"
	store.Put(t, graph.Batch{Entities: []graph.Entity{task}})
	made, err := run(t, job)
	inputs := server.Inputs()
	if last := inputs[len(inputs)-1]; made != 1 || err != nil || !strings.HasPrefix(last[0], "Rename it Vorpal\n") {
		t.Errorf("%d made of %.100q, %v, want the changed text", made, last, err)
	}
}

// TestJobLeavesOutRefusedTexts checks that a job computes the vectors of other
// texts, and fails if every text is refused.
func TestJobLeavesOutRefusedTexts(t *testing.T) {
	store := storetest.Demo(t, "../..")
	server, embedder := endpoint(t)
	job := &similarity.Job{Embedder: embedder, Entities: store, Vectors: store}
	server.Set(func(s *embeddingstest.Server) { s.Refused = "i" })
	if made, err := run(t, job); made != 0 || graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("all refused: %d made, %v", made, err)
	}
	title := store.Entity(t, "shoplane/task/offline-queue").Self().Label
	server.Set(func(s *embeddingstest.Server) { s.Refused = title })
	if made, err := run(t, job); made == 0 || err != nil {
		t.Errorf("one refused: %d made, %v", made, err)
	}
	empty := 0
	err := store.Vectors(storetest.Context(), embedder.Model(), []graph.Revision{{ProjectID: graph.ID("shoplane")}}, func(v graph.Vector) {
		if len(v.Values) == 0 {
			empty++
		}
	})
	if err != nil || empty == 0 {
		t.Errorf("%d empty vectors, %v, want that of %q", empty, err, title)
	}
}

// TestJobEndsWhenTheEndpointFailsInTheMiddle fails at a text sent separately.
func TestJobEndsWhenTheEndpointFailsInTheMiddle(t *testing.T) {
	store := storetest.Demo(t, "../..")
	server, embedder := endpoint(t)
	job := &similarity.Job{Embedder: embedder, Entities: store, Vectors: store}
	server.Set(func(s *embeddingstest.Server) { s.Statuses = []int{400, 0, 503, 503, 503, 503} })
	if made, err := run(t, job); made != 0 || graph.CodeOf(err) != graph.CodeUnavailable {
		t.Errorf("%d made, %v", made, err)
	}
}
