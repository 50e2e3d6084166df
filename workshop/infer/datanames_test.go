package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestTagBesideData checks that names that are data hide neither the tag of lines nor the tag of a payload, of which one kind is a map: the results of a test
// have a keyword for each parameter, and receipts have the ids of rooms.
func TestTagBesideData(t *testing.T) {
	var results, units strings.Builder
	for i := range 60 {
		if i%20 == 3 {
			fmt.Fprintf(&results, `{"node":"a b","outcome":"passed","result":null,"$report_type":"CollectReport"}`+"\n")
		} else {
			fmt.Fprintf(&results, `{"node":"a b","keywords":{"test_x[%d]":1,"a.py":1,"test_y[%d]":1},"outcome":"passed","when":"call","took":0.5,"$report_type":"TestReport"}`+"\n", i, i*7)
		}
		fmt.Fprintf(&units, `{"from":"a b","units":[{"unit_type":"typing","content":{"room":"a b","user":"c d","typing":true}},`+
			`{"unit_type":"receipt","content":{"!%06x:x.org":{"read":{"@a:x.org":{"ts":1}}},"!%06x:x.org":{}}},`+
			`{"unit_type":"list","content":{"user":"c d","device":"e f","stream":%d}}]}`+"\n", i*7919, i*104729, i)
	}
	yaml := string(inferred("log", []byte(results.String())))
	if !strings.Contains(yaml, "    tag: $report_type\n") || !strings.Contains(yaml, "CollectReport: CollectReport  # 3 of 60") {
		t.Errorf("no tag:\n%s", yaml)
	}
	yaml = string(inferred("log", []byte(units.String())))
	for _, want := range []string{"content: {type: Content, by: unit_type}", "receipt: json", "typing: TypingContent", "list: ListContent"} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %s in\n%s", want, yaml)
		}
	}
}

// TestLabelValues checks that the texts of labels are no enum, and that those of another map can be one.
func TestLabelValues(t *testing.T) {
	var lines strings.Builder
	for i := range 60 {
		value := []string{"web", "db", "cache"}[i%3]
		fmt.Fprintf(&lines, `{"type":"a","labels":{"k/%d":"%s"},"jobs":{"0f%06x":"%s"}}`+"\n", i%9, value, i*7919, value)
	}
	yaml := string(inferred("log", []byte(lines.String())))
	if !strings.Contains(yaml, "labels: map<string, string>") || !strings.Contains(yaml, "jobs: map<string, Job>") {
		t.Error(yaml)
	}
}

// TestNamespaceTags checks that texts with dots are the values of a tag if they have one namespace, even those
// that end as files' names do, and that names of files are not.
func TestNamespaceTags(t *testing.T) {
	var streams, files strings.Builder
	for i := range 60 {
		data := []string{`{"left":%d.5,"right":2.5}`, `{"volt":%d.25,"amp":1.5}`, `{"roll":%d.5,"pitch":1.5,"yaw":2.5}`}[i%3]
		fmt.Fprintf(&streams, `{"seq":%d,"stream":"robot.%s","data":`+data+"}\n", i, []string{"arm", "adc", "gyro"}[i%3], i)
		fmt.Fprintf(&files, `{"seq":%d,"file":"%s","data":`+data+"}\n", i, []string{"arm.go", "adc.go", "gyro.go"}[i%3], i)
	}
	if yaml := string(inferred("log", []byte(streams.String()))); !strings.Contains(yaml, "robot.arm: ") || !strings.Contains(yaml, "robot.gyro: ") {
		t.Errorf("no tag:\n%s", yaml)
	}
	if yaml := string(inferred("log", []byte(files.String()))); strings.Contains(yaml, "arm.go: ") {
		t.Errorf("files as a tag:\n%s", yaml)
	}
}
