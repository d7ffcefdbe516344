package cli

import (
	"strings"

	"github.com/alecthomas/kong"
)

// longTexts are help texts by the name that a field's tag has as ${name}. They are
// no variables of kong, which interpolates each variable again for each flag: 60
// of them took most of the time of a short command.
type longTexts map[string]string

// Apply puts the texts in the place of their names.
func (t longTexts) Apply(k *kong.Kong) error {
	return kong.PostBuild(func(k *kong.Kong) error {
		return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
			switch node := node.(type) {
			case *kong.Value:
				node.Help = t.text(node.Help)
			case *kong.Node:
				node.Help = t.text(node.Help)
			}
			return next(nil)
		})
	}).Apply(k)
}

// text returns the text that a help names, or the help.
func (t longTexts) text(help string) string {
	name, named := strings.CutPrefix(help, "${")
	if text, found := t[strings.TrimSuffix(name, "}")]; named && found {
		return text
	}
	return help
}

// longHelp has the help texts that do not fit into the line of their field.
var longHelp = longTexts{
	"db": "The store: sqlite:PATH, postgres://…, or managed[:FOLDER] for a Postgres that runs as a child process. By default that of the " +
		"folder with dossier.yaml, or else sqlite:dossier.db.",
	"folder":   "Where to look for dossier.yaml: in this folder, or the nearest one around it.",
	"readOnly": "Write nothing to the store. Replicas, and files without the rights to write, are read like this in any case.",
	"lensFile": "A YAML file of custom lenses and views for context documents.",
	"indexDir": "Where projects are saved, so that the next start need not build them; none saves nothing. By default beside " +
		"a SQLite file as FILE.index, for Postgres in the user's folder for caches. The files have texts of the store.",
	"timeZone": "The time zone of days, such as Europe/Berlin, for requests whose time has none: " +
		"of what is overdue, due today, this week.",
	"logLevel": "Minimum level logged to standard error: debug, info, warn or error.",
	"config": "A file of settings, YAML with the names of flags that have a variable; DOSSIER_CONFIG, " +
		"or /etc/dossier.yaml if there is one.",
	"mcp": "Serve the store to an agent over standard input and output, by the Model Context Protocol.",
	"keyCreateProject": "A project that the key is for; repeatable. All projects of the actor by default. The " +
		"actor becomes a member where it is none.",
	"contextLens":  "Which relations and kinds weigh more and which facts are rendered; dossier lenses lists them.",
	"contextKnown": "The digest or knownDigest of an earlier document, or an id: what it has is left out; may be repeated.",
	"contextOpen": "Show the document in a browser, with the reason of each piece: in the explorer of --server, " +
		"or of the store until it is interrupted.",
	"embeddingURL": "An endpoint of OpenAI's /v1/embeddings, such as https://api.openai.com/v1; search " +
		"and ranking then also compare embeddings.",
	"entityAsOf": "Its columns as they were at a time of RFC 3339, or an age ago such as 2d, as far back as events are kept.",
	"ofProject":  "The project: a UUID, its first eight digits or more, or the id in its import.",
	"outputForm": "The form of what is printed: text, table (a heading and columns also in a pipe), or the data of the GraphQL " +
		"answer as json, yaml or ndjson (a line for each item of a list).",
	"importFiles": "Folders, files and URLs of known formats; files of NDJSON, plain or gzip; - is NDJSON from standard input.",
	"importOnError": "stop: a rejected line aborts the import. skip: good lines are written, " +
		"rejected ones go to FILE.rejected.ndjson.",
	"importSource": "The source of the files. What it had at its last import decides which fields it changed since.",
	"importOnConflict": "The value of a field that was changed both in the source and here: of the source, ours, " +
		"or stop, which writes nothing.",
	"linksDirection": "The direction of the links, seen from the entity; both by default.",
	"mcpStructured": "Add a structured content to results: the same text, and its facts as JSON. Many " +
		"clients pass only that to the model, or both.",
	"mcpPrintConfig": "Print what to paste into the configuration of a client, and a command or link that does the same, if it has " +
		"one: claude-code, claude-desktop, cursor, vscode, windsurf, cline, codex, gemini, opencode, goose, jetbrains or zed.",
	"mcpHTTP": "With --print-config: the URL of a running server, such as http://127.0.0.1:8080/mcp, " +
		"to connect to instead of starting one.",
	"mcpPrintTools": "Print the tools as JSON for the API of a model: openai or anthropic. No store is needed.",
	"migrateGrantTo": "A Postgres role that may use the tables without owning them, which row-level security then limits to what " +
		"each actor may see; created if there is none.",
	"recordTypeSaveFile": "A JSON file of the record type as in imports: id, name, icon, fields; - is standard " +
		"input. What is left out stays as it is.",
	"serveCreate": "Create an empty store if there is none, as at the first start of a service. Without it that is an error, " +
		"because the name of the store may be wrong.",
	"serveDBRead": "Replicas of the Postgres of --db, for reads of clients that send X-Dossier-Fence; repeatable, " +
		"with spaces between them in the variable.",
	"serveDBReadLag": "Maximum lag of a replica that is read. For that long a removed member " +
		"may still read a project.",
	"serveDrain": "How long a server that is asked to stop goes on to accept requests, while /readyz answers " +
		"503, so that a balancer sends it no more.",
	"serveMaxComplexity": "Maximum price of a query, in units of 1 to 2 µs of a processor; extensions.price of an answer has it.",
	"serveMaxClients":    "Maximum number of connections; further ones wait to be accepted. Half of them may be subscriptions.",
	"serveMaxResponse":   "Maximum size of an answer, before compression.",
	"serveMaxImport":     "Maximum size of POST /import, before and after it is unpacked. Its lines are kept in a temporary file.",
	"serveMemory": "The memory to keep to: garbage is collected sooner near it, and projects take a third of it. GOMEMLIMIT does " +
		"the same; there is no limit by default.",
	"serveExplorer": "Serve /explorer, the pages that show what agents see.",
	"serveCORSOrigin": "An origin whose pages may call /graphql and /mcp, such as " +
		"https://app.example; repeatable. There is no wildcard.",
	"serveMCPStructured": "Add a structured content to the results of /mcp: the same text, and its facts as JSON.",
	"trusted": "Run only the documents of this file: a JSON object of their texts by hash, as graphql-codegen and " +
		"relay-compiler write it, or a manifest of Apollo.",
	"servePprof":            "A loopback address, such as 127.0.0.1:6060, for /debug/pprof/ and /metrics without sign-in.",
	"serveHistoryRetention": "How long events are kept: the history of entities, asOf, and what subscriptions go on after.",
	"serveListen":           "The address to listen on, HOST:PORT, where port 0 picks a free one, or unix:PATH for a Unix socket.",
	"serveTLSCert": "Serve HTTPS with this certificate, PEM, with those between it and its root. SIGHUP reads it again, as " +
		"it does --lenses and --trusted-documents.",
	"serveBasePath": "The path of this server at a proxy, such as /dossier, whether the proxy removes it or not.",
	"serveToken": "One secret for a small team: requests with Authorization: Bearer SECRET act as the local actor. Better in " +
		"DOSSIER_TOKEN than here, where others on the machine see it.",
	"serveJWKSURL":      "Accept tokens (JWT) that are signed by the keys published here: RS256, ES256 or EdDSA.",
	"serveJWTSecret":    "Accept tokens (JWT) that are signed by this secret: HS256.",
	"serveTrustedProxy": "Proxies whose X-Forwarded headers are believed, such as 10.0.0.0/8 or 10.0.0.7; repeatable.",
	"serveRateLimit": "Requests per second of each actor or key, of which twice as many may come at once; 0 for no " +
		"limit. It applies where clients sign in.",
	"serveAuditRetention": "How long denied accesses and changes of members and keys are kept.",
	"sourceFrom": "The format of what is read, by default the one that it is recognised as; dossier convert --help " +
		"lists them. ndjson is the import format.",
	"sourceMap": "A YAML file of what differs from the defaults of the format: kind, kinds, fields, states, priorities, relations.",
	"syncOnConflict": "What to do about a field that was changed both in the source and here: take " +
		"that of the source, keep ours, or stop.",
	"compareViews": "Two plans, goals or tasks side by side: dossier compare \"tape transfer\" \"consent review\".",
	"viewAbout": "What it is about: the name of a project, plan, goal, milestone, task or person, " +
		"or a part of it; for changed, a period.",
	"createFields": "Its fields; project=ID names the project, FIELD=@FILE reads a file.",
	"setFields": "The fields to change; FIELD= clears one, FIELD=@FILE reads a file. labels+=A and " +
		"labels-=A add and remove, props.KEY= removes.",
	"restoreIDs": "The entities to restore, all or none; whole ids, since deleted ones have no short ones. Or the file of a backup.",
}
