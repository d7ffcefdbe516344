package socket_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/socket"
)

// certificate writes a certificate for 127.0.0.1 with a serial number, and its
// key, into a folder, and returns the certificate.
func certificate(t *testing.T, folder string, serial int64) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), NotAfter: time.Now().Add(time.Hour).Truncate(time.Second).UTC(),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "cert.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	write(t, filepath.Join(folder, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// serve answers the requests at a socket with the address of the client until the
// test ends.
func serve(t *testing.T, open *socket.Socket) {
	t.Helper()
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(r.Proto + " from " + r.RemoteAddr))
	}), ReadHeaderTimeout: time.Second}
	stopped := make(chan error, 1)
	go func() { stopped <- open.Serve(server, open) }()
	t.Cleanup(func() {
		_ = server.Close()
		if err := <-stopped; !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	})
}

// TestTLS serves a certificate, and the one that replaces it. One that cannot be
// read replaces none.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	trusted := x509.NewCertPool()
	first := certificate(t, folder, 1)
	trusted.AddCert(first)
	open, err := socket.Open(socket.Options{Address: "127.0.0.1:0", Cert: filepath.Join(folder, "cert.pem"),
		Key: filepath.Join(folder, "key.pem")})
	if err != nil {
		t.Fatal(err)
	}
	if got := open.Expires(); !got.Equal(first.NotAfter) || !strings.HasPrefix(open.Address(), "https://127.0.0.1:") {
		t.Errorf("expires %v, want %v; address %s", got, first.NotAfter, open.Address())
	}
	serve(t, open)
	serial := func() int64 {
		t.Helper()
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}}
		defer client.CloseIdleConnections()
		answer, err := client.Get(open.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if answer.ProtoMajor != 1 || answer.TLS.Version < tls.VersionTLS12 {
			t.Errorf("%s, TLS %x", answer.Proto, answer.TLS.Version)
		}
		return answer.TLS.PeerCertificates[0].SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("certificate %d, want 1", got)
	}
	trusted.AddCert(certificate(t, folder, 2))
	if err := open.Reload(); err != nil || serial() != 2 {
		t.Errorf("after the change: certificate %d, %v", serial(), err)
	}
	write(t, filepath.Join(folder, "cert.pem"), []byte("half a fi"))
	if err := open.Reload(); graph.CodeOf(err) != graph.CodeBadUserInput || serial() != 2 {
		t.Errorf("after a bad change: certificate %d, %v", serial(), err)
	}
}

// TestUnix serves a Unix socket that only its owner can open, and takes the place
// of one that a killed process left, but of nothing else.
func TestUnix(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	left, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false)
	if err := left.Close(); err != nil {
		t.Fatal(err)
	}
	open, err := socket.Open(socket.Options{Address: "unix:" + path})
	if err != nil {
		t.Fatal(err)
	}
	serve(t, open)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the socket: %v, %v", info.Mode(), err)
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("GET / HTTP/1.0\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 4096)
	if n, err := conn.Read(answer); !strings.Contains(string(answer[:n]), "from 127.0.0.1:0") {
		t.Errorf("got %s, %v", answer[:n], err)
	}
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, []byte("text"))
	for path, want := range map[string]string{path: "another process", file: "no socket", filepath.Join(file, "below"): "not a directory"} {
		if _, err := socket.Open(socket.Options{Address: "unix:" + path}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if text, err := os.ReadFile(file); string(text) != "text" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// TestRefused checks the flags that errors name.
func TestRefused(t *testing.T) {
	folder := t.TempDir()
	certificate(t, folder, 1)
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	const local = "127.0.0.1:0"
	for _, test := range []struct {
		options  socket.Options
		argument string
	}{
		{socket.Options{Address: "8080"}, "listen"},
		{socket.Options{Address: ""}, "listen"},
		{socket.Options{Address: "unix:"}, "listen"},
		{socket.Options{Address: "0.0.0.0:0"}, "listen"},
		{socket.Options{Address: ":0"}, "listen"},
		{socket.Options{Address: "192.0.2.1:1", SignsIn: true}, "listen"}, // not of this machine
		{socket.Options{Address: local, Cert: cert}, "tlsKey"},
		{socket.Options{Address: local, Key: key}, "tlsCert"},
		{socket.Options{Address: local, Cert: cert, Key: filepath.Join(folder, "none.pem")}, "tlsKey"},
		{socket.Options{Address: local, Cert: filepath.Join(folder, "none.pem"), Key: key}, "tlsCert"},
		{socket.Options{Address: local, Cert: key, Key: cert}, "tlsCert"},
	} {
		open, err := socket.Open(test.options)
		known, is := errors.AsType[*graph.Error](err)
		if !is || known.Argument != test.argument {
			t.Errorf("%+v: got %v, want an error of %s", test.options, err, test.argument)
		}
		if open != nil {
			_ = open.Close()
		}
	}
}

// TestOrigin checks the addresses that clients connect to.
func TestOrigin(t *testing.T) {
	for _, test := range []struct {
		address string
		withTLS bool
		want    string
	}{
		{"127.0.0.1:8080", false, "http://127.0.0.1:8080"},
		{"0.0.0.0:8080", true, "https://localhost:8080"},
		{"[::]:8080", false, "http://localhost:8080"},
		{":8080", false, "http://localhost:8080"},
		{"[::1]:8080", false, "http://[::1]:8080"},
		{"dossier.example:443", true, "https://dossier.example:443"},
		{"unix:/run/dossier.sock", true, "unix:/run/dossier.sock"},
	} {
		if got := socket.Origin(test.address, test.withTLS); got != test.want {
			t.Errorf("%s: got %s, want %s", test.address, got, test.want)
		}
	}
}
