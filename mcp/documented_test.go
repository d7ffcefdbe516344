package mcp_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// An example is a call in docs/agents.md and its answer, where … marks an omission.
type example struct{ tools, call, answer string }

// TestDocumentedAnswers makes the calls of docs/agents.md and compares the answers.
func TestDocumentedAnswers(t *testing.T) {
	text, err := os.ReadFile("../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := examplesIn(string(text))
	if len(examples) < 12 {
		t.Errorf("%d examples, want one of each tool", len(examples))
	}
	a := connect(t)
	for _, of := range examples {
		var given map[string]any
		if err := json.Unmarshal([]byte(of.call), &given); err != nil {
			t.Errorf("%s: %v", of.call, err)
			continue
		}
		tool := of.tools
		if strings.Contains(tool, "update_entities") { // of those that write together
			tool = "update_entities"
		}
		got := textOf(a.call(t, tool, given))
		if !shortened(of.answer).MatchString(got) {
			t.Errorf("%s %s: the document has\n%s\nbut the answer is\n%s", tool, of.call, of.answer, got)
		}
	}
}

// examplesIn returns the calls below the headings of tools.
func examplesIn(text string) (list []example) {
	tools, fence := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		isFence := strings.HasPrefix(line, "```")
		switch {
		case fence == "" && strings.HasPrefix(line, "### "):
			tools = strings.TrimPrefix(line, "### ")
		case fence == "" && strings.HasPrefix(line, "## "):
			tools = ""
		case fence == "" && isFence:
			fence = line
		case line == fence:
			fence = ""
		case fence == "" || tools == "":
		case strings.HasPrefix(line, "{") && json.Valid([]byte(line)):
			list = append(list, example{tools: tools, call: line})
		case len(list) > 0:
			list[len(list)-1].answer += line + "\n"
		}
	}
	return list
}

// shortened returns an expression that matches the whole answer: … matches any lines if it is
// one, else any part of a line.
func shortened(answer string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(strings.TrimSpace(answer))
	pattern = regexp.MustCompile(`(?m)^\s*…$`).ReplaceAllLiteralString(pattern, `(?s:.*)`)
	return regexp.MustCompile(`^` + strings.ReplaceAll(pattern, "…", ".*") + `\s*$`)
}
