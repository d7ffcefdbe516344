package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

var peakMemory = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak returns the maximum memory that a process has used, in bytes.
func peak(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	kB, err := strconv.Atoi(string(peakMemory.FindSubmatch(status)[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kB << 10
}

// dear are queries with prices near the limit.
var dear = []string{
	`{ a: documents(first: 200) { nodes { full { content props } linkedEntities { groups { items { entity { label } } } } } } }`,
	`{ tasks(first: 200) { nodes { full { props description } linkedEntities { groups { items { entity { label updatedAt } } } } } } }`,
	`{ contextDocument(input: {start: {topics: ["what blocks the launch", "offline queue", "refund certification"]}, maxTokens: 45000}) { ` +
		`text nodes { entity { label } } } }`,
	`{ graphSnapshot(projectId: "<shoplane>", maxNodes: 1000, depth: 5) { nodes { entity { label linkedEntities { groups { ` +
		`items { entity { label } } } } } } } }`,
}

// TestMemoryIsKept sends 256 expensive queries at once to a server with a
// memory limit of 256 MiB. The server must stay within the limit, refuse the
// excess, and answer others.
func TestMemoryIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes all processors for seconds")
	}
	url := "sqlite:" + filepath.Join(t.TempDir(), "memory.db")
	importDemo(t, url)
	s := startServer(t, "serve", "--db="+url, "--memory=256MiB")
	var asking sync.WaitGroup
	outcomes := make([]string, 256)
	for n := range outcomes {
		asking.Go(func() {
			body := fmt.Sprintf(`{"query":%q}`, withIDs(dear[n%len(dear)]))
			status, answer := fetched(t, s.address+"/graphql", body)
			switch {
			case status == http.StatusOK && !strings.Contains(answer, `"errors"`):
				outcomes[n] = "answered"
			case strings.Contains(answer, "busy"), strings.Contains(answer, "TIMEOUT"):
				outcomes[n] = "refused"
			default:
				outcomes[n] = answer[:min(len(answer), 300)]
			}
		})
	}
	asking.Wait()
	counts := map[string]int{}
	for _, outcome := range outcomes {
		counts[outcome]++
	}
	if counts["answered"] == 0 || counts["answered"]+counts["refused"] < len(outcomes) {
		t.Errorf("got %v", counts)
	}
	if status, answer := fetched(t, s.address+"/graphql", `{"query":"{ viewer { actorId } }"}`); status != http.StatusOK {
		t.Errorf("after it: %d %s", status, answer)
	}
	most := peak(t, s.process.Process.Pid)
	t.Logf("at most %d MiB; %v", most>>20, counts)
	if most > 256<<20 {
		t.Errorf("the server took %d MiB", most>>20)
	}
}
