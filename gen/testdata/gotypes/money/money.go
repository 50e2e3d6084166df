// Package money has a type that reads and writes its text.
package money

import (
	"errors"
	"fmt"
	"strings"
)

// Money is an amount of a currency: "EUR 1.10". The zero value is "EUR 0".
type Money struct {
	Cents    int64
	Currency string
}

// MarshalText writes the amount with two digits behind the point, or none.
func (m Money) MarshalText() ([]byte, error) {
	currency := m.Currency
	if currency == "" {
		currency = "EUR"
	}
	if m.Cents < 0 {
		return nil, errors.New("money: nobody owes anything")
	}
	if m.Cents%100 == 0 {
		return fmt.Appendf(nil, "%s %d", currency, m.Cents/100), nil
	}
	return fmt.Appendf(nil, "%s %d.%02d", currency, m.Cents/100, m.Cents%100), nil
}

// UnmarshalText reads "EUR 1.10" and "eur 1.1".
func (m *Money) UnmarshalText(text []byte) error {
	currency, amount, ok := strings.Cut(string(text), " ")
	whole, cents, _ := strings.Cut(amount, ".")
	if cents += "00"; !ok || len(cents) > 4 {
		return errors.New("money: no amount")
	}
	m.Currency = strings.ToUpper(currency)
	if m.Currency == "EUR" {
		m.Currency = ""
	}
	if _, err := fmt.Sscanf(whole+cents[:2], "%d", &m.Cents); err != nil {
		return fmt.Errorf("money: %w", err)
	}
	return nil
}
