package infer_test

import (
	"fmt"
	"strings"
	"testing"
)

// readings are logs of one trait each, line by line, and what a person who reads them would write in their specs, or would not.
var readings = []struct {
	name      string
	line      func(i int) string
	want, not []string
}{
	{
		name: "a tag of several words",
		line: func(i int) string {
			return []string{`{"event":"session start","cwd":"/a","pid":1}`, `{"event":"tool call","tool":"ls","took":2}`, `{"event":"exit","code":0}`}[i%3]
		},
		want: []string{"tag: event", `"session start": SessionStart`},
	},
	{
		name: "texts for people under the name of a tag",
		line: func(i int) string {
			return fmt.Sprintf(`{"event":"user %c%c came","%s":1,"x":2}`, 'a'+i%26, 'a'+i/26, []string{"door", "window", "roof"}[i%3])
		},
		not: []string{"tag: event"},
	},
	{
		name: "a tag as long as the texts that are counted",
		line: func(i int) string {
			if i%2 == 0 {
				return fmt.Sprintf(`{"type":"conversation.item.input_audio_transcription.completed","text":"t%d"}`, i)
			}
			return fmt.Sprintf(`{"type":"conversation.item.input_audio_transcription.delta","part":%d}`, i)
		},
		want: []string{"tag: type", "InputAudioTranscriptionCompleted", "InputAudioTranscriptionDelta"},
	},
	{
		name: "the same words at the end of several tags",
		line: func(i int) string {
			part := []string{"function_call_arguments", "output_text.annotation"}[i%2]
			return fmt.Sprintf(`{"type":"response.%s.%s","%s":%d}`, part, []string{"delta", "finished"}[i/2%2], part, i)
		},
		want: []string{"FunctionCallArgumentsFinished", "OutputTextAnnotationFinished", "OutputTextAnnotationDelta"},
	},
	{
		name: "numbers that tell nothing apart",
		line: func(i int) string {
			item := fmt.Sprintf(`"label":"l%d"`, i)
			if i%9 == 0 {
				item += `,"data":` + []string{`{"id":1}`, `7`, `"x"`}[i/9%3]
			}
			if i%7 < 3 {
				item += `,"edit":"e"`
			}
			return fmt.Sprintf(`{"type":"list","items":[{"kind":%d,%s}]}`, i*7%23, item)
		},
		want: []string{"kind: {type: int"},
		not:  []string{"tag: kind"},
	},
	{
		name: "an opcode above names of which only one opcode has some",
		line: func(i int) string {
			switch i % 20 {
			case 3:
				return `{"op":11,"s":null,"t":null,"d":null}`
			case 7:
				return fmt.Sprintf(`{"op":1,"s":null,"t":null,"d":%d}`, i)
			}
			name, body := "SAY", `{"text":"x","at":1}`
			if i%2 == 0 {
				name, body = "TYPE", `{"who":"y","since":2}`
			}
			return fmt.Sprintf(`{"op":0,"s":%d,"t":%q,"d":%s}`, i, name, body)
		},
		want: []string{"tag: op", "by: t}"},
	},
	{
		name: "the name of the kind around its members, beside what all have",
		line: func(i int) string {
			kind := []string{`"Started":{"index":1}`, `"Called":{"tool":"x"}`, `"Saved":{"files":2}`, `"Failed":{"why":"y"}`, `"Tick":{}`}[i%5]
			return fmt.Sprintf(`{"seq":%d,%s}`, i, kind)
		},
		want: []string{"has:", "Started: Started", "Tick: Tick"},
	},
	{
		name: "presence of what says more than an id",
		line: func(i int) string {
			if i == 0 {
				return `{"cwd":"/a","tokens":1}`
			}
			return fmt.Sprintf(`{"id":"m%d","role":"user","content":[{"type":"text","text":"t%d"}]}`, i, i)
		},
		want: []string{"content: Content"},
		not:  []string{"id: ID"},
	},
	{
		name: "numbered names of which each object has few, again and again",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"reading","values":{"temp-%d":1.5,"hum-%d":2.5}}`, i%8, i*3%8)
		},
		want: []string{`values: "map<string, number>"`},
	},
	{
		name: "lists of the same name of objects that have nothing in common",
		line: func(i int) string {
			return fmt.Sprintf(`{"type":"value","list":{"values":[{"text":"a%d"}]},"pairs":{"values":[{"key":"k%d"}]}}`, i, i)
		},
		want: []string{"text: string", "key: string"},
		not:  []string{"text?: string", "key?: string"},
	},
	{
		name: "kinds whose payloads repeat the same members",
		line: func(i int) string {
			own := []string{"", "", "", "", `"reason":"r",`, `"files":3,`}[i%6]
			return fmt.Sprintf(`{"event":"e%c","properties":{%s"os":"o","version":"v","machine":"m","shell":"s","python":"p"},"user":"u"}`, 'a'+i%6, own)
		},
		want: []string{"tag: event", "ea: Event ", "ef: Event ", "event: EventValue", "reason?: string", "files?: int"},
	},
}

func TestReading(t *testing.T) {
	for _, test := range readings {
		t.Run(test.name, func(t *testing.T) {
			var log strings.Builder
			for i := range 300 {
				log.WriteString(test.line(i) + "\n")
			}
			yaml := string(inferred("log", []byte(log.String())))
			accepted(t, []byte(yaml))
			for _, want := range test.want {
				if !strings.Contains(yaml, want) {
					t.Errorf("no %q in\n%s", want, yaml)
				}
			}
			for _, not := range test.not {
				if strings.Contains(yaml, not) {
					t.Errorf("%q in\n%s", not, yaml)
				}
			}
		})
	}
}
