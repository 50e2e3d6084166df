package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestImport(t *testing.T) {
	dir := folder(t, map[string]string{"ping.json": `{"type":"object","properties":{"type":{"const":"ping"}},"required":["type"]}`, "bad.json": "{\n\"$defs\": {\"a/b\":\n{\"$ref\":\"#/a\"}},\n\"oneOf\": [{\"type\":\"object\"},\n {\"$ref\":\"#/$defs/a~1b\"},\n {\"$ref\":\"x.json\"}]}",
		"log.ndjson": "{\"type\":\"a\"}\n{\"type\":\"b\"}\n", "api.yaml": "openapi: 3.0.0\n"})
	var stdout, stderr bytes.Buffer
	v := importCommand{Name: "pings", Schema: filepath.Join(dir, "ping.json")}
	if code := v.run(&stdout, &stderr); code != 0 || !strings.Contains(stdout.String(), "      ping: Ping\n") {
		t.Errorf("exit %d\n%s%s", code, &stdout, &stderr)
	}
	for name, want := range map[string]string{"log.ndjson": "log.ndjson is a log, not a JSON Schema: `ndwire-gen init`", "api.yaml": "api.yaml: a JSON Schema is JSON, and this is not (yq -o json"} {
		v.Schema = filepath.Join(dir, name)
		stderr.Reset()
		if code := v.run(&stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), want) {
			t.Errorf("exit %d\n%s", code, &stderr)
		}
	}
	v.Schema = filepath.Join(dir, "bad.json")
	stderr.Reset()
	if code := v.run(&stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), `bad.json:2: importer: #/$defs/a~1b: $ref "#/a" leads to nothing`) || !strings.Contains(stderr.String(), `bad.json:6: importer: #/oneOf/2: $ref "x.json" leads to another file; bundle`) {
		t.Errorf("exit %d\n%s", code, &stderr)
	}
}
