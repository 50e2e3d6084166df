package spec

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// getters reads the methods of a union's interface: {GetUUID: "uuid: uuid"}.
func (f *file) getters(u *Union, n *yaml.Node) {
	for _, e := range f.entries(n, "the getters of "+u.Name) {
		name := f.goName(e.key)
		if e.value.Kind == yaml.MappingNode {
			f.errorf(f.nodePos(e.value), "expected \"member: type\" in quotes, found a mapping")
			continue
		}
		text := f.word(e.value, `"member: type"`)
		if name == "" || text == "" {
			continue
		}
		member, _, ok := strings.Cut(text, ":")
		if !ok || strings.TrimSpace(member) == "" {
			f.errorf(f.nodePos(e.value), "expected \"member: type\", found %q", text)
			continue
		}
		g := &Getter{GoName: name, Member: strings.TrimSpace(member), Pos: f.nodePos(e.key)}
		t := f.parseTypeAt(e.value, len(member)+1)
		if t.Type == nil {
			continue
		}
		if t.Null || t.rest < len(text) {
			f.errorf(f.within(e.value, len(member)+1), "the type of a getter has neither null nor a default; an absent member gives the zero value")
			continue
		}
		g.Type = t.Type
		u.Getters = append(u.Getters, g)
	}
}
