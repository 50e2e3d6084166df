package importer

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// resources are the schemas of the file that have a name of their own, by `$id`: the file, and those that a
// bundler put into it. References are relative to the name of the resource around them.
type resources struct {
	byPath  map[string]*url.URL // the names, by the paths of the schemas
	byName  map[string]string   // the paths, by the names
	anchors map[string]string   // the paths, by the name of the resource, #, and the anchor
}

// withoutValues are the keywords whose values are no schemas.
var withoutValues = []string{"const", "enum", "default", "examples", "required"}

// add finds the resources and anchors in s, which is in the resource base.
func (r *resources) add(s schema, base *url.URL) {
	if s.raw.Type() == decoder.Array {
		for k, raw := range s.raw.Elements() {
			r.add(schema{raw, fmt.Sprintf("%s/%d", s.path, k)}, base)
		}
		return
	}
	if s.raw.Type() != decoder.Object {
		return
	}
	names := isNameOfMember(s.path)
	if !names {
		id := s.text("$id")
		if s.path == "" {
			id = cmp.Or(id, s.text("id")) // until draft 04
		}
		if name, err := base.Parse(id); err == nil && id != "" {
			anchor := name.Fragment
			name.Fragment, name.RawFragment = "", ""
			if name.String() != base.String() {
				base = name
				r.byPath[s.path], r.byName[name.String()] = name, s.path
			}
			r.addAnchor(base, anchor, s.path) // draft 07 writes anchors as `$id`
		}
		r.addAnchor(base, s.text("$anchor"), s.path)
	}
	for key, raw := range s.raw.Members() {
		if names || !slices.Contains(withoutValues, key) {
			r.add(schema{raw, s.path + "/" + escape(key)}, base)
		}
	}
}

func (r *resources) addAnchor(base *url.URL, anchor, path string) {
	if key := base.String() + "#" + anchor; anchor != "" && r.anchors[key] == "" {
		r.anchors[key] = path
	}
}

// around returns the name of the resource that a path is in, and its path.
func (r *resources) around(path string) (name *url.URL, at string) {
	for {
		if name, ok := r.byPath[path]; ok {
			return name, path
		}
		path = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
}

// resourcesOf returns the resources of a file.
func resourcesOf(file decoder.Raw) resources {
	r := resources{map[string]*url.URL{"": {}}, map[string]string{}, map[string]string{}}
	r.add(schema{file, ""}, r.byPath[""])
	return r
}

// find returns the path to which a reference at a path leads, "" for the file. It returns false if that is in
// another file.
func (r *resources) find(ref, from string) (path string, ok bool) {
	base, at := r.around(from)
	name, fragment, _ := strings.Cut(ref, "#")
	if name != "" {
		other, err := base.Parse(name)
		if err != nil {
			return "", false
		}
		if base = other; base.String() == "" {
			at = ""
		} else if at, ok = r.byName[base.String()]; !ok {
			return "", false
		}
	}
	if text, err := url.PathUnescape(fragment); err == nil {
		fragment = text
	}
	switch {
	case fragment == "":
		return at, true
	case fragment[0] == '/':
		return at + fragment, true
	}
	path, ok = r.anchors[base.String()+"#"+fragment]
	if !ok {
		path = "#" + fragment // which leads to nothing
	}
	return path, true
}
