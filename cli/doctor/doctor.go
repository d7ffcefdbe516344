// Package doctor looks for faults of the store, the settings and the machine, and says what
// mends them.
package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"dossier/cli/flags"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
)

// A Command has the flags of a server, so that it looks at what dossier
// serve with the same flags would use.
type Command struct{ flags.Server }

// Help says what the exit status means.
func (Command) Help() string {
	return `Nothing is changed. The exit status is 3 if there are faults. Run it beside a server, or before
the first start, with the same flags, variables and configuration file.`
}

// A finding is a fault, and what mends it.
type finding struct{ about, fault, remedy string }

// A visit is one run of the doctor.
type visit struct {
	flags.Server
	stores     *storage.Stores
	embeddings *flags.Embeddings
	logged     *warnings
	findings   []finding
}

// ErrFaults is the error of a visit that found faults, which are printed.
var ErrFaults = errors.New("faults were found")

// Run makes all checks, and prints what is wrong and what mends it.
func (c *Command) Run(ctx context.Context, stores *storage.Stores, embeddings *flags.Embeddings, streams terminal.Streams) error {
	v := &visit{Server: c.Server, stores: stores, embeddings: embeddings, logged: &warnings{}}
	v.stores.Log, v.stores.Notice = slog.New(v.logged), nil
	for _, check := range []func(context.Context){v.files, v.signIn, v.address, v.machine, v.saved, v.folder, v.endpoint, v.store} {
		check(ctx)
	}
	for _, warning := range v.logged.texts {
		v.find("store", warning, "look at the rows or files that it names; a backup from before has them as they were")
	}
	if len(v.findings) == 0 {
		_, err := fmt.Fprintf(streams.Out, "The store %s, its settings and this machine have no fault that is known.\n",
			storage.Address(v.stores.URL))
		return err
	}
	for _, found := range v.findings {
		fmt.Fprintf(streams.Out, "%s %s\n  %s %s\n", terminal.Painted(streams.Out, terminal.Yellow, found.about+":"), terminal.Shown(found.fault),
			terminal.Painted(streams.Out, terminal.Green, "→"), terminal.Shown(found.remedy))
	}
	return ErrFaults
}

// find adds a finding.
func (v *visit) find(about, fault, remedy string) {
	v.findings = append(v.findings, finding{about, strings.TrimSuffix(glyphs.Masked(fault), "."), remedy})
}

// fails adds a finding about an error, if there is one, with what mends its fault.
func (v *visit) fails(about string, err error, otherwise string) bool {
	if err == nil {
		return false
	}
	text, fault := err.Error(), graph.Fault("")
	if known, is := errors.AsType[*graph.Error](err); is {
		text, fault = known.Text, known.Fault
		if known.Place != "" {
			text = known.Place + ": " + text
		}
	}
	if fault == "" && errors.Is(err, fs.ErrPermission) {
		fault = graph.FaultRights
	}
	v.find(about, text, cmp.Or(cures[fault], otherwise))
	return true
}

// cures are what mends the faults of stores.
var cures = map[graph.Fault]string{
	graph.FaultMissing:     "import a graph with dossier import, or correct --db",
	graph.FaultUnread:      "run dossier sync",
	graph.FaultPath:        "make the folder, or correct --db",
	graph.FaultForeign:     "correct --db, or restore a backup with dossier restore",
	graph.FaultDamaged:     "stop the servers, keep the file, and restore a backup with dossier restore",
	graph.FaultOld:         "run dossier migrate",
	graph.FaultLater:       "install the version of dossier that upgraded the store, or restore a backup",
	graph.FaultNoTables:    "run dossier migrate, or correct --db",
	graph.FaultNoDatabase:  "create the database, or correct --db",
	graph.FaultRights:      "give the user of this process the right to read and write the file, the folder and the tables",
	graph.FaultPassword:    "correct the user and the password in DOSSIER_DB, or in the file of DOSSIER_DB_FILE",
	graph.FaultUnreachable: "start Postgres, or correct the host and port of --db",
	graph.FaultNoRoom:      "free room on the disk of the store",
	graph.FaultConnections: "raise max_connections of Postgres, or lower pool_max_conns in --db",
}

// warnings is a handler of log lines that keeps warnings.
type warnings struct{ texts []string }

// Enabled implements [slog.Handler].
func (*warnings) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

// Handle implements [slog.Handler].
func (w *warnings) Handle(_ context.Context, record slog.Record) error {
	text := record.Message
	record.Attrs(func(a slog.Attr) bool {
		text += fmt.Sprintf(", %s %v", a.Key, a.Value)
		return true
	})
	w.texts = append(w.texts, text)
	return nil
}

// WithAttrs implements [slog.Handler].
func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }

// WithGroup implements [slog.Handler].
func (w *warnings) WithGroup(string) slog.Handler { return w }
