package ndjson

import (
	"sync"
	"time"

	"dossier/graph"
)

// A Stage is a part of an import.
type Stage string

// The stages of an import, in their order.
const (
	Reading Stage = "reading" // measured in bytes of the input
	Writing Stage = "writing" // measured in entities that were inserted or changed
)

// Progress is the progress of an import.
type Progress struct {
	Stage       Stage // what Done and Total count
	Lines       int   // read so far
	Done, Total int64 // in the unit of the stage; a Total of 0 is unknown
}

func (im *importing) tellReading(part parsedPart) {
	if im.options.Progress != nil {
		im.options.Progress(Progress{Stage: Reading, Lines: part.number, Done: part.bytes, Total: im.options.Size})
	}
}

// watched returns the Analyse of the options. If there is a Progress, it also
// reports the progress of writing. It may be called concurrently.
func (im *importing) watched() func(graph.Entity) []byte {
	analyse := im.options.Analyse
	if im.options.Progress == nil || analyse == nil {
		return analyse
	}
	var lock sync.Mutex
	progress := Progress{Stage: Writing, Lines: im.report.Lines, Total: im.entities()}
	return func(entity graph.Entity) []byte {
		terms := analyse(entity)
		lock.Lock()
		defer lock.Unlock()
		if progress.Done++; progress.Done%200 == 0 || progress.Done == progress.Total {
			im.options.Progress(progress)
		}
		return terms
	}
}

// entities returns the number of good lines with entities.
func (im *importing) entities() (count int64) {
	for i := range im.items {
		if !im.items[i].has(isEdge | isDropped) {
			count++
		}
	}
	return count
}

// A Meter computes the rate of an import and the time left of a stage.
type Meter struct {
	now   func() time.Time
	stage Stage
	start time.Time
}

// NewMeter returns a meter that starts now, by the given clock.
func NewMeter(now func() time.Time) *Meter {
	return &Meter{now: now, stage: Reading, start: now()}
}

// Estimate returns the rate per second since the stage began, and the remaining
// time of the stage at this rate. A negative time is unknown.
func (m *Meter) Estimate(p Progress) (rate float64, left time.Duration) {
	now := m.now()
	if p.Stage != m.stage {
		m.stage, m.start = p.Stage, now
	}
	if seconds := now.Sub(m.start).Seconds(); seconds > 0 {
		rate = float64(p.Done) / seconds
	}
	if p.Total == 0 || rate == 0 {
		return rate, -1
	}
	return rate, time.Duration(float64(max(p.Total-p.Done, 0)) / rate * float64(time.Second))
}
