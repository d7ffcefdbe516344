// Package socket opens the socket of a server: an address of TCP, with TLS if
// there is a certificate, or a Unix socket.
package socket

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"dossier/graph"
)

// Unix is the prefix of the addresses of Unix sockets, such as
// unix:/run/dossier.sock.
const Unix = "unix:"

// Options say where a server listens.
type Options struct {
	Address string // HOST:PORT, or unix:PATH
	SignsIn bool   // whether clients must sign in
	// Cert and Key are the PEM files of a certificate, with those between it and
	// its root, and of its private key; "" for no TLS.
	Cert, Key string
}

// A Socket is an open socket.
type Socket struct {
	net.Listener
	options     Options
	certificate atomic.Pointer[tls.Certificate] // nil for no TLS
}

// Open opens a socket. Errors are [graph.Error]s about the flags listen, tls-cert
// and tls-key.
func Open(options Options) (*Socket, error) {
	if err := Check(options.Address, options.SignsIn); err != nil {
		return nil, err
	}
	s := &Socket{options: options}
	if err := s.Reload(); err != nil {
		return nil, err
	}
	var err error
	if path, isUnix := strings.CutPrefix(options.Address, Unix); isUnix {
		s.Listener, err = listenUnix(path, options.SignsIn)
	} else {
		s.Listener, err = net.Listen("tcp", options.Address)
	}
	if err != nil {
		return nil, &graph.Error{
			Code: graph.CodeUnavailable, Argument: "listen",
			Text: fmt.Sprintf("listen on %s: %v; choose another address", options.Address, bare(err)),
		}
	}
	return s, nil
}

// Check returns an error about an address that no server may listen on. Without
// sign-in every client is the local actor, so only clients of this machine may
// reach the server.
func Check(address string, signsIn bool) error {
	if path, isUnix := strings.CutPrefix(address, Unix); isUnix {
		if path == "" {
			return graph.BadInput("listen", "expected the path of a socket, such as unix:/run/dossier.sock; got %q", address)
		}
		return nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return graph.BadInput("listen", "expected HOST:PORT, such as 127.0.0.1:8080, or unix:PATH; got %q", address)
	}
	if ip := net.ParseIP(host); !signsIn && host != "localhost" && !ip.IsLoopback() {
		return graph.BadInput("listen",
			"expected a loopback address, such as 127.0.0.1:8080, or a way to sign in: --token, --require-key, --jwks-url or --jwt-secret; got %s",
			address)
	}
	return nil
}

// bare returns an error of package net without the address.
func bare(err error) error {
	if op, is := errors.AsType[*net.OpError](err); is {
		return op.Err
	}
	return err
}

// Reload reads the certificate again, for connections that begin from now on. On
// an error the one before stays.
func (s *Socket) Reload() error {
	cert, key := s.options.Cert, s.options.Key
	switch {
	case cert == "" && key == "":
		return nil
	case cert == "":
		return graph.BadInput("tlsCert", "expected the file of the certificate for --tls-key")
	case key == "":
		return graph.BadInput("tlsKey", "expected the file of the private key for --tls-cert")
	}
	read, err := tls.LoadX509KeyPair(cert, key)
	if file, is := errors.AsType[*fs.PathError](err); is && file.Path == key {
		return graph.BadInput("tlsKey", "read %s: %v", key, file.Err)
	}
	if err != nil {
		return graph.BadInput("tlsCert", "expected PEM files of a certificate and its private key: %v", err)
	}
	s.certificate.Store(&read)
	return nil
}

// Expires returns the end of the certificate's validity, zero without one.
func (s *Socket) Expires() time.Time {
	if certificate := s.certificate.Load(); certificate != nil {
		return certificate.Leaf.NotAfter
	}
	return time.Time{}
}

// Serve answers the connections of a listener around s, until the server is shut
// down. TLS has HTTP/1.1 only: the limits of a server are limits of connections,
// and HTTP/2 has many requests in one.
func (s *Socket) Serve(server *http.Server, around net.Listener) error {
	if s.certificate.Load() == nil {
		return server.Serve(around)
	}
	server.TLSConfig = &tls.Config{
		MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return s.certificate.Load(), nil
		},
	}
	server.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){}
	return server.ServeTLS(around, "", "")
}

// Address returns the address that clients connect to.
func (s *Socket) Address() string {
	if strings.HasPrefix(s.options.Address, Unix) {
		return s.options.Address
	}
	return Origin(s.Addr().String(), s.certificate.Load() != nil)
}

// Origin returns the address that clients on this machine connect to: a URL
// without a path, or unix:PATH. An unspecified host becomes localhost.
func Origin(address string, withTLS bool) string {
	if strings.HasPrefix(address, Unix) {
		return address
	}
	scheme := "http"
	if withTLS {
		scheme = "https"
	}
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip.IsUnspecified()) {
		address = net.JoinHostPort("localhost", port)
	}
	return scheme + "://" + address
}

// The modes of the file of a Unix socket. Without sign-in only its owner may
// connect.
const (
	ownersMode fs.FileMode = 0o600
	groupsMode fs.FileMode = 0o660
)

// listenUnix listens on a path. It replaces a socket that no process listens on,
// which a killed one leaves.
func listenUnix(path string, signsIn bool) (net.Listener, error) {
	if err := removeStale(path); err != nil {
		return nil, err
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	mode := ownersMode
	if signsIn {
		mode = groupsMode
	}
	if err := os.Chmod(path, mode); err != nil {
		_ = listener.Close() // the error of the mode is the one to report
		return nil, err
	}
	return local{listener}, nil
}

// removeStale removes the socket at path if nobody listens on it.
func removeStale(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().Type() != fs.ModeSocket:
		return errors.New("a file that is no socket has this name")
	}
	conn, err := net.Dial("unix", path)
	if err == nil {
		_ = conn.Close()
		return errors.New("another process listens on it")
	}
	return os.Remove(path)
}

// local is the listener of a Unix socket. Its clients have the address 127.0.0.1:
// they are on this machine, and --trusted-proxy may name them.
type local struct{ net.Listener }

// Accept implements [net.Listener].
func (l local) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return localConn{conn}, nil
}

type localConn struct{ net.Conn }

// RemoteAddr implements [net.Conn].
func (localConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
