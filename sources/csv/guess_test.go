package csv_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/sources/csv"
	"dossier/sources/sourcestest"
)

// TestOddHeaders reads tables of which some names of columns are in no list.
func TestOddHeaders(t *testing.T) {
	for _, test := range []struct{ name, table, want string }{
		{"a question for the state", "Ref#,What,Where are we?,Lead,Waiting on\nR-1,Sign in,Shipped,Noor,\nR-2,Audit log,Building,Kofi,R-1\n",
			"R-1 Sign in done Noor; R-2 Audit log in_progress Kofi after R-1"},
		{"parts of names", "Work item no,Task owner,Current status,Deliverable,Priority (1-5),Target date (EOD)\n7,Ann,Doing,Roof,2," +
			"2026-12-01\n8,Bo,Done,Wall,3,2026-12-02\n",
			"7 Roof in_progress 2 2026-12-01 Ann; 8 Wall done 3 2026-12-02 Bo"},
		{"no name of a title", "Code,Explanation here,Person,How urgent\nAB-1,Mend the door,Ann,P1\nAB-2,Paint the door,Bo,P3\n",
			"AB-1 Mend the door todo 2 Ann; AB-2 Paint the door todo 4 Bo"},
		{"no name of an id", "Thing,Title,Status\nK1,Dig,open\nK2,Plant,closed\n", "K1 Dig todo; K2 Plant done"},
		{"German", "Posten;Bezeichnung;Wie weit;Wer;Nach\nP-1;Aushub;erledigt;Jo;\nP-2;Mauern;offen;Ali;P-1\n",
			"P-1 Aushub done Jo; P-2 Mauern todo Ali after P-1"},
		{"French", "Rep;Titre;Où en est on;Qui\nF-1;Creuser;terminé;Zoé\nF-2;Planter;en cours;Léa\n",
			"F-1 Creuser done Zoé; F-2 Planter in_progress Léa"},
		{"effort is no priority", "ID,Title,Status,Effort\n1,Dig,open,high\n2,Plant,open,low\n", "1 Dig todo; 2 Plant todo"},
		{"notes are no state", "ID,Title,Owner,Remark here\n1,Dig,Ann,Wet ground\n2,Plant,Bo,Needs water\n", "1 Dig todo Ann; 2 Plant todo Bo"},
		{"numbers that are ids of rows", "ID,Title,Status,Days\n1,Dig,open,2\n2,Plant,open,1\n", "1 Dig todo; 2 Plant todo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, notes := sourcestest.ReadFile(t, &csv.Format, "t.csv", test.table)
			if got := tasks(t, records); got != test.want {
				t.Errorf("got %s\nwant %s\n%s", got, test.want, notes)
			}
		})
	}
}

// tasks returns the tasks of records, with their states, priorities, dates, owners
// and what they wait for.
func tasks(t *testing.T, records string) string {
	var list []string
	after := map[string]string{}
	for line := range strings.Lines(records) {
		_, text, _ := strings.Cut(line, "\t")
		var of struct {
			Kind, ID, Title, Rel string
			State                string `json:"state_key"`
			Src                  string `json:"src_id"`
			Dst                  string `json:"dst_id"`
			Due                  string `json:"due_at"`
			Priority             int
			Props                struct{ Owner string }
		}
		if err := json.Unmarshal([]byte(text), &of); err != nil {
			t.Fatal(err)
		}
		switch {
		case of.Rel == "depends_on":
			after[of.Src] = " after " + of.Dst
		case of.Kind == "task":
			parts := []string{of.ID, of.Title, of.State, "", of.Due, of.Props.Owner}
			if of.Priority > 0 {
				parts[3] = fmt.Sprint(of.Priority)
			}
			list = append(list, strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
		}
	}
	for i, task := range list {
		list[i] += after[strings.Fields(task)[0]]
	}
	return strings.Join(list, "; ")
}

// TestDetectTables checks that a folder of measurements is none of tasks.
func TestDetectTables(t *testing.T) {
	for text, want := range map[string]bool{
		"id,title,status\n1,Dig,open\n":                                     true,
		"Ref#,What,Where are we?\nR-1,Dig,Shipped\n":                        true,
		"Aufgabe;Wer\nMauern;Ali\n":                                         true,
		"date,station,value,remark\n2026-01-01,North,3.1,clear sky\n":       false,
		"city,people\nGdynia,245000\nSopot,35000\n":                         false,
		"station,condition\nNorth harbour,open\nSouth harbour,closed\n":     false,
		"timestamp,message text,level\n1764000000,Server started here,P1\n": false,
	} {
		_, found := csv.Format.Detect(fstest.MapFS{"t.csv": &fstest.MapFile{Data: []byte(text)}})
		if found != want {
			t.Errorf("%q: found %v, want %v", text, found, want)
		}
	}
}
