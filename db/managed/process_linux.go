package managed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// attributesFor returns how to run Postgres as the owner of the folder, given that it refuses to be root. A folder of
// root's is served from a user namespace, in which root bears another number; where namespaces are forbidden the folder
// is given to an unprivileged user. The child leaves the group, so that an interrupt at the terminal is for the parent
// alone, and shuts down when the parent dies.
func attributesFor(f folder, bin string) (*syscall.SysProcAttr, error) {
	attributes := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if os.Geteuid() != 0 {
		return attributes, nil
	}
	owner, err := ownerOf(f)
	if err != nil {
		return nil, err
	}
	if owner.Uid != 0 {
		attributes.Credential = owner
		return attributes, nil
	}
	other := unprivileged()
	if namespaced := inNamespace(*attributes, other); works(namespaced, bin) {
		return namespaced, nil
	}
	attributes.Credential = other
	return attributes, giveAway(f, other)
}

func ownerOf(f folder) (*syscall.Credential, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return nil, err
	}
	status := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: status.Uid, Gid: status.Gid}, nil
}

// unprivileged returns a user that the system knows by name, as initdb demands.
func unprivileged() *syscall.Credential {
	for _, name := range []string{"postgres", "nobody"} {
		known, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.ParseUint(known.Uid, 10, 32)
		gid, gidErr := strconv.ParseUint(known.Gid, 10, 32)
		if uidErr == nil && gidErr == nil && uid != 0 {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	return &syscall.Credential{Uid: 1000, Gid: 1000}
}

// inNamespace lets root appear as another user to the child, and only to it.
func inNamespace(attributes syscall.SysProcAttr, as *syscall.Credential) *syscall.SysProcAttr {
	attributes.Cloneflags = syscall.CLONE_NEWUSER
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: int(as.Uid), HostID: os.Geteuid(), Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: int(as.Gid), HostID: os.Getegid(), Size: 1}}
	return &attributes
}

// works is a variable for the test of a system without namespaces.
var works = func(attributes *syscall.SysProcAttr, bin string) bool {
	probe := exec.Command(filepath.Join(bin, "postgres"), "--version")
	probe.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: attributes.Cloneflags, UidMappings: attributes.UidMappings, GidMappings: attributes.GidMappings,
	}
	return probe.Run() == nil
}

func giveAway(f folder, to *syscall.Credential) error {
	return filepath.WalkDir(string(f), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(to.Uid), int(to.Gid))
	})
}

// handOver gives a folder to the user that the server runs as.
func (l *launcher) handOver(path string) error {
	if l.attributes.Credential == nil {
		return nil
	}
	return giveAway(folder(path), l.attributes.Credential)
}

// clearStale removes what a killed server left when the number of its process is another's by now, which Postgres takes
// for a running server; the lock rules out one of ours, the working directory one that was started by hand. A number
// that nobody bears is left to Postgres.
func (f folder) clearStale() error {
	process := f.processID()
	if process == 0 {
		return nil
	}
	data, err := os.Stat(f.data())
	if err != nil {
		return err
	}
	workplace := workplaceOf(process)
	if workplace == nil {
		return nil
	}
	if os.SameFile(data, workplace) {
		return fmt.Errorf("%w: process %d", ErrInUse, process)
	}
	for _, name := range []string{"data/postmaster.pid", socketFile, socketFile + ".lock"} {
		if err := os.Remove(f.file(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove a stale lock: %w", err)
		}
	}
	return nil
}

// workplaceOf returns the working directory of a process, nil when there is no such process or it is not ours to see.
func workplaceOf(process int) os.FileInfo {
	info, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", process))
	if err != nil {
		return nil
	}
	return info
}
