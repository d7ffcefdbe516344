package e2e_test

import (
	"net/url"
	"strings"
	"testing"

	driver "github.com/jackc/pgx/v5"
)

// TestDoctorOfPostgres prepares faults of a Postgres store.
func TestDoctorOfPostgres(t *testing.T) {
	migrated := func(t *testing.T) string {
		t.Helper()
		address := databases.Database(t)
		if got := runBinary(t, "import", "--db="+address, root+"/testdata/trial.ndjson"); got.status != 0 {
			t.Fatalf("import: %+v", got)
		}
		return address
	}
	sql := func(statements ...string) func(*testing.T) string {
		return func(t *testing.T) string {
			t.Helper()
			address := migrated(t)
			conn, err := driver.Connect(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(t.Context())
			for _, statement := range statements {
				if _, err := conn.Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			return address
		}
	}
	// changed returns the URL of a store with another part.
	changed := func(store func(*testing.T) string, change func(*url.URL)) func(*testing.T) string {
		return func(t *testing.T) string {
			t.Helper()
			address, err := url.Parse(store(t))
			if err != nil {
				t.Fatal(err)
			}
			change(address)
			return address.String()
		}
	}
	const role = "dossier_e2e_doctor"
	ofRole := func(u *url.URL) { u.User = url.User(role) }
	for _, patient := range []struct {
		fault         string
		store         func(*testing.T) string
		finds, remedy string // "" for none
	}{
		{"none", migrated, "", ""},
		{"no database", changed(migrated, func(u *url.URL) { u.Path = "/nothing" }), "the database does not exist", "create the database"},
		{"no user", changed(migrated, func(u *url.URL) { u.User = url.User("nobody_here") }), "it refuses the user or password",
			"correct the user and the password"},
		{"no tables", func(t *testing.T) string { t.Helper(); return databases.Database(t) }, "the store has no tables", "run dossier migrate"},
		{"no rights", changed(sql("DROP ROLE IF EXISTS "+role, "CREATE ROLE "+role+" LOGIN"), ofRole), "no rights to its tables",
			"give the user"},
		{"an earlier version", sql("DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)"),
			"this program needs version", "run dossier migrate"},
		{"a later version", sql("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, true)"), "got version 9999",
			"install the version"},
		{"a missing table", sql("DROP TABLE onto_risks CASCADE"), "its tables are missing", "run dossier migrate"},
		{"a missing index", sql("DROP INDEX onto_edges_dst"), "1 index is missing", "CREATE INDEX onto_edges_dst"},
		{"an edge without an end", sql("UPDATE onto_edges SET dst_id = '00000000-0000-5000-8000-000000000000' WHERE id = (SELECT id " +
			"FROM onto_edges ORDER BY id LIMIT 1)"), "end that does not exist", "onto_edges"},
	} {
		t.Run(patient.fault, func(t *testing.T) {
			got := runBinary(t, "doctor", "--db="+patient.store(t), "--listen=127.0.0.1:0")
			switch {
			case patient.finds == "" && got.status != 0:
				t.Errorf("got %+v", got)
			case patient.finds != "" && (got.status != 3 || !strings.Contains(got.out, patient.finds) || !strings.Contains(got.out, patient.remedy)):
				t.Errorf("status %d, want %q and %q:\n%s%s", got.status, patient.finds, patient.remedy, got.out, got.errOut)
			}
		})
	}
}

// TestDoctorOfReplicas names servers as replicas that are none.
func TestDoctorOfReplicas(t *testing.T) {
	address := databases.Database(t)
	importDemo(t, address)
	for _, test := range []struct{ replica, want string }{
		{address, "is not read: it is no replica of the store, or was promoted\n"},
		{"postgres://127.0.0.1:1/nothing?sslmode=disable", "the replica 127.0.0.1:1/nothing is not read\n"},
		{"mysql://nowhere", "expected postgres://host:port/database; got another URL"},
	} {
		if got := runBinary(t, "doctor", "--db="+address, "--index-dir=none", "--db-read="+test.replica); !strings.Contains(got.out+got.errOut,
			test.want) {
			t.Errorf("%s: %+v, expected %s", test.replica, got, test.want)
		}
	}
	settings := runBinary(t, "config", "--db-read=postgres://a:fogbank@b/c", "--db-read-lag=5s")
	if !strings.Contains(settings.out, "db-read\t(set)\t") || !strings.Contains(settings.out, "db-read-lag\t5s\t") ||
		strings.Contains(settings.out, "fogbank") {
		t.Errorf("settings: %s", settings.out)
	}
}
