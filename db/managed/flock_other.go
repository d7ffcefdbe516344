//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package managed

import "os"

// flock does nothing: Postgres itself refuses a second server.
func flock(*os.File) error { return nil }
