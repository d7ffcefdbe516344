package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"time"
)

// A platform is a target with the layer of its image.
type platform struct {
	target target
	layer  []byte
}

// nobody is the user of the image, and the owner of its one folder that may be
// written to.
const nobody = 65532

// layer returns the root of the image: the program, a user, and a folder for the
// store.
func layer(program file, at time.Time) []byte {
	program.name = "dossier"
	return zippedTar([]file{
		program,
		{name: "data/", mode: 0o750, owner: nobody},
		{name: "etc/", mode: 0o755},
		{name: "etc/passwd", mode: 0o644, text: []byte("dossier:x:65532:65532:Dossier:/data:/dossier\n")},
		{name: "tmp/", mode: 0o1777},
	}, at)
}

// A descriptor refers to a blob, as the OCI image specification has it.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    map[string]string `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// The media types of the blobs.
const (
	mediaIndex    = "application/vnd.oci.image.index.v1+json"
	mediaManifest = "application/vnd.oci.image.manifest.v1+json"
	mediaConfig   = "application/vnd.oci.image.config.v1+json"
	mediaLayer    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// An image is a layout of the OCI image specification.
type image struct{ files []file }

// add adds a blob.
func (i *image) add(media string, text []byte) descriptor {
	sum := sha256.Sum256(text)
	digest := hex.EncodeToString(sum[:])
	i.files = append(i.files, file{name: "blobs/sha256/" + digest, text: text, mode: 0o644})
	return descriptor{MediaType: media, Digest: "sha256:" + digest, Size: len(text)}
}

// addJSON adds a value as a blob.
func (i *image) addJSON(media string, value any) descriptor {
	text, err := json.Marshal(value)
	must(err)
	return i.add(media, text)
}

// image returns the image for some platforms, dossier:VERSION, as a tar archive
// that podman load, skopeo and docker load read.
func (r *release) image(platforms []platform) []byte {
	built := &image{}
	var manifests []descriptor
	for _, one := range platforms {
		config := built.addJSON(mediaConfig, r.config(one))
		layers := []descriptor{built.add(mediaLayer, one.layer)}
		manifest := built.addJSON(mediaManifest,
			map[string]any{"schemaVersion": 2, "mediaType": mediaManifest, "config": config, "layers": layers})
		manifest.Platform = map[string]string{"os": one.target.os, "architecture": one.target.arch}
		manifests = append(manifests, manifest)
	}
	// An archive has one image, which has a manifest for each platform.
	whole := built.addJSON(mediaIndex, map[string]any{"schemaVersion": 2, "mediaType": mediaIndex, "manifests": manifests})
	name := "dossier:v" + r.version
	whole.Annotations = map[string]string{"org.opencontainers.image.ref.name": name, "io.containerd.image.name": "docker.io/library/" + name}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": mediaIndex, "manifests": []descriptor{whole}})
	must(err)
	return tarred(append([]file{
		{name: "oci-layout", text: []byte(`{"imageLayoutVersion":"1.0.0"}`), mode: 0o644},
		{name: "index.json", text: index, mode: 0o644},
		{name: "blobs/", mode: 0o755}, {name: "blobs/sha256/", mode: 0o755},
	}, built.files...), r.at)
}

// config returns how the image of a platform is run: as another user than root,
// with the store in /data, which is where a store is by default.
func (r *release) config(one platform) any {
	reader, err := gzip.NewReader(bytes.NewReader(one.layer))
	must(err)
	sum := sha256.New()
	_, err = io.Copy(sum, reader)
	must(err)
	return map[string]any{
		"created": r.at.Format(time.RFC3339), "os": one.target.os, "architecture": one.target.arch,
		"config": map[string]any{
			"User": "65532:65532", "WorkingDir": "/data", "Entrypoint": []string{"/dossier"}, "Cmd": []string{"serve", "--listen=0.0.0.0:8080"},
			"Env":          []string{"HOME=/data", "DOSSIER_CREATE=true"},
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}}, "Volumes": map[string]any{"/data": struct{}{}},
			"Labels": map[string]string{
				"org.opencontainers.image.title": "Dossier", "org.opencontainers.image.version": r.version,
				"org.opencontainers.image.licenses": "Apache-2.0",
			},
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + hex.EncodeToString(sum.Sum(nil))}},
		"history": []any{map[string]any{"created": r.at.Format(time.RFC3339), "created_by": "dossier release"}},
	}
}
