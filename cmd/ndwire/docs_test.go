package main

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestMembersAreDocumented checks that docs/command.md describes each member of the JSON that is printed.
func TestMembersAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/command.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	var check func(reflect.Type)
	check = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct {
			return
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() {
				continue
			}
			if seen++; !strings.Contains(string(page), "`"+name+"`") {
				t.Errorf("docs/command.md does not mention %q", name)
			}
			check(f.Type)
		}
	}
	check(reflect.TypeFor[report]())
	check(reflect.TypeFor[differences]())
	if seen < 40 {
		t.Errorf("only %d members", seen)
	}
}
