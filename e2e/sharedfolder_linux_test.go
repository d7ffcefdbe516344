package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph"
)

// loads are the numbers of graphs that a server read from the store, brought up to date
// and loaded from files, and that it saved.
type loads struct{ store, changes, file, saved float64 }

func loadsBy(t *testing.T, s server) loads {
	t.Helper()
	text := page(t, s.address+"/metrics")
	from := func(source string) float64 {
		return metric(t, text, fmt.Sprintf("dossier_project_loads_total{from=%q}", source))
	}
	return loads{from("store"), from("changes"), from("file"), metric(t, text, "dossier_project_saves_total")}
}

// TestSharedFolder starts servers one after the other with the same folder for saved
// projects. The first one writes it and the next reads it instead of the store; what
// is older than the store is brought up to date, what is damaged is read from the store
// and written again, and what another server wrote is not written again.
func TestSharedFolder(t *testing.T) {
	for name, db := range sharedStores {
		t.Run(name, func(t *testing.T) {
			url, folder := db(t), t.TempDir()
			importDemo(t, url)
			project := graph.ID("shoplane")
			client := &fencing{}
			ask := func(s server) string {
				const document = `{ search(query: "offline queue zyzzyva", projectId: %q, first: 5) {
					hits { entity { id label } score } } }`
				return client.ask(t, s.address, fmt.Sprintf(document, project))
			}
			start := func() server { return startServer(t, "serve", "--db="+url, "--index-dir="+folder) }
			first := start()
			want := ask(first)
			var files []string
			waitFor(t, "the files", func() bool {
				files, _ = filepath.Glob(filepath.Join(folder, "*", project+".*"))
				return len(files) == 2 && !strings.Contains(strings.Join(files, " "), "unfinished")
			})
			before := modified(t, files)

			second := start()
			if got := ask(second); got != want {
				t.Errorf("the second server: %s\nthe first: %s", got, want)
			}
			if did := loadsBy(t, second); did.store != 0 || did.file == 0 {
				t.Errorf("the second server: %+v; expected to load files", did)
			}
			rename(t, client, first.address, "Zyzzyva")
			third := start()
			if got := ask(third); !strings.Contains(got, "Zyzzyva") {
				t.Errorf("the third server has no changes after the files: %s", got)
			}
			if did := loadsBy(t, third); did.store != 0 || did.changes == 0 {
				t.Errorf("the third server: %+v; expected files and changes", did)
			}
			if after := modified(t, files); after != before {
				t.Errorf("files were written again: %s, before %s", after, before)
			}
			want = ask(third)
			for _, file := range files {
				damage(t, file)
			}
			fourth := start()
			if got := ask(fourth); got != want {
				t.Errorf("the fourth server, of damaged files: %s\nthe third: %s", got, want)
			}
			if did := loadsBy(t, fourth); did.store == 0 {
				t.Errorf("the fourth server: %+v; expected to read the store", did)
			}
			waitFor(t, "the files again", func() bool { return loadsBy(t, fourth).saved > 0 })
			fifth := start()
			if got, did := ask(fifth), loadsBy(t, fifth); got != want || did.store != 0 {
				t.Errorf("the fifth server: %+v, %s\nthe third: %s", did, got, want)
			}
		})
	}
}

// waitFor calls f until it returns true.
func waitFor(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 30 s: %s", what)
		}
	}
}

// modified returns the sizes of files and hashes of what they have.
func modified(t *testing.T, files []string) string {
	t.Helper()
	var all []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, fmt.Sprint(len(text), " ", graph.ID(string(text))))
	}
	return strings.Join(all, ", ")
}

// damage changes a byte in the middle of a file.
func damage(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)/2] ^= 0x55
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}
