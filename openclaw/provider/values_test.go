package provider_test

import (
	"testing"

	"github.com/ndwire/ndwire/openclaw/provider"
)

// The values of all enums, as they stand on lines.
func TestEnumValues(t *testing.T) {
	for got, want := range map[provider.RefusedKeyword]string{
		provider.RefusedKeywordSchema:               "$schema",
		provider.RefusedKeywordID:                   "$id",
		provider.RefusedKeywordDefs:                 "$defs",
		provider.RefusedKeywordDefinitions:          "definitions",
		provider.RefusedKeywordExamples:             "examples",
		provider.RefusedKeywordPatternProperties:    "patternProperties",
		provider.RefusedKeywordAdditionalProperties: "additionalProperties",
		provider.RefusedKeywordMinProperties:        "minProperties",
		provider.RefusedKeywordMaxProperties:        "maxProperties",
		provider.RefusedKeywordMinItems:             "minItems",
		provider.RefusedKeywordMaxItems:             "maxItems",
		provider.RefusedKeywordUniqueItems:          "uniqueItems",
		provider.RefusedKeywordMinLength:            "minLength",
		provider.RefusedKeywordMaxLength:            "maxLength",
		provider.RefusedKeywordPattern:              "pattern",
		provider.RefusedKeywordFormat:               "format",
		provider.RefusedKeywordMinimum:              "minimum",
		provider.RefusedKeywordMaximum:              "maximum",
		provider.RefusedKeywordMultipleOf:           "multipleOf",
		provider.RefusedKeywordNot:                  "not",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("RefusedKeyword %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for _, known := range []bool{
		provider.RefusedKeyword("no such value").Known(),
	} {
		if known {
			t.Error("a value that there is not is known")
		}
	}
}
