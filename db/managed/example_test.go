package managed_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dossier/db/managed"
)

func ExampleStart() {
	ctx := context.Background()
	folder := filepath.Join(os.TempDir(), "dossier-example")
	server, err := managed.Start(ctx, folder, managed.Options{})
	if errors.Is(err, managed.ErrNotInstalled) {
		fmt.Println(err) // says where it searched and what to do
		return
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Stop()
	address, err := server.Database(ctx, "dossier")
	fmt.Println(address, err)
}
