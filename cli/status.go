package cli

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/remote"
	"dossier/socket"
)

// A statusCommand looks at a running server. Without --server that is the one
// that dossier serve with the same settings is.
type statusCommand struct {
	flags.Address
	terminal.Reading
}

// Help says where the values are from.
func (statusCommand) Help() string {
	return `Without --server it asks the server that listens where dossier serve would. Servers that
clients sign in to report more to a key (--key, DOSSIER_KEY).

Examples:
  dossier status
  dossier status --server https://dossier.example.org --json`
}

// Run prints the status of a server. A server that is not ready is an error.
func (c *statusCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	form, err := c.Form()
	if err != nil {
		return err
	}
	server := api.Remote
	if server == nil {
		if server, err = remote.New(socket.Origin(c.Listen, c.TLSCert != "")+string(c.BasePath), ""); err != nil {
			return err
		}
	}
	status, err := server.Status(ctx)
	if err != nil {
		return err
	}
	if form != "" {
		err = terminal.PrintData(streams.Out, form, status)
	} else {
		rows := rowsOf(status)
		err = c.PrintRows(streams, []string{"OF", "VALUE"}, rows, len(rows))
	}
	if err == nil && !status.Ready {
		err = graph.Unavailable("the server is not ready: "+status.Reason, nil)
	}
	return err
}

// rowsOf returns what is printed of a status, a row for each value.
func rowsOf(s *remote.Status) [][]string {
	rows := [][]string{{"server", s.Server}, {"ready", strconv.FormatBool(s.Ready)}}
	for _, one := range s.LeftOut {
		rows = append(rows, []string{"note", one})
	}
	m := s.Metrics
	if m == nil {
		return append(rows, []string{"metrics", "not shown without a key"})
	}
	return append(rows,
		[]string{"version", m.Version},
		[]string{"since", m.Since.Format(time.RFC3339)},
		[]string{"requests", fmt.Sprintf("%.0f, of which %.0f failed", m.Requests, m.Failed)},
		[]string{"mean time of an operation", fmt.Sprintf("%.1f ms", m.MeanMillis)},
		[]string{"context documents", fmt.Sprintf("%.0f", m.Documents)},
		[]string{"calls of agents", fmt.Sprintf("%.0f", m.ToolCalls)},
		[]string{"statements", fmt.Sprintf("%.0f", m.Statements)},
		[]string{"subscriptions", fmt.Sprintf("%.0f", m.Streams)},
		[]string{"projects in memory", fmt.Sprintf("%.0f, %.0f MiB", m.Projects, m.ProjectBytes/(1<<20))},
		[]string{"memory", fmt.Sprintf("%.0f MiB", m.ResidentBytes/(1<<20))},
		[]string{"open files", fmt.Sprintf("%.0f", m.OpenFiles)},
	)
}
