package lawtest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
)

// nils checks lines that are nil pointers, and records in which a program sets a case of a union to a nil pointer: they can be cloned, and are an
// error of the encoder. Kind does not panic.
func (p Protocol[L]) nils(t *testing.T, lines []string) {
	t.Helper()
	for _, line := range lines {
		l, err := p.Unmarshal([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		null := reflect.Zero(reflect.TypeOf(l)).Interface().(L)
		if err := p.writeNil(null); !errors.Is(err, encoder.ErrNil) {
			t.Errorf("law: a nil line is an error\na %T: %v", l, err)
			return
		}
		for i := range cases(reflect.ValueOf(l), nil) {
			l, _ := p.Unmarshal([]byte(line))
			c := cases(reflect.ValueOf(l), nil)[i]
			set := c.Elem().Type()
			c.Set(reflect.Zero(set))
			if err := p.writeNil(l); !errors.Is(err, encoder.ErrNil) {
				t.Errorf("law: a nil case is an error\nline: %s\nnil: a %v\n%v", line, set, err)
				return
			}
		}
	}
}

// writeNil returns the error of writing a line, or the panic of that or of Kind.
func (p Protocol[L]) writeNil(l L) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	_ = l.Kind()
	_, err = p.Clone(l).AppendJSON(nil)
	return err
}

// cases returns the unions in a value that have a record.
func cases(v reflect.Value, list []reflect.Value) []reflect.Value {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() && v.Elem().Kind() == reflect.Pointer && !v.Elem().IsNil() {
			list = cases(v.Elem(), append(list, v))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			list = cases(v.Elem(), list)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[decoder.Extra]() {
			return list
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				list = cases(v.Field(i), list)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = cases(v.Index(i), list)
		}
	}
	return list
}
