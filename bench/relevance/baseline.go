package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/kljensen/snowball/english"

	"dossier/bench/bm25"
	"dossier/bench/sets"
	"dossier/bench/stores"
)

// A piece is an entity or a section, which baselines rank and copy.
type piece struct{ id, heading, body string }

// text returns the piece as it appears in a document.
func (p piece) text() string { return "## " + p.heading + "\n" + p.body + "\n\n" }

// findings are the pieces found, the best first, and the score of the best.
type findings struct {
	pieces []piece
	best   float64
}

func (f *findings) add(p piece, score float64) {
	if f.pieces == nil {
		f.best = score
	}
	f.pieces = append(f.pieces, p)
}

// A baseline copies whole pieces until the budget is full, cutting the last.
type baseline struct {
	find  func(ctx context.Context, question string) (findings, error)
	count func(string) int
	found sync.Map // findings by question, for further budgets
}

// lookUp returns the findings for a question, computed once for all budgets.
func (b *baseline) lookUp(ctx context.Context, question string) (findings, error) {
	if known, has := b.found.Load(question); has {
		return known.(findings), nil
	}
	found, err := b.find(ctx, question)
	if err == nil {
		b.found.Store(question, found)
	}
	return found, err
}

func (b *baseline) answer(ctx context.Context, question string, budget int) (*sets.Answer, error) {
	found, err := b.lookUp(ctx, question)
	if err != nil {
		return nil, err
	}
	a := &sets.Answer{Budget: budget, Ranked: []string{}, Confidence: found.best}
	for _, p := range found.pieces {
		if !slices.Contains(a.Ranked, p.id) {
			a.Ranked = append(a.Ranked, p.id)
		}
	}
	for _, p := range found.pieces {
		text, tokens := b.cut(p.text(), budget-a.Tokens)
		a.Text += text
		a.Tokens += tokens
		a.Nodes = append(a.Nodes, sets.Node{ID: p.id, Tokens: tokens})
		if len(text) < len(p.text()) {
			break
		}
	}
	return a, nil
}

// cut returns the prefix of a text that fits into a budget, and its tokens. The
// prefix ends after a line or, within the first line that does not fit, after a
// word.
func (b *baseline) cut(text string, budget int) (string, int) {
	end, spent := 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		tokens := b.count(line)
		if spent+tokens > budget {
			part, tokens := b.cutLine(line, budget-spent)
			return text[:end+len(part)], spent + tokens
		}
		end += len(line)
		spent += tokens
	}
	return text, spent
}

// cutLine returns the prefix of a line that fits into a budget and ends before
// a space, and its tokens.
func (b *baseline) cutLine(line string, budget int) (string, int) {
	end, spent := 0, 0
	for end < len(line) {
		next := len(line)
		if at := strings.IndexByte(line[end+1:], ' '); at >= 0 {
			next = end + 1 + at
		}
		tokens := b.count(line[end:next])
		if spent+tokens > budget {
			break
		}
		end = next
		spent += tokens
	}
	return line[:end], spent
}

// enough is the number of pieces read, more than the largest budget holds.
const enough = 400

// headingWeight is the number of times that the words of a heading count. With
// 1, five of six sets are worse, by 1 to 5 points.
const headingWeight = 3

// overWords returns a baseline that ranks pieces by the words of the question.
func overWords(pieces []piece, count func(string) int) *baseline {
	index := bm25.New()
	stems := stemmer{}
	for _, p := range pieces {
		index.Add(stems.words(strings.Repeat(p.heading+"\n", headingWeight) + p.body))
	}
	find := func(_ context.Context, question string) (found findings, _ error) {
		for _, hit := range index.Rank(stemmer{}.words(question), enough) {
			found.add(pieces[hit.Text], hit.Score)
		}
		return found, nil
	}
	return &baseline{find: find, count: count}
}

// A stemmer remembers the stems of words.
type stemmer map[string]string

// words returns the stems of a text's words without English stop words, which
// make long questions up to 6 points worse.
func (s stemmer) words(text string) []string {
	words := slices.DeleteFunc(sets.Words(text), english.IsStopWord)
	for i, word := range words {
		stem, known := s[word]
		if !known {
			stem = english.Stem(word, true)
			s[word] = stem
		}
		words[i] = stem
	}
	return words
}

// wholes returns the entities of a set as pieces.
func wholes(texts []sets.Text) []piece {
	pieces := make([]piece, len(texts))
	for i, t := range texts {
		pieces[i] = piece{t.ID, t.Title, t.Body}
	}
	return pieces
}

// sections returns the entities of a set as the sections of their Markdown.
func sections(texts []sets.Text) (pieces []piece) {
	for _, t := range texts {
		pieces = append(pieces, sectionsOf(t)...)
	}
	return pieces
}

var (
	fence    = regexp.MustCompile("^\\s*(```|~~~)")
	headline = regexp.MustCompile(`^(#{1,6})\s+(.*?)\s*#*$`)
)

// sectionsOf returns the sections of a text, each with the titles of the
// sections around it. It omits sections without their own text.
func sectionsOf(t sets.Text) (pieces []piece) {
	path := make([]string, 7)
	path[0] = t.Title
	var body strings.Builder
	end := func() {
		if strings.TrimSpace(body.String()) != "" {
			titles := slices.DeleteFunc(slices.Clone(path), func(title string) bool { return title == "" })
			pieces = append(pieces, piece{t.ID, strings.Join(titles, " › "), body.String()})
		}
		body.Reset()
	}
	fenced := false
	for line := range strings.SplitAfterSeq(t.Body, "\n") {
		if fence.MatchString(line) {
			fenced = !fenced
		}
		if found := headline.FindStringSubmatch(strings.TrimRight(line, "\n")); found != nil && !fenced {
			end()
			level := len(found[1])
			clear(path[level:])
			path[level] = found[2]
			continue
		}
		body.WriteString(line)
	}
	end()
	if pieces == nil {
		return []piece{{t.ID, t.Title, ""}}
	}
	return pieces
}

// searching returns a baseline that copies the hits of the product's search.
func searching(client *stores.Client, texts []sets.Text, count func(string) int) *baseline {
	byID := make(map[string]piece, len(texts))
	for _, p := range wholes(texts) {
		byID[p.id] = p
	}
	const query = `query ($q: String!) { search(query: $q, first: 20) { hits { score entity { externalId } } } }`
	find := func(ctx context.Context, question string) (found findings, err error) {
		var data struct {
			Search struct {
				Hits []struct {
					Score  float64
					Entity struct{ ExternalID string }
				}
			}
		}
		if err := client.Read(ctx, stores.Request{Query: query, Variables: map[string]any{"q": question}}, &data); err != nil {
			return found, fmt.Errorf("search: %w", err)
		}
		for _, hit := range data.Search.Hits {
			found.add(byID[hit.Entity.ExternalID], hit.Score)
		}
		return found, nil
	}
	return &baseline{find: find, count: count}
}
