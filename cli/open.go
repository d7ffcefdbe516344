package cli

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/remote"
)

// A Browse shows an address in the browser of the user.
type Browse func(address string) error

// Browser shows an address in the browser that the system has for it.
func Browser(address string) error {
	command := []string{"xdg-open", address}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", address}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", address}
	}
	if err := exec.Command(command[0], command[1:]...).Start(); err != nil {
		return fmt.Errorf("start %s: %w", command[0], err)
	}
	return nil
}

// An explorer shows documents in the explorer of a server.
type explorer struct {
	services *serving.Services
	serve    serving.Serve
	browse   Browse
	log      *slog.Logger
}

// show shows a view at the server of the command line. Without one it serves the
// store at a free port until ctx ends.
func (e *explorer) show(ctx context.Context, view string, streams terminal.Streams) error {
	show := func(origin string) {
		address := origin + view
		fmt.Fprintln(streams.Out, address)
		if err := e.browse(address); err != nil {
			fmt.Fprintf(streams.Err, "dossier: %v; open the address above in a browser\n", err)
		}
	}
	if server := e.services.Stores.Server; server != "" {
		at, err := remote.New(server, "")
		if err != nil {
			return err
		}
		show(at.Base())
		return nil
	}
	var flags flags.Server
	if err := kong.ApplyDefaults(&flags, longHelp); err != nil {
		return fmt.Errorf("default flags of serve: %w", err)
	}
	flags.Listen, flags.Explorer = "127.0.0.1:0", true
	return e.services.Serve(ctx, flags, show, e.serve, e.log, streams.Out)
}

// address returns the address of the document in the explorer, which has no
// form for some of the flags.
func (c *contextCommand) address() (string, error) {
	if _, err := c.start(); err != nil {
		return "", err
	}
	for _, flag := range []struct {
		name  string
		given bool
	}{
		{"topic", len(c.Topic) > 1}, {"message", c.Message != ""}, {"mention", c.Mention != nil}, {"pin", c.Pin != nil},
		{"known", c.Known != nil}, {"since", c.Since != nil}, {"now", c.Now != nil}, {"json", c.JSON}, {"output", c.Output != "text"}, {
			"sources", c.Sources,
		},
		{"graph", c.Graph != nil}, {"fields", !c.Fields}, {"format", c.Format != "markdown"},
	} {
		if flag.given {
			return "", graph.BadInput(flag.name,
				"is not possible with --open like this; expected one topic, --id, --focus, --project or --global, and any of --question, "+
					"--max-tokens, --lens, --ranking, --depth, --kinds and --encoding")
		}
	}
	kinds, err := requests.KindNames(c.Kinds)
	if err != nil {
		return "", err
	}
	depth := ""
	if c.Depth != nil {
		depth = strconv.Itoa(*c.Depth)
	}
	query := url.Values{}
	for name, value := range map[string]string{
		"q": strings.Join(c.Topic, "\n"), "question": graph.Or(c.Question, ""), "ids": strings.Join(c.ID, ","), "focus": c.Focus,
		"project": c.Project, "depth": depth,
		"budget": strconv.Itoa(c.MaxTokens), "lens": c.Lens, "ranking": strings.ToUpper(c.Ranking), "encoding": c.Encoding,
		"kinds": strings.Join(kinds,
			","),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if c.Global {
		query.Set("global", "true")
	}
	return "/explorer/context?" + query.Encode(), nil
}
