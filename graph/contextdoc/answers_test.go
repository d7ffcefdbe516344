package contextdoc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/graph/contextdoc"
)

var (
	constructionLibrary = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/construction.ndjson") })
	trialLibrary        = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/trial.ndjson") })
	hospitalLibrary     = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/hospital.ndjson") })
	appLibrary          = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/app.ndjson") })
	launchLibrary       = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/launch.ndjson") })
)

// An answerable question is a question about a graph of testdata, with texts
// that its answer has and texts that it lacks.
type answerable struct {
	question string
	has      []string // at every budget
	roomy    []string // at 2,000 tokens
	lacks    []string
}

// constructionQuestions are questions from a building site.
var constructionQuestions = []answerable{
	{question: "what blocks the hall roof trusses", has: []string{"Lift the hall roof trusses"},
		roomy: []string{"depends on Book a second crane for October"}},
	{question: "risks of Frame and roof", has: []string{"First frost before the membrane is welded", "No second crane in October"}},
	{question: "tasks of Frame and roof", has: []string{"Weld the roof membrane", "Set the precast stairs"},
		lacks: []string{"Agree the kitchen layout"}},
	{question: "overdue tasks of Riverside primary school",
		has: []string{"Recheck the anchor bolts of axis C", "Repair the fence at the brook"}, lacks: []string{"Pour the floor screed"}},
	{question: "why ground-source heating instead of pellets",
		has: []string{"Ground-source heating instead of pellets", "Eleven years until it is cheaper"}},
	{question: "survey of the anchor bolts", has: []string{"Survey of the anchor bolts, 4 September"}, roomy: []string{"axis C"}},
	{question: "windows with the wrong sill", has: []string{"Windows come with the wrong sill again"},
		roomy: []string{"Fit windows, north side"}},
	{question: "when is the shell watertight", has: []string{"Shell watertight", "2026-11-20"}},
	{question: "who is Oskar Lind", has: []string{"Oskar Lind", "Structural engineer"}},
	{question: "decision on floors", has: []string{"oak in the hall"}},
	{question: "what is overdue?", has: []string{"Recheck the anchor bolts of axis C", "Repair the fence at the brook"},
		lacks: []string{"Pour the floor screed"}},
	{question: "which tasks are blocked", has: []string{"Fit windows, north side", "Lift the hall roof trusses"},
		lacks: []string{"Set the precast stairs"}},
	{question: "what is due next week?", has: []string{"due 2026-10-05 to 2026-10-11", "Set the precast stairs"},
		lacks: []string{"Book a second crane"}},
}

// trialQuestions are questions about a clinical trial.
var trialQuestions = []answerable{
	{question: "risks of Drug supply", has: []string{"25 mg kits run out in November"}},
	{question: "tasks of Safety and potassium", has: []string{"Call sites on potassium above 5.5 within a day",
		"Sign the charter of the safety board", "Write narratives of the four serious events"}},
	{question: "stopping rules of the protocol NEPHRA-2", has: []string{"deaths differ by more than four"}},
	{question: "who is eligible, protocol NEPHRA-2 eligibility", has: []string{"ratio between 200 and 3,000 mg/g"}},
	{question: "what happened at Site 19 Uppsala", has: []string{"Uppsala", "dry blood spots"}, roomy: []string{"Elin Norrby"}},
	{question: "why stop dosing at a potassium of 6.0", has: []string{"Stop at 6.0, reduce at 5.6"}},
	{question: "who is Annika Weber", has: []string{"Annika Weber", "Drug supply lead", "Raise the resupply level"}},
	{question: "what is due for Second meeting of the safety board",
		has: []string{"Sign the charter of the safety board", "Write narratives"}},
	{question: "monitoring plan escalation", has: []string{"Monitoring plan"}, roomy: []string{"telephoned to the medical monitor"}},
	{question: "compare site 2 and site 19", has: []string{"## Site 02 Ghent", "## Site 19 Uppsala"}},
	{question: "requirements of Data management", has: []string{"A visit is entered within five working days"},
		roomy: []string{"Source data of the primary endpoint"}},
}

