package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

// plotted has the contenders of Decode in the plot: those with owned strings, and those without.
var plotted = []string{
	"encoding-json", "encoding-json-v2", "easyjson", "segmentio", "jx", "goccy", "serde-json", "sonic", "simdjson-cpp", "ndwire",
	"ndwire-reader", "ndwire-recycled",
}

type bar struct {
	Label        string
	Y, TextY     float64
	Width, TextX float64
	Value        string
	Color        string
}

type panel struct {
	Title  string
	TitleY float64
	Bars   []bar
}

var drawing = template.Must(template.New("plot").Parse(`<svg xmlns="http://www.w3.org/2000/svg" width="760" height="{{.Height}}" viewBox="0 0 760 {{.Height}}" font-family="sans-serif" font-size="12">
<rect width="760" height="{{.Height}}" fill="#ffffff"/>
<text x="20" y="26" font-size="16" font-weight="bold">Decode, MB/s, one core</text>
{{range .Panels}}<text x="20" y="{{.TitleY}}" font-weight="bold">{{.Title}}</text>
{{range .Bars}}<text x="150" y="{{.TextY}}" text-anchor="end">{{.Label}}</text><rect x="158" y="{{.Y}}" width="{{.Width}}" height="14" fill="{{.Color}}"/><text x="{{.TextX}}" y="{{.TextY}}">{{.Value}}</text>
{{end}}{{end}}</svg>
`))

// plot returns an SVG with a panel of bars for each corpus; each panel has its own scale.
func (r *results) plot() []byte {
	const left, width, step = 158.0, 520.0, 19.0
	y := 44.0
	var panels []panel
	for _, c := range r.corpora() {
		p := panel{Title: c, TitleY: y + 12}
		y += 22
		most := 0.0
		for _, library := range plotted {
			most = max(most, r.rate("Decode/"+c+"/"+library))
		}
		for _, library := range plotted {
			rate := r.rate("Decode/" + c + "/" + library)
			if rate == 0 {
				continue
			}
			b := bar{Label: library, Y: y, TextY: y + 11, Width: round(width * rate / most), Value: fmt.Sprintf("%.0f", rate), Color: "#9aa5b1"}
			b.TextX = left + b.Width + 6
			if strings.HasPrefix(library, "ndwire") {
				b.Color = "#0b7285"
			}
			p.Bars = append(p.Bars, b)
			y += step
		}
		y += 14
		panels = append(panels, p)
	}
	var out bytes.Buffer
	if err := drawing.Execute(&out, struct {
		Height int
		Panels []panel
	}{int(y) + 6, slices.Clip(panels)}); err != nil {
		panic(err) // only a mistake in the template above can cause it
	}
	return out.Bytes()
}

// round rounds to one decimal place.
func round(x float64) float64 { return float64(int(x*10+0.5)) / 10 }
