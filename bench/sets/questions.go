package sets

import (
	"os"
	"path/filepath"
)

// Clock is the time of all questions, that of api.json of the sets.
const Clock = "2026-07-01T00:00:00Z"

// A Posed is a question of the sets questions and compose.
type Posed struct{ ID, Graph, Now, Question string }

// ReadPosed returns the questions of both sets of a folder.
func ReadPosed(shared string) (questions []Posed, err error) {
	for _, set := range []struct{ graph, path string }{{"", "compose/questions_dev.jsonl"}, {"kep", "questions/dev/questions.jsonl"}} {
		err = Lines(filepath.Join(shared, set.path), func(q Posed) {
			if set.graph != "" {
				q.Graph, q.Now = set.graph, Clock
			}
			questions = append(questions, q)
		})
		if err != nil {
			return nil, err
		}
	}
	return questions, nil
}

// Stores returns the default folder of imported sets.
func Stores() string { return filepath.Join(os.TempDir(), "dossier-bench") }