// launchQuestions are questions about the launch of a product in nine
// countries, in everyday words.
var launchQuestions = []answerable{
	{question: "what happens if someone drops it?", has: []string{"The lid breaks when the jug is dropped", "One in sixteen broke"}},
	{question: "why is there no app?", has: []string{"No app and no radio", "a privacy policy"}},
	{question: "who deals with Topmarkt?", has: []string{"Sign terms with Topmarkt", "Hamid Karimi"}},
	{question: "who do I ask about batteries?", has: []string{"Petra Novotná"}, roomy: []string{"Battery law: reading of article 11"}},
	{question: "is the certificate late?", has: []string{"Food contact certificate", "due 2026-11-06", "missed"}},
	{question: "does it work in the dishwasher?", has: []string{"Lights die in the dishwasher", "welded twice"}},
	{question: "what is Lorenzo doing?", has: []string{"Set up the second line in Brescia"}, lacks: []string{"Hire four people"}},
	{question: "what is due this week?", has: []string{"Thicker hinge from the tool shop"}, lacks: []string{"Two hundred drops"}},
	{question: "which tasks are blocked?", has: []string{"Get the food contact certificate"}, lacks: []string{"Build the first 10,000 ["}},
	{question: "what is stuck right now?", has: []string{"Get the food contact certificate", "blocked by Second migration test"}},
	{question: "Welche Aufgaben sind blockiert?", has: []string{"Get the food contact certificate", "blocked by Second migration test"}},
	{question: "Wer ist für die Firmware zuständig?", has: []string{"Owen Tully"}},
	{question: "compare the Belgian and the Dutch launch", has: []string{"## Launch in Belgium", "## Launch in Netherlands"}},
}

// hospitalQuestions are questions from the site of a hospital's wing with 425
// entities, most of which are routine: rooms, defects, works by room. Those
// without an answer have a notice.
var hospitalQuestions = []answerable{
	{question: "what keeps us from testing the sprinklers on level 2?", has: []string{"Start the sprinkler pump"}},
	{question: "what depends on feeder 2?", has: []string{"Start the sprinkler pump", "Test the generators"}},
	{question: "what does Connect feeder 2 in Mill Street block",
		has: []string{"### Related tasks (2)\n- Start the sprinkler pump", "Test the generators under load"}},
	{question: "who gets the theatre keys?", has: []string{"Brenda Lacey in person"}},
	{question: "why do only two theatres get laminar flow?", has: []string{"only joints need it"}},
	{question: "#412", has: []string{"Bed hits the skirting, Security desk"}},
	{question: "RFI-115", has: []string{"tight for gas", "300 pascal"}},
	{question: "what is Zsófia working on?", has: []string{"Take swabs", "Count spores", "Heat and sample"}},
	{question: "what comes after the fire certificate?", has: []string{"Milestones, due since 2027-05-29 (2)", "First patient"}},
	{question: "risks for the fire certificate", has: []string{"The certificate comes after June"}},
	{question: "which risks have already happened?", has: []string{"Rain gets into level 4"}, lacks: []string{"Mould behind"}},
	{question: "which decisions did we defer?", has: []string{"Solar panels"}, lacks: []string{"Which scanner"}},
	{question: "which rooms are on level 3?", has: []string{"Theatre 1", "Recovery", "level 3 (6)"}, lacks: []string{"Kitchen"}},
	{question: "what did Brenda Lacey write?", has: []string{"Surgeons tried it with a broom"}},
	{question: "when is the permanent power on?", has: []string{"2026-12-11"}},
	{question: "legionela results level 1", has: []string{"140 and 220"}},
	{question: "how much money is left for surprises?", has: []string{"2.1 of 4.4"}},
	{question: "does the wing have a chapel?", has: []string{`Nothing here has "chapel"`}},
	{question: "who supplies helium for the MRI?", has: []string{"Nothing here is clearly about"}},
}

