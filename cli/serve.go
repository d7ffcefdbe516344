package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/netip"
	"net/url"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"dossier/auth"
	"dossier/cli/terminal"
	"dossier/db"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"dossier/telemetry"
)

// ServeOptions are the flags of the commands that serve.
type ServeOptions struct {
	listenOptions
	Create        bool          `env:"DOSSIER_CREATE" help:"${serveCreate}"`
	DBRead        []listed      `name:"db-read" secret:"" sep:" " env:"DOSSIER_DB_READ" placeholder:"URL" help:"${serveDBRead}"`
	DBReadLag     time.Duration `name:"db-read-lag" env:"DOSSIER_DB_READ_LAG" default:"1m" help:"${serveDBReadLag}"`
	Drain         time.Duration `env:"DOSSIER_DRAIN" default:"0s" help:"${serveDrain}"`
	Timeout       time.Duration `env:"DOSSIER_TIMEOUT" default:"10s" help:"The time limit of a request, database included."`
	MaxComplexity int           `env:"DOSSIER_MAX_COMPLEXITY" default:"50000" help:"${serveMaxComplexity}"`
	MaxClients    int           `name:"max-connections" env:"DOSSIER_MAX_CONNECTIONS" default:"1000" help:"${serveMaxClients}"`
	MaxResponse   byteSize      `env:"DOSSIER_MAX_RESPONSE" default:"8MiB" placeholder:"SIZE" help:"${serveMaxResponse}"`
	MaxImport     byteSize      `env:"DOSSIER_MAX_IMPORT" default:"256MiB" placeholder:"SIZE" help:"${serveMaxImport}"`
	Memory        byteSize      `env:"DOSSIER_MEMORY" placeholder:"SIZE" help:"${serveMemory}"`
	Introspection bool          `env:"DOSSIER_INTROSPECTION" default:"true" negatable:"" help:"Allow introspection of the schema."`
	Explorer      bool          `env:"DOSSIER_EXPLORER" default:"true" negatable:"" help:"${serveExplorer}"`
	Playground    bool          `env:"DOSSIER_PLAYGROUND" default:"true" negatable:"" help:"Serve /playground, an editor of GraphQL queries."`
	CORSOrigin    []listed      `name:"cors-origin" env:"DOSSIER_CORS_ORIGIN" placeholder:"ORIGIN" help:"${serveCORSOrigin}"`
	MCPStructured bool          `name:"mcp-structured" env:"DOSSIER_MCP_STRUCTURED" help:"${serveMCPStructured}"`

	Trusted string `name:"trusted-documents" complete:"files" env:"DOSSIER_TRUSTED_DOCUMENTS" placeholder:"FILE" help:"${trusted}"`

	Pprof string `env:"DOSSIER_PPROF" placeholder:"ADDRESS" help:"${servePprof}"`

	Observer  *telemetry.Observer                    `kong:"-"` // of the server
	Imported  func(report *ndjson.Report, err error) `kong:"-"` // is called with each import
	Reload    func(context.Context) error            `kong:"-"` // reads the lenses again
	About     string                                 `kong:"-"` // which folder and project are served, for agents
	More      func() time.Duration                   `kong:"-"` // is added to Timeout as long as the first projects are loaded; may be nil
	Listening func(origin string)                    `kong:"-"` // is called as soon as clients can connect; may be nil

	HistoryRetention Age `env:"DOSSIER_HISTORY_RETENTION" default:"365d" placeholder:"AGE" help:"${serveHistoryRetention}"`

	accessOptions `group:"Access:"`
}

// listenOptions are the flags that say where a server is.
type listenOptions struct {
	Listen   string   `env:"DOSSIER_LISTEN" default:"127.0.0.1:8080" placeholder:"ADDRESS" help:"${serveListen}"`
	TLSCert  string   `name:"tls-cert" complete:"files" env:"DOSSIER_TLS_CERT" placeholder:"FILE" help:"${serveTLSCert}"`
	TLSKey   string   `name:"tls-key" complete:"files" env:"DOSSIER_TLS_KEY" placeholder:"FILE" help:"The private key of --tls-cert, PEM."`
	BasePath basePath `env:"DOSSIER_BASE_PATH" placeholder:"PATH" help:"${serveBasePath}"`
}

