package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"dossier/auth"
	"dossier/cli/machine"
	"dossier/embeddings"
	"dossier/graph"
	"dossier/problems"
	"dossier/socket"
)

// files looks at the files that settings name.
func (v *visit) files(ctx context.Context) {
	_, err := v.stores.Lenses(ctx)
	v.fails("lenses", err, "correct the file of --lenses; docs/agents.md has an example")
	if v.Trusted == "" {
		return
	}
	text, err := os.ReadFile(v.Trusted)
	if err == nil && !json.Valid(text) {
		err = fmt.Errorf("%s is no JSON", v.Trusted)
	}
	v.fails("trusted documents", err, "write the file with graphql-codegen or relay-compiler again, or correct --trusted-documents")
}

// signsIn reports whether clients must sign in.
func (v *visit) signsIn() bool {
	return v.Token != "" || v.RequireKey || v.JWKSURL != "" || v.JWTSecret != ""
}

// answersWithin is the time that another server has to answer. By eye.
const answersWithin = 5 * time.Second

// signIn looks at the ways to sign in.
func (v *visit) signIn(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	found := problems.New(nil)
	_, err := auth.New(ctx, nil, auth.Options{
		JWKSURL: v.JWKSURL, JWTSecret: v.JWTSecret, Issuer: v.JWTIssuer, Audience: v.JWTAudience,
		Token: v.Token, KeysOnly: v.RequireKey, Now: time.Now, Problems: found,
	})
	if v.fails("sign-in", err, "correct the flags of sign-in; docs/access.md describes them") {
		return
	}
	for _, problem := range found.All() {
		v.find("sign-in", problem, "check that the issuer's server answers at --jwks-url from this machine")
	}
	for _, proxy := range v.Proxies() {
		if proxy.Bits() == 0 {
			v.find("sign-in", "every address is a trusted proxy, so that any client may pretend to have another address",
				"name only the proxies in --trusted-proxy, such as 10.0.0.0/8")
		}
	}
}

// address looks at the address to listen on, and its certificate.
func (v *visit) address(context.Context) {
	const remedy = "write --listen as HOST:PORT, such as 127.0.0.1:8080; for an address that others reach set DOSSIER_TOKEN, " +
		"--require-key, --jwks-url or --jwt-secret"
	if v.fails("address", socket.Check(v.Listen, v.signsIn()), remedy) {
		return
	}
	open, err := socket.Open(socket.Options{Address: v.Listen, SignsIn: v.signsIn(), Cert: v.TLSCert, Key: v.TLSKey})
	switch {
	case graph.CodeOf(err) == graph.CodeUnavailable:
		v.fails("address", err, "stop the other process, unless it is the server that you look at, or choose another --listen")
	case v.fails("certificate", err, "correct --tls-cert and --tls-key"):
	default:
		if left := time.Until(open.Expires()); open.Expires() != (time.Time{}) && left < renewBefore {
			v.find("certificate", fmt.Sprintf("%s is valid until %s", v.TLSCert, open.Expires().Format(time.RFC3339)),
				"renew it, and send SIGHUP to the server")
		}
		_ = open.Close()
	}
}

// renewBefore is the time before the end of a certificate in which it should have
// been renewed: a third of the shortest that are usual, of 45 days.
const renewBefore = 15 * 24 * time.Hour

// leastRoom is the least room on a disk, in bytes: an import of a million entities
// writes about as much.
const leastRoom = 1 << 30

// filesBeside is the number of open files that a server has besides its
// connections. Measured: 60, with a SQLite store and saved projects.
const filesBeside = 100

// machine looks at the disk and the limits.
func (v *visit) machine(context.Context) {
	folder := "."
	if file := v.file(); file != "" {
		folder = filepath.Dir(file)
	}
	if free := machine.Room(folder); free >= 0 && free < leastRoom {
		v.find("disk", fmt.Sprintf("%d MiB of the disk of %s are free", free>>20, folder), "free room, or move the store to a larger disk")
	}
	if files := machine.Files(); files >= 0 && files < int64(v.MaxClients)+filesBeside {
		v.find("limits", fmt.Sprintf("this process may open %d files, fewer than %d connections (--max-connections) need", files, v.MaxClients),
			fmt.Sprintf("raise the limit to %d (ulimit -n, or LimitNOFILE of systemd), or lower --max-connections", v.MaxClients+filesBeside))
	}
}

// saved looks at the folder for saved projects, such as FILE.index of a SQLite store.
func (v *visit) saved(context.Context) {
	folder := v.stores.IndexFolder()
	if folder == "" {
		return
	}
	err := machine.Makeable(folder)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrInvalid) {
		v.find("saved projects", fmt.Sprintf("projects cannot be saved in %s, so that each start builds them again: %v", folder, err),
			"correct --index-dir, remove a file of that name, or give this user the right to write there")
		return
	}
	v.fails("saved projects", err, "correct --index-dir")
}

// endpoint looks at the endpoint of embeddings.
func (v *visit) endpoint(ctx context.Context) {
	options := v.embeddings
	if options.URL == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	client, err := embeddings.New(embeddings.Options{
		URL: options.URL, Name: options.Model, Key: options.Key, Dimensions: options.Dimensions, Tries: 1, Random: func() float64 { return 0 },
	})
	if err == nil {
		_, err = client.Embed(ctx, []string{"dossier"})
	}
	v.fails("embeddings", err, "check that the endpoint answers, and the key and the model; without it, search uses words only")
}
