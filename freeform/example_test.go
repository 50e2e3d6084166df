package freeform_test

import (
	"fmt"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/freeform"
)

func ExampleInto() {
	type edit struct {
		FilePath string `json:"file_path"`
		Old      string `json:"old_string"`
		New      string `json:"new_string"`
	}
	input := decoder.Raw(`{"file_path":"/src/main.go","old_string":"foo","new_string":"bar"}`)
	e, err := freeform.Into[edit](input)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.FilePath, e.Old, e.New)
	// Output: /src/main.go foo bar
}

func ExampleInto_error() {
	input := decoder.Raw(`{"limit":"ten"}`)
	_, err := freeform.Into[struct {
		Limit int `json:"limit"`
	}](input)
	fmt.Println(err != nil)
	// Output: true
}

func ExampleFrom() {
	raw, err := freeform.From(map[string]any{"pattern": "<a>", "limit": 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(raw)
	// Output: {"limit":10,"pattern":"<a>"}
}
