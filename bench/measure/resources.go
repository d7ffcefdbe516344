package measure

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ServerGC is the value of GOGC that servers set.
const ServerGC = 200

// HeapInUse returns the size of the heap after a garbage collection.
func HeapInUse() uint64 {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// WatchMemory returns the maximum sizes of heap and process until a time.
func WatchMemory(until time.Time) (heap, resident uint64) {
	for time.Now().Before(until) {
		time.Sleep(50 * time.Millisecond)
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		heap, resident = max(heap, stats.HeapInuse), max(resident, residentNow())
	}
	return heap, resident
}

// ForgetPeak makes [Peak] forget what was before.
func ForgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // Peak is then that of the whole process
}

// Peak returns the most resident memory of the process, 0 if it is unknown.
func Peak() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, " kB")
	kilobytes, _ := strconv.ParseUint(strings.TrimSpace(line), 10, 64)
	return kilobytes << 10
}

// residentNow returns the resident memory of the process, 0 if it is unknown.
func residentNow() uint64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, _ := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize())
}

// ProcessorTime returns the processor time that this process has used so far.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
