// Package flags has the values and sets of flags that several commands share.
package flags

import (
	"bytes"
	"fmt"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"

	"dossier/graph"
)

// Server has the flags of the commands that serve.
type Server struct {
	Address
	Create        bool          `env:"DOSSIER_CREATE" help:"${serveCreate}"`
	DBRead        []listed      `name:"db-read" secret:"" sep:" " env:"DOSSIER_DB_READ" placeholder:"URL" help:"${serveDBRead}"`
	DBReadLag     time.Duration `name:"db-read-lag" env:"DOSSIER_DB_READ_LAG" default:"1m" help:"${serveDBReadLag}"`
	Drain         time.Duration `env:"DOSSIER_DRAIN" default:"0s" help:"${serveDrain}"`
	Timeout       time.Duration `env:"DOSSIER_TIMEOUT" default:"10s" help:"The time limit of a request, database included."`
	MaxComplexity int           `env:"DOSSIER_MAX_COMPLEXITY" default:"50000" help:"${serveMaxComplexity}"`
	MaxClients    int           `name:"max-connections" env:"DOSSIER_MAX_CONNECTIONS" default:"1000" help:"${serveMaxClients}"`
	MaxResponse   Size          `env:"DOSSIER_MAX_RESPONSE" default:"8MiB" placeholder:"SIZE" help:"${serveMaxResponse}"`
	MaxImport     Size          `env:"DOSSIER_MAX_IMPORT" default:"256MiB" placeholder:"SIZE" help:"${serveMaxImport}"`
	Memory        Size          `env:"DOSSIER_MEMORY" placeholder:"SIZE" help:"${serveMemory}"`
	Introspection bool          `env:"DOSSIER_INTROSPECTION" default:"true" negatable:"" help:"Allow introspection of the schema."`
	Explorer      bool          `env:"DOSSIER_EXPLORER" default:"true" negatable:"" help:"${serveExplorer}"`
	Playground    bool          `env:"DOSSIER_PLAYGROUND" default:"true" negatable:"" help:"Serve /playground, an editor of GraphQL queries."`
	CORSOrigin    []listed      `name:"cors-origin" env:"DOSSIER_CORS_ORIGIN" placeholder:"ORIGIN" help:"${serveCORSOrigin}"`
	MCPStructured bool          `name:"mcp-structured" env:"DOSSIER_MCP_STRUCTURED" help:"${serveMCPStructured}"`

	Trusted string `name:"trusted-documents" complete:"files" env:"DOSSIER_TRUSTED_DOCUMENTS" placeholder:"FILE" help:"${trusted}"`

	Pprof string `env:"DOSSIER_PPROF" placeholder:"ADDRESS" help:"${servePprof}"`

	HistoryRetention Age `env:"DOSSIER_HISTORY_RETENTION" default:"365d" placeholder:"AGE" help:"${serveHistoryRetention}"`

	Access `group:"Access:"`
}

// Address has the flags that say where a server is.
type Address struct {
	Listen   string   `env:"DOSSIER_LISTEN" default:"127.0.0.1:8080" placeholder:"ADDRESS" help:"${serveListen}"`
	TLSCert  string   `name:"tls-cert" complete:"files" env:"DOSSIER_TLS_CERT" placeholder:"FILE" help:"${serveTLSCert}"`
	TLSKey   string   `name:"tls-key" complete:"files" env:"DOSSIER_TLS_KEY" placeholder:"FILE" help:"The private key of --tls-cert, PEM."`
	BasePath BasePath `env:"DOSSIER_BASE_PATH" placeholder:"PATH" help:"${serveBasePath}"`
}

// Access has the flags that control who may use a server.
type Access struct {
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
func (o *Server) Origins() []string { return textsOf(o.CORSOrigin) }

// A BasePath is the path that all addresses of a server begin with: "", or one
// that begins with a slash and does not end with one.
type BasePath string

// UnmarshalText implements [encoding.TextUnmarshaler].
func (p *BasePath) UnmarshalText(text []byte) error {
	trimmed := strings.TrimRight(string(text), "/")
	if address, err := url.Parse(trimmed); err != nil ||
		trimmed != "" && (address.EscapedPath() != trimmed || path.Clean(trimmed) != trimmed || trimmed[0] != '/') {
		return fmt.Errorf("expected a path such as /dossier; got %q", graph.Truncate(string(text), 60))
	}
	*p = BasePath(trimmed)
	return nil
}

// Proxies returns the addresses of the trusted proxies.
func (o *Access) Proxies() (list []netip.Prefix) {
	for _, proxy := range o.TrustedProxy {
		if proxy.IsValid() {
			list = append(list, proxy.Prefix)
		}
	}
	return list
}

// Replicas returns the URLs of --db-read.
func (o *Server) Replicas() []string { return textsOf(o.DBRead) }
