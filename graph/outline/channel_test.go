package outline_test

import "testing"

// TestSignalsByChannelAndTime asks for what was noticed in a channel or a time, and for
// what was decided then. The clock is at the first of September 2026.
func TestSignalsByChannelAndTime(t *testing.T) {
	openWith(t, `{"kind":"project","id":"farm","name":"Wind farm","state_key":"active"}
{"kind":"signal","id":"s1","project_id":"farm","channel":"email","ts":"2026-08-12","payload_summary":"The blade is late"}
{"kind":"signal","id":"s2","project_id":"farm","channel":"email","ts":"2026-07-03","payload_summary":"The tower was painted"}
{"kind":"signal","id":"s3","project_id":"farm","channel":"meeting","ts":"2026-08-20","payload_summary":"Cables were counted"}
{"kind":"signal","id":"s4","project_id":"farm","channel":"call","ts":"2026-08-21","payload_summary":"Ice on the road"}
{"kind":"decision","id":"d1","project_id":"farm","title":"Two blades","state_key":"made","decision_at":"2026-03-03"}
{"kind":"decision","id":"d2","project_id":"farm","title":"Red lights","state_key":"made","decision_at":"2025-10-09"}
{"kind":"task","id":"t1","project_id":"farm","title":"Lift the nacelle","state_key":"blocked","due_at":"2026-10-02"}
{"kind":"task","id":"t2","project_id":"farm","title":"Pour the base","state_key":"done"}
{"kind":"document","id":"v","project_id":"farm","title":"Land trial","state_key":"draft"}
{"kind":"document","id":"w","project_id":"farm","title":"Sea trial","state_key":"review"}
`).answers(t, map[string]string{
		"list all emails":                  "Signals of Wind farm, emails: s1 s2",
		"emails in August":                 "Signals of Wind farm, emails, 2026-08-01 to 2026-08-31: s1",
		"signals in July":                  "Signals of Wind farm, 2026-07-01 to 2026-07-31: s2",
		"which decisions in March":         "Decisions of Wind farm, 2026-03-01 to 2026-03-31: d1",
		"decisions in October":             "Decisions of Wind farm, 2025-10-01 to 2025-10-31: d2",
		"latest decision of the wind farm": "Decisions of Wind farm: d1 d2",
		"what are we waiting for":          "Tasks of Wind farm, waiting: t1",
		"what was said in the review":      "no list",
		"what is in review":                "Documents of Wind farm, review: w",
	})
}
