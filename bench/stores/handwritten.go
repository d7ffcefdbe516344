package stores

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"
)

// A floor runs a statement and returns its only value, "" if it has none.
type floor func(ctx context.Context, sql string) (string, error)

func sqliteFloor(path string) (floor, error) {
	conn, err := driver.Open("file:"+path, func(conn *sqlite3.Conn) error {
		return conn.Exec("PRAGMA busy_timeout = 10000; PRAGMA synchronous = normal") // as the store does
	})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return func(ctx context.Context, sql string) (answer string, err error) {
		rows, err := conn.QueryContext(ctx, sql)
		if err != nil {
			return "", err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(&answer); err != nil {
				return "", err
			}
		}
		return answer, rows.Err()
	}, nil
}

func postgresFloor(ctx context.Context, url string) (floor, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	return func(ctx context.Context, sql string) (answer string, err error) {
		rows, err := pool.Query(ctx, sql)
		if err != nil {
			return "", err
		}
		_, err = pgx.ForEachRow(rows, []any{&answer}, func() error { return nil })
		return answer, err
	}, nil
}