// accessOptions are the flags that control who may use a server.
type accessOptions struct {
	Token          string    `secret:"" env:"DOSSIER_TOKEN" placeholder:"SECRET" help:"${serveToken}"`
	RequireKey     bool      `env:"DOSSIER_REQUIRE_KEY" help:"Refuse requests without an API key; see dossier key."`
	JWKSURL        string    `name:"jwks-url" env:"DOSSIER_JWKS_URL" placeholder:"URL" help:"${serveJWKSURL}"`
	JWTSecret      string    `name:"jwt-secret" secret:"" env:"DOSSIER_JWT_SECRET" placeholder:"SECRET" help:"${serveJWTSecret}"`
	JWTIssuer      string    `name:"jwt-issuer" env:"DOSSIER_JWT_ISSUER" placeholder:"URL" help:"The issuer that tokens must have."`
	JWTAudience    string    `name:"jwt-audience" env:"DOSSIER_JWT_AUDIENCE" placeholder:"NAME" help:"The audience that tokens must have."`
	TrustedProxy   []network `env:"DOSSIER_TRUSTED_PROXY" placeholder:"CIDR" help:"${serveTrustedProxy}"`
	RateLimit      float64   `env:"DOSSIER_RATE_LIMIT" default:"50" placeholder:"N" help:"${serveRateLimit}"`
	AuditRetention Age       `env:"DOSSIER_AUDIT_RETENTION" default:"90d" placeholder:"AGE" help:"${serveAuditRetention}"`
}

// A network is a range of addresses, or one address.
type network struct{ netip.Prefix }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *network) UnmarshalText(text []byte) (err error) {
	if text = bytes.TrimSpace(text); len(text) == 0 {
		return nil // as behind the last comma
	}
	if address, failed := netip.ParseAddr(string(text)); failed == nil {
		n.Prefix = netip.PrefixFrom(address, address.BitLen())
	} else if n.Prefix, err = netip.ParsePrefix(string(text)); err != nil {
		return fmt.Errorf("expected addresses such as 10.0.0.0/8, or one; got %q", graph.Truncate(string(text), 60))
	}
	return nil
}

// listed is a text of a list. Spaces around it are removed.
type listed string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (l *listed) UnmarshalText(text []byte) error {
	*l = listed(strings.TrimSpace(string(text)))
	return nil
}

// textsOf returns the texts of a list that are not blank.
func textsOf(list []listed) (texts []string) {
	for _, one := range list {
		if one != "" {
			texts = append(texts, string(one))
		}
	}
	return texts
}

// Origins returns the origins of pages that may call the server.
func (o *ServeOptions) Origins() []string { return textsOf(o.CORSOrigin) }

// A basePath is the path that all addresses of a server begin with: "", or one
// that begins with a slash and does not end with one.
type basePath string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *basePath) UnmarshalText(text []byte) error {
	trimmed := strings.TrimRight(string(text), "/")
	if address, err := url.Parse(trimmed); err != nil ||
		trimmed != "" && (address.EscapedPath() != trimmed || path.Clean(trimmed) != trimmed || trimmed[0] != '/') {
		return fmt.Errorf("expected a path such as /dossier; got %q", graph.Truncate(string(text), 60))
	}
	*p = basePath(trimmed)
	return nil
}

// Proxies returns the addresses of the trusted proxies.
func (o *accessOptions) Proxies() (list []netip.Prefix) {
	for _, proxy := range o.TrustedProxy {
		if proxy.IsValid() {
			list = append(list, proxy.Prefix)
		}
	}
	return list
}

// An AccessStore has the methods of a store that a server needs for signing in
// clients.
type AccessStore interface {
	auth.Store
	ndjson.Store
	// Administers reports whether the actor administers the deployment.
	Administers(ctx context.Context) (bool, error)
	// Projects returns the projects that the actor may read.
	Projects(ctx context.Context) ([]*graph.Project, error)
	// Denied records that an action of the actor of ctx was denied.
	Denied(ctx context.Context, entry graph.AuditEntry)
	// Fence returns the fence of what ctx has read and written.
	Fence(ctx context.Context) reader.Fence
	// Prune removes events and entries of the audit that are older than before.
	Prune(ctx context.Context, before graph.Retention) (graph.Pruned, error)
}

