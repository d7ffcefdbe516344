package query

// A TokenEncoding is an encoding for counting tokens, and the models with it.
type TokenEncoding struct {
	Name   string   // as in the argument encoding
	Factor float64  // the factor of counts, 1 if they are exact
	Models []string // prefixes of the models' names
}

// Encodings returns the encodings for counting tokens.
func (s *Service) Encodings() []TokenEncoding { return s.encodings }
