package naming_test

import (
	"testing"

	"dossier/graph/relevance/naming"
)

func TestIdentifier(t *testing.T) {
	for title, want := range map[string]string{
		"KEP-1287: In-place update": "KEP-1287", "KEP-12": "KEP-12", "A-1, b": "A-1", "kep-12": "", "KEP12": "", "KEP-12a": "",
		"ABCDEFGHIJK-1": "", "": "", "-1": "", "RFC 793: Transmission": "RFC 793", "ADR 7 – Queues": "ADR 7", "DEP 9 - Queues": "DEP 9",
		"MSC2675: Aggregations": "MSC2675", "MSC2675 – Aggregations": "MSC2675", "IPV6 addresses": "", "H2: Budget": "",
		"HTTP 404 errors": "", "Part 2: Queues": "", "RFC 793": "", "RFC: 793": "",
		"Transmission (RFC 793)": "RFC 793", "Queues (QUE) (ADR-7) ": "ADR-7", "Aggregations (MSC2675)": "MSC2675", "Queues [ADR-7]": "ADR-7",
		"Queues (HTTP 404 errors)": "", "Queues (ADR 7) again": "", "(ADR 7)": "", "Queues (part 2)": "", "Queues ()": "",
	} {
		if got := naming.Identifier(title); got != want {
			t.Errorf("identifier of %q is %q, want %q", title, got, want)
		}
	}
}

func TestUnidentified(t *testing.T) {
	for title, want := range map[string]string{
		"KEP-1287: In-place update": ": In-place update", "Transmission (RFC 793)": "Transmission", "Queues (QUE) [ADR-7]": "Queues (QUE)",
		"Queues (QUE)": "Queues (QUE)", "ADR-7 (ADR-7)": " (ADR-7)", "ADR 7 (ADR 7)": "ADR 7", "KEP-12": "", "": "",
	} {
		if got := naming.Unidentified(title); got != want {
			t.Errorf("%q without its identifier is %q, want %q", title, got, want)
		}
	}
}

func TestNumberMark(t *testing.T) {
	for name, want := range map[string][2]string{
		"#20": {"#", "20"}, "!3": {"!", "3"}, "&5": {"&", "5"}, "#1234": {"#", "1234"},
		"20": {}, "": {}, "#": {}, "#a1": {}, "##2": {}, "shop#2": {}, "%3": {},
	} {
		mark, number := naming.NumberMark(name)
		if got := [2]string{mark, number}; got != want {
			t.Errorf("NumberMark(%q) = %q", name, got)
		}
	}
}
