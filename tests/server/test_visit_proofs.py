"""The receipt of a visit: a proof that a player keeps, and the code that binds the casino to it."""

from hashlib import sha256

import msgspec

from sabot.server.tables.visit_proofs import read_code
from sabot.store.tlog.note import read_head, read_verifier_key
from sabot.store.tlog.proof import read_proof_file, verify_proof_file
from server.harness import House

RECEIPT = "/api/account/receipt"


def test_a_player_keeps_a_proof_of_the_visit(casino: House) -> None:
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    casino.sit("baccarat", "bob")
    refused = casino.ask("alice", "POST", RECEIPT)
    assert "unknown-visit" in refused.text, refused.text
    for player in ("alice", "bob"):
        casino.done("baccarat", player, "place-wager", player=player, on="tie", amount="20")
    casino.play("baccarat")
    casino.done("baccarat", "alice", "leave-table", player="alice")
    made = casino.ask("alice", "POST", RECEIPT).json()
    proof = read_proof_file(made["file"].encode())
    verified = verify_proof_file(proof)
    assert (verified.events, verified.head.size) == (made["events"], made["size"])
    lines = [msgspec.json.decode(each.line) for each in proof.events]
    named = {line["what"].partition("/")[0] for line in lines}
    assert {"wager-placed", "visit-closed"} <= named
    assert {line["by"] for line in lines if line["stream"] == "table:baccarat"} == {"alice"}
    assert "hmac:" not in made["file"] and "bob" not in made["file"], "nor what players do not see"

    digest, vkey, note = read_code(made["code"])
    assert digest == made["digest"] == sha256(made["file"].encode()).hexdigest()
    assert vkey == proof.vkey and note.signed_by(read_verifier_key(vkey))
    assert read_head(note) == verified.head and made["svg"].startswith("<svg")
    assert "unknown-visit" in casino.ask("bob", "POST", RECEIPT).text
