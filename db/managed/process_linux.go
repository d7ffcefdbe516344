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

// attributesFor returns the attributes of a process that runs Postgres as the
// owner of the folder. Postgres refuses to run as root: for a folder of root,
// it runs in a user namespace in which root has another id. If namespaces are
// forbidden, an unprivileged user becomes the owner of the folder. The child
// has a new process group, so that an interrupt at the terminal does not reach
// it, and ends when the parent does.
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
	return attributes, chownAll(f, other)
}

func ownerOf(f folder) (*syscall.Credential, error) {
	info, err := os.Stat(string(f))
	if err != nil {
		return nil, err
	}
	status := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: status.Uid, Gid: status.Gid}, nil
}

// unprivileged returns a user with a name, which initdb requires.
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

// inNamespace returns attributes that map root to another user in the child
// only.
func inNamespace(attributes syscall.SysProcAttr, as *syscall.Credential) *syscall.SysProcAttr {
	attributes.Cloneflags = syscall.CLONE_NEWUSER
	attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: int(as.Uid), HostID: os.Geteuid(), Size: 1}}
	attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: int(as.Gid), HostID: os.Getegid(), Size: 1}}
	return &attributes
}

// works reports whether Postgres runs with the attributes. It is a variable so
// that a test can simulate a system without namespaces.
var works = func(attributes *syscall.SysProcAttr, bin string) bool {
	probe := exec.Command(filepath.Join(bin, "postgres"), "--version")
	probe.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: attributes.Cloneflags, UidMappings: attributes.UidMappings, GidMappings: attributes.GidMappings,
	}
	return probe.Run() == nil
}

// chownAll makes a user the owner of a folder and everything in it.
func chownAll(f folder, to *syscall.Credential) error {
	return filepath.WalkDir(string(f), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(to.Uid), int(to.Gid))
	})
}

// chown makes the user that the server runs as the owner of a folder.
func (l *launcher) chown(path string) error {
	if l.attributes.Credential == nil {
		return nil
	}
	return chownAll(folder(path), l.attributes.Credential)
}

// clearStale removes the lock files of a killed server if its process id now
// belongs to another process, which Postgres would mistake for a running
// server. The process cannot be a server of this package, because this process
// holds the lock. If its working directory is the data folder, it is a server
// that was started otherwise. Postgres itself handles ids that no process has.
func (f folder) clearStale() error {
	process := f.processID()
	if process == 0 {
		return nil
	}
	data, err := os.Stat(f.data())
	if err != nil {
		return err
	}
	working := workingFolder(process)
	if working == nil {
		return nil
	}
	if os.SameFile(data, working) {
		return fmt.Errorf("%w: process %d", ErrInUse, process)
	}
	for _, name := range []string{"data/postmaster.pid", socketFile, socketFile + ".lock"} {
		if err := os.Remove(f.file(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove a stale lock: %w", err)
		}
	}
	return nil
}

// workingFolder returns the working directory of a process, nil if there is no
// such process or it is not accessible.
func workingFolder(process int) os.FileInfo {
	info, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", process))
	if err != nil {
		return nil
	}
	return info
}
