package stores

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"dossier/bench/sets"
	"dossier/graph"
)

// The contents of a large store.
const (
	PerProject  = 10_000
	PerPlan     = 20 // the number of entities of a plan
	perDocument = 25 // one of so many entities is a document with long text
	longText    = 2000
	shortText   = 40 // words
)

// The contents of a project of very many entities, with two edges for each. It
// has less text, as stores of that size do.
const (
	briefLong  = 250
	briefShort = 25 // words
)

// ReadWords returns the NDJSON of a file and the words of its texts.
func ReadWords(file string) (data []byte, words []string, err error) {
	if data, err = sets.ReadAll(file); err != nil {
		return nil, nil, err
	}
	words, err = Vocabulary(data)
	return data, words, err
}

// Vocabulary returns the words of an NDJSON file's texts, with repetitions.
func Vocabulary(data []byte) (words []string, err error) {
	const enough = 1 << 20
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() && len(words) < enough {
		var line struct{ Kind, Name, Title, Text, Description, Content string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, err
		}
		for _, text := range []string{line.Name, line.Title, line.Text, line.Description, line.Content} {
			words = append(words, strings.Fields(text)...)
		}
	}
	return words, lines.Err()
}

// A synthesis writes NDJSON of projects with plans, their parts and references
// between these, in words drawn at random from other texts.
type synthesis struct {
	random      *rand.Rand
	words       []string
	titles      []string // of the project
	project     int      // the number of entities of a project
	long, short int      // the number of words of a document, and of other texts
	out         io.Writer
	err         error // the first error of out
}

// Synthesize returns NDJSON of some entities, the same for the same words.
func Synthesize(entities int, words []string) []byte {
	var out bytes.Buffer
	s := &synthesis{words: words, project: PerProject, long: longText, short: shortText, out: &out}
	_ = s.write(entities) // a buffer never fails
	return out.Bytes()
}

// SynthesizeOne writes NDJSON of one project with a number of entities, always
// the same for the same words.
func SynthesizeOne(out io.Writer, entities int, words []string) error {
	s := &synthesis{words: words, project: entities, long: briefLong, short: briefShort, out: out}
	return s.write(entities)
}

func (s *synthesis) write(entities int) error {
	s.random = rand.New(rand.NewPCG(3, 4))
	for i := 0; i < entities && s.err == nil; i++ {
		if i%s.project == 0 {
			s.titles = nil
		}
		s.entity(i)
	}
	return s.err
}

// entity writes an entity and its edges.
func (s *synthesis) entity(i int) {
	id, project, plan := EntityName(i), EntityName(i-i%s.project), EntityName(i-i%s.project%PerPlan)
	line := map[string]any{"id": id, "kind": s.kind(i), "project_id": project, "created_at": "2026-01-01T00:00:00Z"}
	title := s.title()
	s.titles = append(s.titles, title)
	spec := graph.SpecOf(s.kind(i))
	line[spec.Label] = title
	s.schedule(i, spec.Kind, line)
	switch spec.Kind {
	case graph.KindProject:
		delete(line, "project_id")
	case graph.KindDocument:
		line["content"] = s.text(s.long)
	case graph.KindRisk:
		line["content"] = s.text(s.short)
	case graph.KindRequirement:
		line["text"] = s.text(s.short)
	default:
		line["description"] = s.text(s.short)
	}
	s.line(line)
	switch {
	case id == project:
		return
	case id == plan:
		s.edge(project, "has_plan", plan)
	case plan == project:
		s.edge(project, "contains", id)
	default:
		s.edge(plan, "contains", id)
	}
	s.edge(id, "references", EntityName(i-s.random.IntN(i%s.project)))
}

// schedule sets the state of every fifth task, and when every third is due.
func (s *synthesis) schedule(i int, kind graph.Kind, line map[string]any) {
	if kind == graph.KindTask && i%5 == 0 {
		line["state_key"], line["completed_at"] = "done", "2026-03-01T00:00:00Z"
	}
	if kind == graph.KindTask && i%3 == 0 {
		line["due_at"] = fmt.Sprintf("2026-%02d-01T00:00:00Z", 1+i%12)
	}
}

func (s *synthesis) kind(i int) graph.Kind {
	kinds := []graph.Kind{
		graph.KindTask, graph.KindGoal, graph.KindRisk, graph.KindRequirement, graph.KindTask, graph.KindDecision, graph.KindOutput,
	}
	switch {
	case i%s.project == 0:
		return graph.KindProject
	case i%PerPlan == 0:
		return graph.KindPlan
	case i%perDocument == 1:
		return graph.KindDocument
	default:
		return kinds[i%len(kinds)]
	}
}

// EntityName returns the name of the i-th entity of a synthetic store.
func EntityName(i int) string { return fmt.Sprint("synthetic:", i) }

func (s *synthesis) word() string { return s.words[s.random.IntN(len(s.words))] }

// title returns a few words, capitalised so that texts can mention them.
func (s *synthesis) title() string {
	var title []string
	for range 3 + s.random.IntN(3) {
		word := strings.Trim(s.word(), "#*`.,:;()[]|-_")
		title = append(title, strings.ToUpper(word[:min(1, len(word))])+word[min(1, len(word)):])
	}
	return strings.Join(append(title, fmt.Sprint(s.random.IntN(10_000))), " ")
}

// text returns sentences of some words, every tenth of which mentions a title.
func (s *synthesis) text(words int) string {
	var text strings.Builder
	for n := 0; n < words; {
		length := 6 + s.random.IntN(14)
		for range length {
			text.WriteString(s.word() + " ")
		}
		if s.random.IntN(10) == 0 {
			text.WriteString("see " + s.titles[s.random.IntN(len(s.titles))])
		}
		text.WriteString(".\n")
		n += length
	}
	return text.String()
}

func (s *synthesis) edge(src, rel, dst string) {
	if src != dst {
		s.line(map[string]any{"kind": "edge", "src_id": src, "rel": rel, "dst_id": dst})
	}
}

func (s *synthesis) line(line map[string]any) {
	encoded, err := json.Marshal(line)
	if err != nil {
		panic(err) // only strings
	}
	if s.err == nil {
		_, s.err = s.out.Write(append(encoded, '\n'))
	}
}