// Serve serves a service until ctx ends. It writes the address to out.
type Serve func(ctx context.Context, service *query.Service, store AccessStore, options ServeOptions, log *slog.Logger, out io.Writer) error

type serveCommand struct{ ServeOptions }

// Run serves the store until the process is stopped.
func (c *serveCommand) Run(ctx context.Context, services *services, serve Serve, log *slog.Logger, streams terminal.Streams) error {
	finish, err := c.observe(ctx, services)
	if err != nil {
		return err
	}
	defer finish()
	services.stores.replicas, services.stores.replicaLag = textsOf(c.DBRead), c.DBReadLag
	store, closeStore, err := services.stores.openServed(ctx, c.Create)
	if err != nil {
		return err
	}
	defer closeStore()
	c.keepToMemory(services)
	services.builders = max(1, runtime.GOMAXPROCS(0)-1) // one processor is for other requests
	service, err := services.over(ctx, store)
	if err != nil {
		return err
	}
	more, stop := warm(ctx, service)
	defer stop()
	c.More, c.Reload = more, services.reload(service)
	defer services.stores.follow(ctx, store, log)()
	c.About = services.stores.about()
	defer services.embedInBackground(ctx, service, log)()
	defer services.finish(context.WithoutCancel(ctx), service)
	return serve(ctx, service, store, c.ServeOptions, log, streams.Out)
}

// nativeMemory is the memory that a process takes outside the Go heap: 36 MiB
// for the program and 9 for each connection to SQLite, 140 measured under
// overload.
const nativeMemory = 160 << 20

// heldShare is the divisor of the memory that determines how much projects may
// take. The rest is for answers and garbage. By eye.
const heldShare = 3

// keepToMemory limits the memory of the process by --memory or, without it, by
// GOMEMLIMIT, and the memory of projects to a share of that.
func (o *ServeOptions) keepToMemory(services *services) {
	limit := int64(-1) // keeps the limit of GOMEMLIMIT
	if o.Memory > 0 {
		limit = max(int64(o.Memory)-nativeMemory, int64(o.Memory)/2)
	}
	before := debug.SetMemoryLimit(limit)
	if limit < 0 {
		limit = before
	}
	if limit < math.MaxInt64 {
		services.graphBudget = int(limit / heldShare)
	}
}

// A DemoGraph is the NDJSON that the demo serves.
type DemoGraph []byte

type demoCommand struct{ ServeOptions }

// openDemo opens a new store in memory with the demo graph. From then on the
// services neither read nor write files. The caller must call closeStore.
func (s *services) openDemo(ctx context.Context, demo DemoGraph) (store *db.Store, closeStore func(), err error) {
	s.stores.workspace, s.stores.url, s.indexDir = nil, inMemory, noIndexDir
	store, closeStore, err = s.stores.openURL(ctx, inMemory, writes)
	if err != nil {
		return nil, nil, err
	}
	if _, err := ndjson.Import(ctx, store, bytes.NewReader(demo), ndjson.Options{Analyse: searchtext.Analyse}); err != nil {
		closeStore()
		return nil, nil, fmt.Errorf("import the demo graph: %w", err)
	}
	return store, closeStore, nil
}

// Run imports the demo graph into memory and serves it until the process is
// stopped.
func (c *demoCommand) Run(ctx context.Context, services *services, demo DemoGraph, serve Serve, log *slog.Logger, streams terminal.Streams) error {
	finish, err := c.observe(ctx, services)
	if err != nil {
		return err
	}
	defer finish()
	store, closeStore, err := services.openDemo(ctx, demo)
	if err != nil {
		return err
	}
	defer closeStore()
	c.keepToMemory(services)
	service, err := services.over(ctx, store)
	if err != nil {
		return err
	}
	more, stop := warm(ctx, service)
	defer stop()
	c.More, c.Reload = more, services.reload(service)
	defer services.embedInBackground(ctx, service, log)()
	return serve(ctx, service, store, c.ServeOptions, log, streams.Out)
}
