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

// ProcessID returns the number of the server's process.
func (s *Server) ProcessID() int { return s.process.command.Process.Pid }
