package provider_test

import (
	"testing"

	"github.com/ndwire/ndwire/openclaw/provider"
)

// TestEnumValues checks the values of all enums, as lines have them.
func TestEnumValues(t *testing.T) {
	for got, want := range map[provider.GoogleKeyword]string{
		provider.GoogleKeywordType:             "type",
		provider.GoogleKeywordFormat:           "format",
		provider.GoogleKeywordTitle:            "title",
		provider.GoogleKeywordDescription:      "description",
		provider.GoogleKeywordNullable:         "nullable",
		provider.GoogleKeywordEnum:             "enum",
		provider.GoogleKeywordDefault:          "default",
		provider.GoogleKeywordExample:          "example",
		provider.GoogleKeywordItems:            "items",
		provider.GoogleKeywordMinItems:         "minItems",
		provider.GoogleKeywordMaxItems:         "maxItems",
		provider.GoogleKeywordProperties:       "properties",
		provider.GoogleKeywordRequired:         "required",
		provider.GoogleKeywordPropertyOrdering: "propertyOrdering",
		provider.GoogleKeywordMinProperties:    "minProperties",
		provider.GoogleKeywordMaxProperties:    "maxProperties",
		provider.GoogleKeywordMinLength:        "minLength",
		provider.GoogleKeywordMaxLength:        "maxLength",
		provider.GoogleKeywordPattern:          "pattern",
		provider.GoogleKeywordMinimum:          "minimum",
		provider.GoogleKeywordMaximum:          "maximum",
		provider.GoogleKeywordAnyOf:            "anyOf",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("GoogleKeyword %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for _, known := range []bool{
		provider.GoogleKeyword("no such value").Known(),
	} {
		if known {
			t.Error("a value that there is not is known")
		}
	}
}
