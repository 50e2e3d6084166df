package spec

import (
	"fmt"
	"strings"
)

// show writes a model as text, with one line for each declaration and member.
func show(m *Model) string {
	var b strings.Builder
	for _, u := range m.Unions {
		showUnion(&b, u)
	}
	for _, r := range m.Records {
		showRecord(&b, r)
	}
	for _, e := range m.Enums {
		fmt.Fprintf(&b, "enum %s", e.Name)
		if e.Untyped {
			b.WriteString(" untyped")
		}
		for _, v := range e.Values {
			fmt.Fprintf(&b, " %s=%q", v.GoName, v.Value)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func showUnion(b *strings.Builder, u *Union) {
	fmt.Fprintf(b, "union %s", u.Name)
	if u.Of != nil {
		fmt.Fprintf(b, " of %s", u.Of.Name)
	}
	for _, c := range u.Cases {
		fmt.Fprintf(b, " *%s", c.Name)
	}
	if u.Unknown != "" {
		fmt.Fprintf(b, " *%s", u.Unknown)
	}
	b.WriteString("\n")
	if u.Tree != nil {
		showNode(b, u.Tree, "  ")
	}
	for _, a := range u.Variants {
		fmt.Fprintf(b, "  %s: %s %s\n", a.JSON, a.GoName, a.Type)
	}
	for _, g := range u.Getters {
		fmt.Fprintf(b, "  %s() %s: %s\n", g.GoName, g.Type, g.Member)
	}
}

func showNode(b *strings.Builder, n *Node, indent string) {
	b.WriteString(indent)
	if n.Has {
		b.WriteString("has")
	} else {
		b.WriteString(tagPathsText(n))
	}
	b.WriteString("?\n")
	for _, c := range n.Cases {
		showTarget(b, c.Literal, &c.Target, indent)
	}
	showTarget(b, "otherwise", n.Otherwise, indent)
	showTarget(b, "absent", n.Absent, indent)
}

func showTarget(b *strings.Builder, branch string, t *Target, indent string) {
	switch {
	case t == nil:
	case t.Bare:
		fmt.Fprintf(b, "%s  %s: json\n", indent, branch)
	case t.Record != nil:
		fmt.Fprintf(b, "%s  %s: %s\n", indent, branch, t.Record.Name)
	default:
		fmt.Fprintf(b, "%s  %s:\n", indent, branch)
		showNode(b, t.Node, indent+"    ")
	}
}

func showRecord(b *strings.Builder, r *Record) {
	fmt.Fprintf(b, "record %s", r.Name)
	for _, e := range r.Embed {
		fmt.Fprintf(b, " +%s", e.Record.Name)
	}
	for _, t := range r.Tags {
		fmt.Fprintf(b, " %s=%s", t.Name, t.Literals[0])
	}
	for _, t := range r.Others {
		fmt.Fprintf(b, " %s!=%s", t.Name, strings.Join(t.Literals, "|"))
	}
	for _, flag := range []struct {
		set  bool
		text string
	}{{r.Group, "group"}, {r.Open, "open"}, {r.Shorthand != "", "string:" + r.Shorthand}} {
		if flag.set {
			b.WriteString(" " + flag.text)
		}
	}
	if r.TagField != nil {
		b.WriteString(" tag:" + r.TagField.Name)
	}
	b.WriteString("\n")
	for _, o := range r.Orders {
		b.WriteString("  order")
		for _, m := range o.Members {
			b.WriteString(" " + m.Name)
			if m.Optional {
				b.WriteString("?")
			}
		}
		b.WriteString("\n")
	}
	for _, f := range r.Fields {
		showField(b, f)
	}
	for _, g := range r.GoFields {
		fmt.Fprintf(b, "  go %s %s\n", g.Name, g.Go)
	}
}

func showField(b *strings.Builder, f *Field) {
	if f.Const != "" {
		fmt.Fprintf(b, "  %s const %s\n", f.Name, f.Const)
		return
	}
	fmt.Fprintf(b, "  %s %s %s", f.Name, f.GoName, f.TypeText())
	if f.Optional {
		b.WriteString(" optional")
	}
	if f.Default != "" {
		b.WriteString(" =" + f.Default)
	}
	for _, flag := range []struct {
		set  bool
		text string
	}{{f.Usual, "usual"}, {f.Lazy, "lazy"}, {f.Inline == InlineAccepted, "inline:accepted"}, {f.Inline == InlineAlways, "inline:always"}} {
		if flag.set {
			b.WriteString(" " + flag.text)
		}
	}
	if len(f.Alias) > 0 {
		b.WriteString(" alias:" + strings.Join(f.Alias, "|"))
	}
	if f.Path != nil {
		b.WriteString(" path:" + strings.Join(f.Path, "."))
	}
	if len(f.When) > 0 {
		b.WriteString(" when:" + strings.Join(f.When, "|"))
	}
	b.WriteString("\n")
}
