package cli

import (
	"context"

	"github.com/alecthomas/kong"

	"dossier/cli/flags"
	"dossier/cli/settings"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/glyphs"
)

// A configCommand has the flags of a server, so that what it prints is what
// dossier serve with the same flags would use.
type configCommand struct {
	flags.Server
	terminal.Reading
}

// Help says what takes precedence.
func (configCommand) Help() string {
	return `A setting is the value of a flag or, without it, of its variable, of the file that the
variable with _FILE at its end names (secrets only), of the configuration file (--config,
DOSSIER_CONFIG, or /etc/dossier.yaml), or its default. The configuration file is YAML:
  db: postgres://dossier@db.internal/dossier
  listen: 0.0.0.0:8080
  cors-origin: [https://app.example]`
}

// Run prints each setting of a server, its value and where it is from.
func (c *configCommand) Run(_ context.Context, parsed *kong.Context, found *settings.Settings, stores *storage.Stores,
	streams terminal.Streams) error {
	list := found.InEffect(parsed, func(flag *kong.Flag, value string) string {
		if flag.Name == "db" {
			return storage.Address(stores.URL)
		}
		return withoutSecrets(flag, value)
	})
	form, err := c.Form()
	if err != nil {
		return err
	}
	if form != "" {
		type setting struct {
			Name  string `json:"name"`
			Value string `json:"value"`
			From  string `json:"from"`
		}
		all := make([]setting, len(list))
		for i, one := range list {
			all[i] = setting(one)
		}
		return terminal.PrintData(streams.Out, form, all)
	}
	rows := make([][]string, len(list))
	for i, one := range list {
		rows[i] = []string{one.Name, one.Value, one.From}
	}
	return c.PrintRows(streams, []string{"SETTING", "VALUE", "FROM"}, rows, len(rows))
}

// withoutSecrets returns the value of a flag as it may be shown.
func withoutSecrets(flag *kong.Flag, value string) string {
	if value == "" || !flag.Tag.Has(settings.Secret) {
		return glyphs.Masked(value)
	}
	return "(set)"
}
