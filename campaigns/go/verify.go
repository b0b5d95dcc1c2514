// Verify proof files with Go's packages for signed notes and transparency logs, and nothing of Sabot.
//
// Each line of the standard input is a verifier key, a space, and a proof file in base64. Each line of
// the output is "ok" with the number of its events, or "no" with a reason. Build it with Debian's
// golang-golang-x-mod-dev: GO111MODULE=off GOPATH=/usr/share/gocode go build verify.go
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type event struct {
	Line  string `json:"line"`
	Salt  string `json:"salt"`
	Proof string `json:"proof"`
}

type file struct {
	Origin string  `json:"origin"`
	Vkey   string  `json:"vkey"`
	Events []event `json:"events"`
}

// number reads a decimal that is written in the one canonical way.
func number(text string) (int64, error) {
	found, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(found, 10) != text || found < 0 {
		return 0, errors.New("not a number: " + text)
	}
	return found, nil
}

// hash reads a hash in canonical base64.
func hash(text string) (tlog.Hash, error) {
	var found tlog.Hash
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) != len(found) || base64.StdEncoding.EncodeToString(data) != text {
		return found, errors.New("not a hash: " + text)
	}
	copy(found[:], data)
	return found, nil
}

func check(each event, origin string, key note.Verifier) error {
	above, signed, found := strings.Cut(each.Proof, "\n\n")
	if !found {
		return errors.New("no checkpoint")
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(key))
	if err != nil {
		return err
	}
	head := strings.Split(opened.Text, "\n")
	if len(head) < 4 || head[0] != origin {
		return errors.New("not a checkpoint of this log")
	}
	size, err := number(head[1])
	if err != nil {
		return err
	}
	root, err := hash(head[2])
	if err != nil {
		return err
	}
	lines := strings.Split(above, "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return errors.New("not a proof")
	}
	index, err := number(strings.TrimPrefix(lines[1], "index "))
	if err != nil {
		return err
	}
	var path tlog.RecordProof
	for _, line := range lines[2:] {
		each, err := hash(line)
		if err != nil {
			return err
		}
		path = append(path, each)
	}
	salt, err := hex.DecodeString(each.Salt)
	if err != nil || len(salt) < 16 || hex.EncodeToString(salt) != each.Salt {
		return errors.New("not a salt")
	}
	leaf := sha256.Sum256(append(salt, each.Line...))
	return tlog.CheckRecord(path, size, root, index, tlog.RecordHash(leaf[:]))
}

func verify(vkey string, data []byte) (int, error) {
	var found file
	reader := json.NewDecoder(bytes.NewReader(data))
	reader.DisallowUnknownFields()
	if err := reader.Decode(&found); err != nil {
		return 0, err
	}
	// Go reads JSON generously; a file that is not written as it was is refused.
	var again bytes.Buffer
	writer := json.NewEncoder(&again)
	writer.SetEscapeHTML(false)
	if err := writer.Encode(found); err != nil || !bytes.Equal(bytes.TrimSpace(again.Bytes()), bytes.TrimSpace(data)) {
		return 0, errors.New("not the JSON of a proof file")
	}
	key, err := note.NewVerifier(vkey)
	if err != nil {
		return 0, err
	}
	if found.Vkey != vkey || found.Origin != key.Name() || len(found.Events) == 0 {
		return 0, errors.New("another log, or no events")
	}
	for _, each := range found.Events {
		if err := check(each, found.Origin, key); err != nil {
			return 0, err
		}
	}
	return len(found.Events), nil
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := input.ReadString('\n')
		if err != nil {
			return
		}
		vkey, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			fmt.Println("no", err)
			continue
		}
		if events, err := verify(vkey, data); err != nil {
			fmt.Println("no", strconv.Quote(err.Error()))
		} else {
			fmt.Println("ok", events)
		}
	}
}
