package query

// A TokenEncoding is an encoding by which tokens are counted, and the models
// that it is for.
type TokenEncoding struct {
	Name   string
	Factor float64  // what counts are multiplied by, 1 where they are exact
	Models []string // prefixes of their names
}

// Encodings returns the encodings by which tokens can be counted.
func (s *Service) Encodings() []TokenEncoding { return s.encodings }
