package db

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// Up runs the migrations in the folder "migrations" that a database lacks.
func Up(ctx context.Context, dialect goose.Dialect, database *sql.DB, files fs.FS, options ...goose.ProviderOption) error {
	folder, err := fs.Sub(files, "migrations")
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	provider, err := goose.NewProvider(dialect, database, folder, options...)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("run migrations: %w", err)
	}
	return nil
}
