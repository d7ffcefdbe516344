package main

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"time"
)

// An spdxPackage is a package of a document of SPDX 2.3.
type spdxPackage struct {
	Name             string    `json:"name"`
	ID               string    `json:"SPDXID"`
	Version          string    `json:"versionInfo"`
	DownloadLocation string    `json:"downloadLocation"`
	FilesAnalyzed    bool      `json:"filesAnalyzed"`
	LicenseDeclared  string    `json:"licenseDeclared"`
	References       []spdxRef `json:"externalRefs"`
}

type spdxRef struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type spdxRelation struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

// notInID matches what an identifier of SPDX must not have.
var notInID = regexp.MustCompile(`[^A-Za-z0-9.-]`)

// spdxOf returns the package of a module. No location is asserted: the checksums
// of go.sum are what a build checks.
func spdxOf(module, version, license string) spdxPackage {
	return spdxPackage{
		Name: module, ID: "SPDXRef-" + notInID.ReplaceAllString(module+"-"+
			version, "-"), Version: version, DownloadLocation: "NOASSERTION", LicenseDeclared: license,
		References: []spdxRef{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + module + "@" + version}},
	}
}

// bill returns the software bill of materials, SPDX 2.3 as JSON: the program, the
// modules in those of all targets, and the version of Go's library. NOTICE has the licenses of the modules.
func (r *release) bill() []byte {
	program := spdxOf("dossier", "v"+r.version, "Apache-2.0")
	packages := []spdxPackage{program}
	relations := []spdxRelation{{"SPDXRef-DOCUMENT", "DESCRIBES", program.ID}}
	for _, module := range slices.Sorted(maps.Keys(r.modules)) {
		one := spdxOf(module, r.modules[module], "NOASSERTION")
		packages = append(packages, one)
		relations = append(relations, spdxRelation{program.ID, "DEPENDS_ON", one.ID})
	}
	name := "dossier-" + r.version
	text, err := json.MarshalIndent(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
		"documentNamespace": "urn:dossier:spdx:" + r.version,
		"creationInfo":      map[string]any{"created": r.at.Format(time.RFC3339), "creators": []string{"Tool: dossier-release"}},
		"packages":          packages, "relationships": relations,
	}, "", "  ")
	must(err)
	return append(text, '\n')
}
