package rustyclaw_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/rustyclaw"
)

// The names of the crate's prelude are types here.
type (
	_ = rustyclaw.Message
	_ = rustyclaw.SystemMessage
	_ = rustyclaw.AssistantMessage
	_ = rustyclaw.ResultMessage
	_ = rustyclaw.UserMessage
	_ = rustyclaw.ContentBlock
	_ = rustyclaw.StreamEvent
	_ = rustyclaw.UsageInfo
	_ = rustyclaw.ToolInfo
	_ = rustyclaw.McpServerInfo
	_ = rustyclaw.ApiMessage
)

// The variants of the crate's enums are cases of the unions that stand for them.
var (
	_ = []rustyclaw.Message{
		&rustyclaw.SystemInit{}, &rustyclaw.SystemCompactBoundary{}, &rustyclaw.AssistantMessage{}, &rustyclaw.UserMessage{},
		&rustyclaw.ResultSuccess{}, &rustyclaw.ResultError{}, &rustyclaw.ResultInputRequired{}, &rustyclaw.ControlRequest{},
		&rustyclaw.ControlResponse{}, &rustyclaw.RateLimitEvent{}, &rustyclaw.McpMessage{},
	}
	_ = []rustyclaw.SystemMessage{&rustyclaw.SystemInit{}, &rustyclaw.SystemCompactBoundary{}}
	_ = []rustyclaw.ResultMessage{&rustyclaw.ResultSuccess{}, &rustyclaw.ResultError{}, &rustyclaw.ResultInputRequired{}}
	_ = []rustyclaw.ContentBlock{&rustyclaw.TextBlock{}, &rustyclaw.ToolUseBlock{}, &rustyclaw.ToolResultBlock{}, &rustyclaw.ThinkingBlock{}}
)

// TestDocs checks that every exported type and function has a doc comment.
func TestDocs(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	types := 0
	check := func(name *ast.Ident, doc ...*ast.CommentGroup) {
		t.Helper()
		for _, d := range doc {
			if strings.HasPrefix(d.Text(), name.Name+" ") || strings.HasPrefix(d.Text(), "The ") {
				return
			}
		}
		t.Errorf("%s has no doc comment that begins with its name", name.Name)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					check(d.Name, d.Doc)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
						types++
						check(s.Name, s.Doc, d.Doc)
					}
				}
			}
		}
	}
	if types < 30 {
		t.Errorf("only %d types were seen", types)
	}
}
