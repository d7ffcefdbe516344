package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/db/storetest"
	"dossier/graph/query"
	"dossier/resolvers"
)

// TestContextOpens shows documents at a running server, at one that the command starts,
// and without a browser.
func TestContextOpens(t *testing.T) {
	db := demoFile(t)
	started := func(_ context.Context, _ *query.Service, _ serving.AccessStore, options serving.Options, _ *slog.Logger, _ io.Writer) error {
		if !options.Explorer || options.Listen != "127.0.0.1:0" || options.Timeout == 0 {
			t.Errorf("serves with %+v", options)
		}
		options.Listening("http://127.0.0.1:4711")
		return nil
	}
	const view = "/explorer/context?budget=300&encoding=o200k_base&lens=general&q=fog&ranking=RELEVANCE"
	for _, test := range []struct {
		name, want, problem string
		flags               []string
		browser             error
		status              int
	}{
		{name: "its own server", flags: []string{db}, want: "http://127.0.0.1:4711" + view},
		{name: "a running server", flags: []string{"--server=https://dossier.example"}, want: "https://dossier.example" + view},
		{name: "its endpoint", flags: []string{"--server=https://dossier.example/graphql"}, want: "https://dossier.example" + view},
		{name: "no browser", flags: []string{db}, browser: errors.New("start xdg-open: none"), want: "http://127.0.0.1:4711" + view,
			problem: "open the address above"},
		{name: "a flag without a view", flags: []string{db, "--json"}, problem: "json: is not possible with --open", status: 2},
	} {
		var out, errOut bytes.Buffer
		shown := ""
		status := Run(storetest.Context(), append([]string{"context", "fog", "--open", "--max-tokens=300"}, test.flags...), Environment{
			Streams: terminal.Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}, Now: storetest.Now, Schema: resolvers.Schema,
			Serve:  started,
			Browse: func(address string) error { shown = address; return test.browser },
		})
		if status != test.status || shown != test.want || strings.TrimSpace(out.String()) != test.want ||
			!strings.Contains(errOut.String(), test.problem) {
			t.Errorf("%s: status %d, shows %q, prints %q and %q", test.name, status, shown, out.String(), errOut.String())
		}
	}
}
