package sets

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// ReadAll returns the content of a file, uncompressed.
func ReadAll(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil || !IsPacked(data) {
		return data, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// IsPacked reports whether data is compressed with gzip.
func IsPacked(data []byte) bool { return bytes.HasPrefix(data, []byte{0x1f, 0x8b}) }

// WritePacked writes a file, compressed if its name ends in .gz.
func WritePacked(path string, data []byte) error {
	if strings.HasSuffix(path, ".gz") {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			return fmt.Errorf("pack answers: %w", err)
		}
		if err := w.Close(); err != nil {
			return fmt.Errorf("pack answers: %w", err)
		}
		data = packed.Bytes()
	}
	return os.WriteFile(path, data, 0o644)
}