// appQuestions are questions about the launch of an app with 430 entities: bugs,
// translations, checks of phones, and what testers wrote.
var appQuestions = []answerable{
	{question: "what haven't we decided", has: []string{"Recipes on phones with less than 4 GB", "German mails on Saturdays"},
		lacks: []string{"Ten free receipts"}},
	{question: "blockers that aren't fixed yet", has: []string{"Removed member still sees", "Login loops"},
		lacks: []string{"Crash when the camera is refused"}},
	{question: "which crashes are still open", has: []string{"Crashes, state open (5)", "OutOfMemory in ReceiptBitmap"},
		lacks: []string{"Locale pl_PL"}},
	{question: "which crashes aren't fixed yet", has: []string{"not fixed (5)", "OutOfMemory in ReceiptBitmap"},
		lacks: []string{"Locale pl_PL"}},
	{question: "crashes in build 409", has: []string{"Crashes, build 409 (", "Camera.release"}},
	{question: "phone number of Priya", has: []string{"+31 10 555 0117"}, lacks: []string{"Tasks of Priya Raman"}},
	{question: "phone number of Kasper Holm", has: []string{`Kasper Holm has no "phone" here`}},
	{question: "did anybody complain about the battery", roomy: []string{"battery (97)"}, lacks: []string{"Nothing here"}},
	{question: "which newspapers refused the embargo", has: []string{"Dagens Nyheter", "Kurier", "TechCrunch"},
		lacks: []string{"Nothing here is"}},
	{question: "should the film show a bin", has: []string{"No bin"}},
	{question: "who could take part in ring 3", has: []string{"Who took part"}, roomy: []string{"Only adults who do the shopping"}},
	{question: "how often is backup restoring tested and when was the last time", has: []string{"once a month", "9 October"}},
	{question: "is the Windows version ready", has: []string{`Nothing here has "Windows"`}},
}

// TestAnswersOfOtherKinds checks the answers to questions about graphs of other
// topics than the sample, in 500 and in 2,000 tokens. If DOSSIER_ANSWERS names
// a folder, the answers are written to it.
func TestAnswersOfOtherKinds(t *testing.T) {
	for name, test := range map[string]struct {
		open      func() (*library, error)
		questions []answerable
		now       time.Time
	}{
		"construction": {constructionLibrary, constructionQuestions, time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC)},
		"trial":        {trialLibrary, trialQuestions, time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC)},
		"hospital":     {hospitalLibrary, hospitalQuestions, time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)},
		"app":          {appLibrary, appQuestions, time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)},
		"launch":       {launchLibrary, launchQuestions, time.Date(2026, 11, 16, 16, 0, 0, 0, time.UTC)},
	} {
		t.Run(name, func(t *testing.T) { askAll(t, name, libraryOf(t, test.open), test.questions, test.now) })
	}
}

func askAll(t *testing.T, name string, l *library, questions []answerable, now time.Time) {
	var answers strings.Builder
	for _, q := range questions {
		for _, budget := range []int{500, 2000} {
			d := l.document(t, contextdoc.Input{
				Start: contextdoc.Start{Topic: &q.question}, MaxTokens: &budget, Now: &now,
			})
			fmt.Fprintf(&answers, "=== %s, %d tokens, confidence %.2f\n%s\n", q.question, budget, d.Confidence, d.Text)
			q.check(t, budget, d.Text)
			if slices.ContainsFunc(d.Warnings, func(w contextdoc.Warning) bool { return w.Code == "NO_MATCH" }) {
				t.Errorf("%s: %d tokens have an answer and the warning %v", q.question, budget, d.Warnings)
			}
		}
	}
	if folder := os.Getenv("DOSSIER_ANSWERS"); folder != "" {
		if err := os.WriteFile(filepath.Join(folder, name+".md"), []byte(answers.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func (q *answerable) check(t *testing.T, budget int, text string) {
	t.Helper()
	wanted := q.has
	if budget >= 2000 {
		wanted = append(wanted[:len(wanted):len(wanted)], q.roomy...)
	}
	for _, part := range wanted {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %d tokens lack %q", q.question, budget, part)
		}
	}
	for _, part := range q.lacks {
		if strings.Contains(text, part) {
			t.Errorf("%s: %d tokens have %q", q.question, budget, part)
		}
	}
}
