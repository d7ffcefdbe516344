package postgres

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// runAsOwner makes a command run as the user who owns a folder. If that is
// root, the command runs in a user namespace in which root is nobody, as in
// package managed.
func runAsOwner(t *testing.T, command *exec.Cmd, folder string) {
	t.Helper()
	info, err := os.Stat(folder)
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t)
	const nobody = 65534
	switch {
	case owner.Uid != 0 && int(owner.Uid) != os.Geteuid():
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	case owner.Uid == 0:
		command.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}},
		}
	}
}
