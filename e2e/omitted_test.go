package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/embeddings/embeddingstest"
)

// A lockedBuffer is what a process writes while a test reads it.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(data []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(data)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// startLogging starts a server, and returns its log.
func startLogging(t *testing.T, args ...string) (server, *lockedBuffer) {
	t.Helper()
	command, log := process(t, append(args, "--listen=127.0.0.1:0", "--index-dir=none", "--log-level=warn")...), &lockedBuffer{}
	command.Stderr = log
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() }) // its context is done by then
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("read the address: %v: %s", err, log)
	}
	return server{strings.Fields(line)[3], command}, log
}

// An omission is a list with a member that cannot be used.
type omission struct {
	name    string
	flags   func(t *testing.T, db string) []string
	problem string // the line of /readyz
	query   string // of the others
	want    string
}

const personType = `{"kind":"record_type","id":"person","name":"Person","fields":[]}
{"kind":"record_type","id":"supplier","name":"Supplier","fields":[]}
`

var omissions = []omission{
	{"signing keys", func(t *testing.T, _ string) []string {
		keys := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"keys":[{"kty":"RSA","kid":"bad","alg":"RS999","n":"AQAB","e":"AQAB"},{"kty":"OKP","crv":"Ed25519","kid":"good",`+
				`"x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}`)
		}))
		t.Cleanup(keys.Close)
		return []string{"--jwks-url=" + keys.URL, "--jwt-issuer=issuer", "--jwt-audience=dossier"}
	}, `signing key "bad" is left out`, "{ __typename }", "UNAUTHENTICATED"},
	{"lenses", func(t *testing.T, _ string) []string {
		return []string{"--lenses=" + writeFile(t, filepath.Join(t.TempDir(), "lenses.yaml"),
			"- name: first\n- name: bad\n  kinds: [epic]\n- name: last\n")}
	}, `lens "bad" is left out`, "{ lenses { name } }", `{"name":"first"},{"name":"last"}`},
	{"trusted documents", func(t *testing.T, _ string) []string {
		return []string{"--trusted-documents=" + writeFile(t, filepath.Join(t.TempDir(), "documents.json"),
			`{"bad":"{ nothing }","good":"{ __typename }"}`)}
	}, `trusted document "bad" is left out`, "{ __typename }", `{"__typename":"Query"}`},
	{"record types", func(t *testing.T, db string) []string {
		if err := sqliteClient(t, db)(`UPDATE onto_record_types SET fields = '{"a":1}' WHERE id = 'person'`); err != nil {
			t.Fatal(err)
		}
		return nil
	}, `record type "person" is left out`, "{ recordTypes { key } }", `[{"key":"supplier"}]`},
	{"sources", func(t *testing.T, _ string) []string {
		dir := ownFolder(t)
		writeFile(t, filepath.Join(dir, "dossier.yaml"),
			"project: Salt works\nsources:\n- from: beads\n- from: markdwon\n  name: bad\n- from: markdown\n  exclude: [docs/none]\n")
		return []string{"--folder=" + dir}
	}, `source "bad" is left out`, "{ documents { nodes { title } } tasks { totalCount } }", `"Brine"`},
	{"embeddings", func(t *testing.T, _ string) []string {
		endpoint := embeddingstest.New(t)
		endpoint.Set(func(s *embeddingstest.Server) { s.Refused = "poison" })
		return []string{"--embeddings-url=" + endpoint.URL, "--embeddings-model=words"}
	}, `the text of entity "`, `{ search(query: "harmless") { semantic } }`, `"semantic":"ON"`},
}

// TestOneBadMember checks that a member of a list that cannot be used is left out,
// and is named once in the log and in /readyz, while the others work.
func TestOneBadMember(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server for each list")
	}
	for _, test := range omissions {
		t.Run(test.name, func(t *testing.T) {
			db := "sqlite:" + filepath.Join(t.TempDir(), "s.db")
			importText(t, db, personType+`{"kind":"project","id":"p","name":"P"}
{"kind":"task","id":"good","project_id":"p","title":"harmless"}
{"kind":"task","id":"bad","project_id":"p","title":"poison"}
`)
			args := append([]string{"serve"}, test.flags(t, db)...)
			if test.name != "sources" {
				args = append(args, "--db="+db)
			}
			s, log := startLogging(t, args...)
			test.check(t, s, log)
		})
	}
}

// check waits until a server names what is left out, and then checks the others.
func (o *omission) check(t *testing.T, s server, log fmt.Stringer) {
	t.Helper()
	ready, answer := "", ""
	isLoaded := func() bool { return strings.Count(ready, "\n") == 2 } // until then it has a line about that
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		body, _ := json.Marshal(map[string]string{"query": o.query})
		_, answer = fetched(t, s.address+"/graphql", string(body))
		if _, ready = fetched(t, s.address+"/readyz", ""); strings.Contains(ready, o.problem) && strings.Contains(answer, o.want) && isLoaded() {
			break
		}
	}
	if !strings.HasPrefix(ready, "ready\n") || !strings.Contains(ready, o.problem) || !strings.Contains(answer, o.want) {
		t.Fatalf("/readyz %q, answer %s, log %s", ready, answer, log)
	}
	unquoted := strings.ReplaceAll(log.String(), `\"`, `"`)
	if n := strings.Count(unquoted, o.problem); n != 1 {
		t.Errorf("named %d times: %s", n, unquoted)
	}
	if !isLoaded() {
		t.Errorf("/readyz %q", ready)
	}
}
