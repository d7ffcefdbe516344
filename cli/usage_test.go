package cli

import (
	"strings"
	"testing"
)

// usages are command lines with a mistake, and what the error must name.
var usages = []struct {
	args   string
	status int
	names  string
}{
	{"nothing", 2, "nothing"}, {"lst tasks", 2, "lst"}, {"serv", 2, `did you mean one of "serve"`}, {"--nothing", 2, "--nothing"},
	{"ls", 2, "<kind>"}, {"ls nothing", 2, "<kind>"}, {"ls tasks more", 2, "more"}, {"ls tasks --state nothing", 2, "--state"},
	{"ls tasks --first x", 2, "--first"}, {"ls tasks --first 0", 2, "--first"}, {"ls tasks --first 201", 2, "--first"},
	{"ls tasks --first", 2, "--first"}, {"ls tasks --limit 3", 2, "--first"}, {"ls tasks --project nowhere", 4, "nowhere"},
	{"ls projects --project airnet", 2, "--project"}, {"ls tasks --json=maybe", 2, "--json"}, {"entity", 2, "<id>"},
	{"entity nowhere", 4, "nowhere"}, {"entity airnet --as-of soon", 2, "--as-of"}, {"entity airnet extra", 2, "extra"},
	{"context", 2, "a topic"}, {"context a --max-tokens 1", 2, "--max-tokens"}, {"context a --max-tokens many", 2, "--max-tokens"},
	{"context a --max-tokens -5", 2, "--max-tokens: -5 is out of range"}, {"key create --actor a --expires -5d", 2, "such as 90d"},
	{"context a --lens nothing", 2, "--lens"}, {"context a --project nowhere", 4, "nowhere"}, {"context a --kinds nothing", 2, "--kinds"},
	{"context a --focus airnet", 2, "--focus"}, {"context a --encoding nothing", 2, "--encoding"}, {"search", 2, "<words>"},
	{"search a --first 51", 2, "--first"}, {"search a --kinds nothing", 2, "--kinds"}, {"links", 2, "<id>"}, {"links nowhere", 4, "nowhere"},
	{"links airnet --direction up", 2, "--direction"}, {"links airnet --relations nothing", 2, "--relations"}, {"snapshot", 2, "<project>"},
	{"snapshot nowhere", 4, "nowhere"}, {"snapshot airnet --max-nodes-per-kind x", 2, "--max-nodes-per-kind"}, {"query", 2, "<document>"},
	{"query nothing", 2, "<document>"}, {"query {nothing}", 2, "nothing"}, {"query {lenses{name}} -v a", 2, "--var"},
	{"query {lenses{name}} -v a=1", 2, "--var"}, {"create", 2, "<kind>"}, {"create nothing a=b", 2, "<kind>"}, {"create task", 2, "<field"},
	{"create task project=airnet nothing=1 title=a", 2, "nothing"}, {"create task project=nowhere title=a", 4, "nowhere"},
	{"create task project=airnet title=a due=soon", 2, "due"}, {"create task project=airnet title=a state=nothing", 2, "state"},
	{"set nowhere title=a", 4, "nowhere"}, {"rm", 2, "<id>"}, {"rm nowhere", 4, "nowhere"}, {"restore nowhere", 4, "nowhere"},
	{"link a", 2, "<rel>"}, {"link airnet nothing airnet", 2, "nothing"}, {"unlink airnet contains nowhere", 4, "nowhere"},
	{"serve --listen 8080x --timeout soon", 2, "--timeout"}, {"serve --memory lots", 2, "--memory"},
	{"serve --trusted-proxy x", 2, "--trusted-proxy"}, {"serve --log-level loud", 2, "--log-level"},
	{"serve --log-format xml", 2, "--log-format"}, {"serve --rate-limit much", 2, "--rate-limit"}, {"mcp --tools some", 2, "--tools"},
	{"mcp --print-config nothing", 2, "nothing"}, {"mcp --http http://127.0.0.1", 2, "--http"},
	{"import --from nothing ../testdata/demo.ndjson", 2, `dossier: --from: unknown format "nothing"; expected one of beads, `},
	{"import --from nd ../testdata", 2, ", ndjson"}, {"import nowhere.ndjson", 2, "nowhere.ndjson"}, {"completion", 2, "<shell>"},
	{"completion tcsh", 2, "<shell>"}, {"key create --scope all", 2, "--scope"}, {"key create --expires never", 2, "--expires"},
	{"key revoke nowhere", 2, "<key>"}, {"member set airnet ann owner", 2, "<access>"}, {"backup", 2, "<file>"},
	{"ls tasks --time-zone Mars", 2, "--time-zone"}, {"ls tasks --key x", 2, "--key"}, {"ls tasks --server nowhere", 2, "--server"},
}

// TestUsage makes each mistake. The error is one line, names what was wrong, and
// nothing is printed.
func TestUsage(t *testing.T) {
	db := demoFile(t)
	for _, usage := range usages {
		got := run(t, nil, append(strings.Fields(usage.args), db)...)
		lines := strings.Count(strings.TrimSuffix(got.errOut, "\n"), "\n")
		if got.status != usage.status || got.out != "" || lines != 0 || !strings.HasPrefix(got.errOut, "dossier: ") ||
			!strings.Contains(got.errOut, usage.names) {
			t.Errorf("%s: status %d, %q%q, want %d and %q", usage.args, got.status, got.out, got.errOut, usage.status, usage.names)
		}
	}
}
