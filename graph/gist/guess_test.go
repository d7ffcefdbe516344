package gist

import "testing"

// TestGuess guesses the views of questions that it has not learned: every fifth, from the
// others.
func TestGuess(t *testing.T) {
	list, names, err := readQuestions(questions)
	if err != nil {
		t.Fatal(err)
	}
	const parts = 5
	views, right, none, mistaken := 0, 0, 0, 0
	for part := range parts {
		var known, asked []example
		for i, e := range list {
			if i%parts == part {
				asked = append(asked, e)
			} else {
				known = append(known, e)
			}
		}
		m := learn(known, names)
		for _, e := range asked {
			got := m.guess(e.words)
			switch e.view {
			case noView:
				none++
				if got.view != noView && got.probability >= leastProbable {
					mistaken++
				}
			default:
				views++
				if got.view == e.view {
					right++
				}
			}
		}
	}
	t.Logf("%d of %d views are right, %d of %d questions without a view have one", right, views, mistaken, none)
	if right < views/2 || mistaken > none/10 {
		t.Errorf("%d of %d views are right, want half; %d of %d questions without a view have one, at most a tenth may", right, views, mistaken,
			none)
	}
}

func TestGuessIsDeterministic(t *testing.T) {
	list, names, err := readQuestions(questions)
	if err != nil {
		t.Fatal(err)
	}
	a, b := learn(list, names), learn(list, names)
	for _, e := range list {
		if a.guess(e.words) != b.guess(e.words) {
			t.Fatalf("%v has two views", e.words)
		}
	}
}

func TestRead(t *testing.T) {
	if _, _, err := readQuestions("brief: what is it\n\n# a comment\nno colon\n"); err == nil {
		t.Error("a line without a colon is no error")
	}
}

func BenchmarkLearn(b *testing.B) {
	list, names, err := readQuestions(questions)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		learn(list, names)
	}
}
