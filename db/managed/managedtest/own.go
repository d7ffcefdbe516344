package managedtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"dossier/db/managed"
)

// sweep waits for the end of its input, which is the end of the test process.
// Then it ends the server if that is still running, and removes the folder,
// repeatedly because the server may still write into it.
const sweep = `
cat >/dev/null
process=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$process" 2>/dev/null
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	rm -rf "$1" 2>/dev/null && break
	sleep 0.1
done
`

// startOwn runs a server until this process ends.
func startOwn(ctx context.Context) (*server, error) {
	if _, err := managed.Find(); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "dossier-test-")
	if err != nil {
		return nil, fmt.Errorf("create a folder for the test server: %w", err)
	}
	lifeline, err := startSweeper(folder)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("watch the test server: %w", err), os.RemoveAll(folder))
	}
	running, err := managed.Start(ctx, folder, managed.Options{Disposable: true})
	if err != nil {
		return nil, err
	}
	own, err := newServer(running.URL("postgres"))
	if err != nil {
		return nil, err
	}
	own.lifeline = lifeline
	return own, nil
}

// startSweeper starts the script sweep and returns its input. The system closes
// the input when this process ends.
func startSweeper(folder string) (io.Closer, error) {
	sweeper := exec.Command("sh", "-c", "trap '' INT TERM HUP QUIT\n"+sweep, "sh", folder)
	sweeper.Dir = os.TempDir()
	lifeline, err := sweeper.StdinPipe()
	if err != nil {
		return nil, err
	}
	return lifeline, sweeper.Start()
}
