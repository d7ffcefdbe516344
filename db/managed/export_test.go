package managed

// Installations returns the folders found by patterns, newest first.
func Installations(patterns ...string) ([]string, error) {
	found, err := installations(patterns)
	var folders []string
	for _, one := range found {
		folders = append(folders, one.bin)
	}
	return folders, err
}

// ProcessID returns the id of the server's process.
func (s *Server) ProcessID() int { return s.process.command.Process.Pid }

// Done returns a channel that is closed when the child has ended.
func (s *Server) Done() <-chan struct{} { return s.process.done }
