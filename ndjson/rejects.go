package ndjson

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writeRejects writes the rejected lines to a file, which appears whole or not
// at all. Without any the file of an earlier import is removed.
func writeRejects(path string, rejects []Reject) error {
	if len(rejects) == 0 {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove old rejected lines: %w", err)
		}
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("create rejected lines: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }() // gone if it was renamed
	err = errors.Join(fill(file, rejects), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write rejected lines: %w", err)
	}
	return nil
}

func fill(file *os.File, rejects []Reject) error {
	out := bufio.NewWriter(file)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, reject := range rejects {
		if err := encoder.Encode(reject); err != nil {
			return err
		}
	}
	return errors.Join(out.Flush(), file.Sync())
}
