package outline_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestMeasuredLists asks for what has numbers: risks by a column, suppliers and
// faults by fields as numbers and as texts with units, plans by their tasks.
func TestMeasuredLists(t *testing.T) {
	l := openWith(t, work+`{"kind":"plan","id":"dock","project_id":"hull","name":"Dry dock"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"weld"}
{"kind":"edge","src_id":"dock","rel":"has_task","dst_id":"rivet"}
{"kind":"plan","id":"sea","project_id":"hull","name":"Sea trial"}
{"kind":"risk","id":"ice","project_id":"hull","title":"Ice in the harbour","probability":0.6}
{"kind":"risk","id":"fog","project_id":"hull","title":"Fog","probability":0.25,"state_key":"closed"}
{"kind":"record_type","id":"supplier","name":"Supplier","fields":[{"name":"town","type":"text"}]}
{"kind":"record_type","id":"fault","name":"Fault","fields":[{"name":"stop","type":"text"},{"name":"noticed","type":"date"}]}
{"kind":"record","id":"mill","project_id":"hull","record_type":"supplier","name":"Steel mill","fields":{"town":"Kiel","contract_eur":1200000,"staff":40,"weight_kg":900,"lead_weeks":6}}
{"kind":"record","id":"shop","project_id":"deck","record_type":"supplier","name":"Paint shop","fields":{"town":"Husum","contract_eur":80000,"staff":6}}
{"kind":"record","id":"forge","project_id":"hull","record_type":"supplier","name":"Forge","fields":{"town":"Kiel","contract_eur":300000,"staff":12,"weight_kg":80,"lead_weeks":20}}
{"kind":"record","id":"leak","project_id":"hull","record_type":"fault","name":"Leak","fields":{"stop":"95 min","drift":"-2 mm","noticed":"2026-08-01"}}
{"kind":"record","id":"short","project_id":"hull","record_type":"fault","name":"Short circuit","fields":{"stop":"1,200 min","drift":"3 mm","noticed":"2026-08-02"}}
`)
	for question, want := range map[string]string{
		"risks with a probability of 60 per cent or more": "probability 60 per cent or more: Ice in the harbour",
		"risks >= 25%":                     "probability >= 25%: Ice in the harbour, Fog",
		"risks > 25%":                      "probability > 25%: Ice in the harbour",
		"risks >= 25 %":                    "probability >= 25 %: Ice in the harbour, Fog",
		"risks between 20 and 30 per cent": "probability between 20 and 30 per cent: Fog",
		"risks with a probability between 60% and 30":          "probability between 60% and 30: Ice in the harbour",
		"suppliers with contracts between 1 and 2 million":     "contract_eur between 1 and 2 million: Steel mill",
		"suppliers with contracts between 100 and 0.1 million": "contract_eur between 100 and 0.1 million: Paint shop",
		"suppliers with contracts under 80,000.50":             "contract_eur under 80,000.50: Paint shop",
		"suppliers with contracts < -5":                        "contract_eur < -5: ",
		"plans with more than 3 risks":                         "more than 3 risks: ",
		"faults with a drift below -1":                         "drift below -1: Leak",
		"open risks by probability":                            "open, by probability: Ice in the harbour",
		"the most likely risks":                                "by probability: Ice in the harbour, Fog",
		"least likely risk":                                    "by probability: Fog, Ice in the harbour",
		"risks more likely than 50 %":                          "probability more likely than 50 %: Ice in the harbour",
		"which risks have a chance over 50%?":                  "probability over 50%: Ice in the harbour",
		"heaviest supplier":                                    "by weight_kg: Steel mill, Forge",
		"suppliers lighter than 100":                           "weight_kg lighter than 100: Forge",
		"what has the longest lead time?":                      "by lead_weeks: Forge, Steel mill",
		"which suppliers take longer than 10 weeks?":           "lead_weeks longer than 10: Forge",
		"the most rusty suppliers":                             "",
		"suppliers with contracts between 50k and 0.3 million": "contract_eur between 50k and 0.3 million: Forge, Paint shop",
		"suppliers in Kiel with a contract under €1m":          "kiel, contract_eur under €1m: Forge",
		"which supplier has the biggest contract?":             "by contract_eur: Steel mill, Forge, Paint shop",
		"suppliers by staff":                                   "by staff: Steel mill, Forge, Paint shop",
		"total staff of all suppliers":                         "total staff 58: Steel mill, Forge, Paint shop",
		"suppliers with fewer than ten staff":                  "staff fewer than ten: Paint shop",
		"suppliers with more than 500 staff":                   "staff more than 500: ",
		"suppliers with more than 20":                          "", // of what
		"faults with a stop of at least 100":                   "stop at least 100: Short circuit",
		"what was the longest stop?":                           "by stop: Short circuit, Leak",
		"faults noticed over 2 weeks ago":                      "noticed until 2026-08-17: Leak, Short circuit",
		"plans with at least 2 tasks":                          "at least 2 tasks: Dry dock",
		"plans with fewer than 2 tasks":                        "fewer than 2 tasks: Sea trial",
		"what happens if more than 20 staff are ill?":          "",
		"how do we paint more than 3 coats":                    "",
	} {
		list := l.findAll(question).List
		got := ""
		if list != nil && len(list.Filters) > 0 {
			var names []string
			for _, group := range list.Groups {
				for _, m := range group.Members {
					names = append(names, m.Entity.Self().Label)
				}
			}
			filters := list.Filters
			if filters[0] == "suppliers" || filters[0] == "faults" {
				filters = filters[1:]
			}
			got = fmt.Sprint(strings.Join(filters, ", "), ": ", strings.Join(names, ", "))
		}
		if strings.ReplaceAll(got, `\`, "") != want {
			t.Errorf("%q lists %q, want %q", question, got, want)
		}
	}
}

// TestManyRecordsAreNotMeasured asks for numbers of more records than are read, in two
// projects, and for their number by a field.
func TestManyRecordsAreNotMeasured(t *testing.T) {
	lines := work + `{"kind":"record_type","id":"rivet","name":"Rivet","fields":[{"name":"town","type":"text"}]}` + "\n"
	for i := range 5_001 {
		project := []string{"hull", "deck"}[i%2]
		lines += fmt.Sprintf(`{"kind":"record","id":"r%d","project_id":%q,"record_type":"rivet","name":"Rivet %d","fields":{"weight":%d,"town":"Kiel"}}`+"\n", i, project, i, i)
	}
	l := openWith(t, lines)
	for _, question := range []string{"rivets by weight", "rivets with a weight over 10", "total weight of rivets", "rivets by town"} {
		list := l.findAll(question).List
		if list != nil && strings.ContainsAny(fmt.Sprint(list.Filters), "0123456789") || list != nil && len(list.Groups) > 0 && list.Groups[0].Value != "" {
			t.Errorf("%q lists %v, and %q", question, list.Filters, list.Groups[0].Value)
		}
	}
}
