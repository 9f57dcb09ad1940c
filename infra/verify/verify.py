#!/usr/bin/env python3
"""Checks a package that Prosa has exported, without any of Prosa's code.

It follows README.md and finds the same as `npx prosa-verify`. It needs Python 3.9 and the package `cryptography`
(on Debian: apt install python3-cryptography).

    python3 verify.py FILE [--key KEY] [--head FILE]... [--json]
"""
import argparse
import base64
import binascii
import hashlib
import json
import os
import re
import struct
import sys
import zlib
from datetime import datetime, timezone

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PIECE = 1 << 20
MOST_WHOLE = 256 << 20
FULL = 0xFFFFFFFF
MANY = 0xFFFF
LEAF_BYTES = 72
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SIZE = re.compile(r"0|[1-9][0-9]{0,15}")


def sha256(data):
    return hashlib.sha256(data).digest()


def from_base64(text):
    """Standard base64 with padding; None for anything else, also for a second way to write the same bytes."""
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9+/]*={0,2}", text) or len(text) % 4:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


def text_of(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def no_constant(name):
    raise ValueError(name)


def parsed(text):
    try:
        return json.loads(text, parse_constant=no_constant)
    except (ValueError, RecursionError):
        return None


def is_count(value):
    if isinstance(value, float):
        return value.is_integer() and 0 <= value < 2**53
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def is_path(at):
    return isinstance(at, list) and all(isinstance(step, str) or is_count(step) for step in at)


def path_text(at):
    return ".".join(str(step) for step in at)


# The container: a ZIP with one way to write it.


def local_header(name, size, crc):
    extra = struct.pack("<HHQQ", 1, 16, size, size) if size >= FULL else b""
    short = min(size, FULL)
    version = 45 if extra else 20
    start = struct.pack("<IHHHHHIIIHH", 0x04034B50, version, 0x0800, 0, 0, 0x21, crc, short, short, len(name), len(extra))
    return start + name + extra


def central_header(name, size, crc, offset):
    numbers = ([size, size] if size >= FULL else []) + ([offset] if offset >= FULL else [])
    extra = struct.pack("<HH%dQ" % len(numbers), 1, 8 * len(numbers), *numbers) if numbers else b""
    short = min(size, FULL)
    version = 45 if extra else 20
    start = struct.pack("<IHHHHHHI", 0x02014B50, version, version, 0x0800, 0, 0, 0x21, crc)
    lengths = struct.pack("<IIHHHHHII", short, short, len(name), len(extra), 0, 0, 0, 0, min(offset, FULL))
    return start + lengths + name + extra


def layout_of(entries):
    """All bytes but those of the files: the header and place of each file, what follows the last one, and the size of all."""
    at = 0
    files = []
    central = []
    for name, size, crc in entries:
        header = local_header(name.encode(), size, crc)
        central.append(central_header(name.encode(), size, crc, at))
        files.append((name, size, crc, header, at + len(header)))
        at += len(header) + size
    directory = b"".join(central)
    count = len(entries)
    large = b""
    if count >= MANY or at >= FULL or len(directory) >= FULL:
        large = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, len(directory), at)
        large += struct.pack("<IIQI", 0x07064B50, 0, at + len(directory), 1)
    few = min(count, MANY)
    last = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, few, few, min(len(directory), FULL), min(at, FULL), 0)
    end = directory + large + last
    return files, end, at + len(end)


class Source:
    def __init__(self, file):
        self.file = file
        self.size = file.seek(0, os.SEEK_END)

    def read(self, start, end):
        self.file.seek(start)
        return self.file.read(end - start)


def entries_of(central):
    entries = []
    at = 0
    while at < len(central):
        if at + 46 > len(central) or central[at : at + 4] != b"PK\x01\x02":
            return None
        crc, _, size, name_length, extra_length = struct.unpack("<IIIHH", central[at + 16 : at + 32])
        name_end = at + 46 + name_length
        end = name_end + extra_length
        name = text_of(central[at + 46 : name_end]) if end <= len(central) else None
        if name is None or (size == FULL and name_end + 12 > end):
            return None
        if size == FULL:
            (size,) = struct.unpack("<Q", central[name_end + 4 : name_end + 12])
        entries.append((name, size, crc))
        at = end
    return entries


def read_container(source):
    if source.size < 22:
        return None
    last = source.read(source.size - 22, source.size)
    if last[:4] != b"PK\x05\x06":
        return None
    count, length, start = struct.unpack("<HII", last[10:20])
    if FULL in (length, start) or count == MANY:
        if source.size < 22 + 76:
            return None
        large = source.read(source.size - 22 - 76, source.size - 22)
        length, start = struct.unpack("<QQ", large[40:56])
    if start + length > source.size:
        return None
    entries = entries_of(source.read(start, start + length))
    if entries is None:
        return None
    files, end, size = layout_of(entries)
    if size > source.size:
        return None
    exact = size == source.size and source.read(size - len(end), size) == end
    for _, _, _, header, begin in files:
        exact = source.read(begin - len(header), begin) == header and exact
    return files, exact


# Signed notes and tree heads (C2SP signed-note, tlog-checkpoint, tlog-cosignature).


class Key:
    def __init__(self, name, public):
        self.name = name
        self.public = public

    def id(self, kind):
        return sha256(self.name.encode() + b"\n" + bytes([kind]) + self.public)[:4]

    def text(self):
        return "%s+%s+%s" % (self.name, self.id(1).hex(), base64.b64encode(b"\x01" + self.public).decode())

    def verifies(self, signature, message):
        if len(signature) != 64:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
            return True
        except (InvalidSignature, ValueError):
            return False


def read_key(text):
    text = text.strip()
    name, _, rest = text.partition("+")
    data = from_base64(rest.partition("+")[2])
    if not name or re.search(r"\s", name) or data is None or len(data) != 33 or data[0] != 1:
        return None
    key = Key(name, data[1:])
    return key if key.text() == text else None


class Note:
    def __init__(self, text, signatures):
        self.text = text
        self.signatures = signatures

    def of_key(self, key, kind):
        return [signature for name, number, signature in self.signatures if (name, number) == (key.name, key.id(kind))]

    def signed_by(self, key):
        own = self.of_key(key, 1)
        return bool(own) and all(key.verifies(signature, self.text.encode()) for signature in own)

    def time(self, key):
        newest = None
        for signature in self.of_key(key, 4):
            if len(signature) != 72:
                return None
            (seconds,) = struct.unpack(">Q", signature[:8])
            message = "cosignature/v1\ntime %d\n%s" % (seconds, self.text)
            if not key.verifies(signature[8:], message.encode()):
                return None
            newest = max(newest or 0, seconds)
        return newest


def read_note(data):
    whole = text_of(data)
    if whole is None or re.search(r"[\x00-\x09\x0b-\x1f]", whole):
        return None
    end = whole.rfind("\n\n")
    if end < 0 or not whole.endswith("\n"):
        return None
    lines = whole[end + 2 : -1].split("\n")
    if len(lines) > 100:
        return None
    signatures = []
    for line in lines:
        parts = line.split(" ")
        signed = from_base64(parts[2]) if len(parts) == 3 else None
        if signed is None or len(signed) <= 4 or parts[0] != "\u2014" or not parts[1] or re.search(r"[\s+]", parts[1]):
            return None
        signatures.append((parts[1], signed[:4], signed[4:]))
    return Note(whole[: end + 1], signatures)


class Head:
    def __init__(self, origin, size, root):
        self.origin = origin
        self.size = size
        self.root = root
        self.seconds = 0


def read_head(text):
    lines = text.split("\n")
    root = from_base64(lines[2]) if len(lines) > 3 else None
    if root is None or len(root) != 32 or not lines[0] or not SIZE.fullmatch(lines[1]) or int(lines[1]) >= 2**53:
        return None
    return Head(lines[0], int(lines[1]), root) if lines[-1] == "" and "" not in lines[3:-1] else None


def check_head(key, data, findings):
    note = read_note(data)
    head = read_head(note.text) if note else None
    if not head:
        findings.append({"code": "head-unreadable"})
        return None
    if head.origin != key.name:
        findings.append({"code": "head-foreign"})
        return None
    seconds = note.time(key)
    head.seconds = seconds or 0
    if not note.signed_by(key) or seconds is None:
        findings.append({"code": "head-signature"})
    return head


def read_kept(text):
    """A signed head, and the proof before it: the size of the older tree and hashes; None where there is no proof."""
    old = re.match(r"old (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/=]+\n)*)\n", text)
    note = read_note((text[old.end() :] if old else text).encode("utf-8", "surrogatepass"))
    head = read_head(note.text) if note else None
    if not head:
        return None
    proof = None
    if old:
        hashes = [from_base64(line) for line in old.group(2).split("\n")[:-1]]
        if any(one is None or len(one) != 32 for one in hashes):
            return None
        proof = (int(old.group(1)), hashes)
    return note, head, proof


def check_kept(key, head, texts, findings):
    kept = []
    for number, text in enumerate(texts, 1):
        read = read_kept(text)
        if not read:
            findings.append({"code": "kept-unreadable", "head": number})
            continue
        note, one, proof = read
        seconds = note.time(key)
        if one.origin != key.name:
            findings.append({"code": "kept-foreign", "head": number})
        elif not note.signed_by(key) or seconds is None:
            findings.append({"code": "kept-signature", "head": number})
        else:
            one.seconds = seconds
            kept.append((number, one, proof))
    proofs = [proof for _, one, proof in kept if proof and one.size == head.size]
    for number, one, proof in kept:
        older, newer = (head, one) if one.size > head.size else (one, head)
        if one.size <= head.size:
            proof = next((known for known in proofs if known[0] == older.size), None)
        hashes = proof[1] if proof and proof[0] == older.size else None
        if older.size == newer.size:
            hashes = []
        if hashes is None:
            findings.append({"code": "kept-unlinked", "head": number})
        elif not is_consistent(older, newer, hashes):
            findings.append({"code": "log-rewritten", "head": number})
        # The newer head has to be the larger one.
        if (one.size > head.size and one.seconds < head.seconds) or (one.size < head.size and one.seconds > head.seconds):
            findings.append({"code": "log-shortened", "head": number})


# The Merkle tree of RFC 9162.


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def root_of_some(size, leaves, beside):
    """The root that leaves [(index, hash)] and the hashes of the subtrees beside them have together."""
    if size == 0:
        return None if leaves or beside else sha256(b"")
    next_leaf = 0
    next_beside = 0

    def visit(start, end):
        nonlocal next_leaf, next_beside
        if next_leaf >= len(leaves) or leaves[next_leaf][0] >= end:
            next_beside += 1
            return beside[next_beside - 1] if next_beside <= len(beside) else None
        if end - start == 1:
            next_leaf += 1
            return leaves[next_leaf - 1][1]
        middle = start + (1 << ((end - start - 1).bit_length() - 1))
        left = visit(start, middle)
        right = visit(middle, end)
        return node_hash(left, right) if left and right else None

    root = visit(0, size)
    return root if next_leaf == len(leaves) and next_beside == len(beside) else None


def is_consistent(first, second, proof):
    """RFC 9162, 2.1.4.2."""
    if first.size > second.size or first.size == 0:
        return first.size == 0 and not proof
    if first.size == second.size:
        return not proof and first.root == second.root
    path = list(proof)
    if first.size & (first.size - 1) == 0:
        path.insert(0, first.root)
    if not path:
        return False
    node, last = first.size - 1, second.size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    older = newer = path[0]
    for one in path[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            older, newer = node_hash(one, older), node_hash(one, newer)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            newer = node_hash(newer, one)
        node, last = node >> 1, last >> 1
    return last == 0 and older == first.root and newer == second.root


def leaf_hash(line, metadata, data):
    def sized(part):
        return struct.pack(">I", len(part)) + part

    stream = line["stream"].encode("utf-8", "replace")
    kind = line["type"].encode("utf-8", "replace")
    event = struct.pack(">Q", int(line["revision"])) + bytes.fromhex(line["id"].replace("-", ""))
    return sha256(b"\x00\x01" + sized(stream) + event + sized(kind) + sized(metadata) + sized(data))


# The package.


def read_manifest(text):
    read = parsed(text)
    if not isinstance(read, dict) or read.get("format") != "prosa-export/1" or not isinstance(read.get("key"), str):
        return None
    if not is_count(read.get("events")) or not isinstance(read.get("files"), list):
        return None
    if not all(is_listed(one) for one in read["files"]):
        return None
    streams = read.get("streams", False)
    if streams is not None and not (isinstance(streams, list) and all(is_stretch(one) for one in streams)):
        return None
    return read


def is_listed(one):
    if not isinstance(one, dict) or not isinstance(one.get("name"), str) or not is_count(one.get("bytes")):
        return False
    placed = "at" not in one if "line" not in one else is_count(one["line"]) and is_path(one.get("at"))
    return isinstance(one.get("sha256"), str) and placed


def is_stretch(one):
    return isinstance(one, dict) and isinstance(one.get("stream"), str) and is_count(one.get("from")) and is_count(one.get("to"))


def read_leaves(data):
    """(index, leaf hash, digest of the line) of each line; None if a record is cut off or they do not ascend."""
    if data is None or len(data) % LEAF_BYTES:
        return None
    leaves = []
    before = -1
    for at in range(0, len(data), LEAF_BYTES):
        (index,) = struct.unpack(">Q", data[at : at + 8])
        if index <= before or index >= 2**53:
            return None
        leaves.append((index, data[at + 8 : at + 40], data[at + 40 : at + 72]))
        before = index
    return leaves


def is_sealed(value):
    if not isinstance(value, dict) or not isinstance(value.get("k"), str) or not isinstance(value.get("v"), str):
        return False
    return isinstance(value.get("c", ""), str)


def sealed_in(value):
    if is_sealed(value):
        return 1
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum(sealed_in(one) for one in inner)


def is_committed(content, shown):
    holder = content
    for step in shown["at"]:
        if isinstance(holder, dict) and isinstance(step, str):
            holder = holder.get(step)
        elif isinstance(holder, list) and not isinstance(step, str) and step < len(holder):
            holder = holder[int(step)]
        else:
            return False
    salt = from_base64(shown["salt"])
    if not is_sealed(holder) or salt is None or len(salt) != 16:
        return False
    return from_base64(holder.get("c", "")) == sha256(salt + shown["json"].encode("utf-8", "replace"))


def is_shown(one):
    return isinstance(one, dict) and is_path(one.get("at")) and isinstance(one.get("salt"), str) and isinstance(one.get("json"), str)


def raw_of(text, encoded):
    return text.encode("utf-8", "replace") if isinstance(text, str) else from_base64(encoded)


def line_of(data):
    line = parsed(text_of(data) or "")
    if not isinstance(line, dict) or not is_count(line.get("leaf")) or not is_count(line.get("revision")):
        return None
    if not isinstance(line.get("stream"), str) or not isinstance(line.get("type"), str) or not UUID.fullmatch(str(line.get("id"))):
        return None
    shown = line.get("shown", [])
    if not isinstance(shown, list) or not all(is_shown(one) for one in shown):
        return None
    metadata = raw_of(line.get("metadata"), line.get("metadata64"))
    content = raw_of(line.get("data"), line.get("data64"))
    return (line, metadata, content) if metadata is not None and content is not None else None


class LineCheck:
    def __init__(self, leaves, listed, streams, files):
        self.leaves = leaves
        self.listed = listed
        self.streams = streams
        self.stretches = {one["stream"]: one for one in streams or []}
        self.files = {}
        for file in files:
            self.files.setdefault(file["line"], []).append(file)
        self.places = {digest: place for place, (_, _, digest) in enumerate(leaves)}
        self.digests = []
        self.last = {}
        self.findings = []
        self.count = self.shown = self.covered = 0

    def line(self, data):
        self.count += 1
        if not self.listed:
            self.check(self.count - 1, data)
            return
        digest = sha256(data)
        self.digests.append(digest)
        if digest in self.places:
            self.check(self.places[digest], data)

    def check(self, place, data):
        number = self.count
        read = line_of(data)
        if not read:
            self.findings.append({"code": "line-unreadable", "line": number})
            return
        line, metadata, content = read
        leaf = self.leaves[place] if place < len(self.leaves) else None
        if not leaf or leaf[0] != line["leaf"] or leaf[1] != leaf_hash(line, metadata, content):
            self.findings.append({"code": "line-not-in-tree", "line": number})
        stream, revision = line["stream"], int(line["revision"])
        expected = self.next(stream, revision)
        if expected != revision:
            self.findings.append({"code": "revision-gap", "line": number, "stream": stream, "revision": expected})
        self.last[stream] = revision
        event = parsed(text_of(content) or "")
        proved = set()
        for one in line.get("shown", []):
            at = path_text(one["at"])
            if is_committed(event, one) and at not in proved:
                proved.add(at)
            else:
                self.findings.append({"code": "value-unproved", "line": number, "at": at})
        self.shown += len(proved)
        self.covered += sealed_in(event) - len(proved)
        for file in self.files.get(place + 1, ()):
            at = path_text(file["at"])
            value = next((one for one in line.get("shown", []) if path_text(one["at"]) == at), None)
            if not value or value["json"] != json.dumps(file["sha256"], ensure_ascii=False) or at not in proved:
                self.findings.append({"code": "file-unproved", "file": file["name"]})

    def next(self, stream, revision):
        if stream in self.last:
            return self.last[stream] + 1
        if self.streams is None:
            return revision
        return int(self.stretches[stream]["from"]) if stream in self.stretches else -1

    def end(self):
        found = self.findings
        if self.listed:
            found = differences(self.places, self.digests) + found
        elif self.count != len(self.leaves):
            found.append({"code": "line-missing", "line": min(self.count, len(self.leaves)) + 1})
        if self.listed and any(one["code"].startswith("line-") for one in found):
            return [one for one in found if one["code"] != "revision-gap"]
        for stretch in self.streams or []:
            stream = stretch["stream"]
            if self.last.get(stream) != stretch["to"]:
                found.append({"code": "revision-gap", "stream": stream, "revision": self.last.get(stream, -1) + 1})
        return found


def differences(places, digests):
    findings = []
    found = {places.get(digest) for digest in digests}
    seen = set()
    following = 0
    for number, digest in enumerate(digests, 1):
        place = places.get(digest)
        if place is None:
            changed = following < len(places) and following not in found
            findings.append({"code": "line-changed" if changed else "line-added", "line": number})
            following += changed
        elif place in seen:
            findings.append({"code": "line-added", "line": number})
        elif place < following:
            findings.append({"code": "line-moved", "line": number})
        else:
            findings += [{"code": "line-missing", "line": one + 1} for one in range(following, place) if one not in found]
            following = place + 1
        seen.add(place)
    return findings + [{"code": "line-missing", "line": one + 1} for one in range(following, len(places)) if one not in found]


def pieces_of(source, start, size):
    for at in range(0, size, PIECE):
        yield source.read(start + at, start + min(size, at + PIECE))


def each_line(source, start, size, each):
    rest = b""
    for piece in pieces_of(source, start, size):
        lines = (rest + piece).split(b"\n")
        rest = lines.pop()
        for line in lines:
            each(line)
    if rest:
        each(rest)


def compare_files(source, placed, manifest, findings):
    """Compares each file with the manifest; returns the names of those that differ, and whether all sums of the container are right."""
    listed = {one["name"]: one for one in manifest["files"]}
    there = {name for name, *_ in placed}
    findings += [{"code": "file-missing", "file": one["name"]} for one in manifest["files"] if one["name"] not in there]
    seen = set()
    differing = set()
    exact = True
    for name, size, crc, _, start in placed:
        if (name not in listed and name != "manifest.txt") or name in seen:
            findings.append({"code": "file-added", "file": name})
        seen.add(name)
        total = hashlib.sha256()
        check = 0
        for piece in pieces_of(source, start, size):
            total.update(piece)
            check = zlib.crc32(piece, check)
        known = listed.get(name)
        if known and (total.hexdigest() != known["sha256"] or size != known["bytes"]):
            differing.add(name)
            findings.append({"code": "file-changed", "file": name})
        else:
            exact = exact and check == crc
    return differing, exact


def verify(source, key=None, heads=()):
    facts = dict.fromkeys(("key", "origin", "signedAt", "treeSize", "exportedAt"))
    facts.update(events=0, shown=0, covered=0)
    container = read_container(source)
    if not container:
        return {"findings": [{"code": "container-unreadable"}], "facts": facts}
    placed, exact = container
    findings = [] if exact else [{"code": "container-changed"}]
    by_name = {file[0]: file for file in placed}

    def whole(name):
        file = by_name.get(name)
        return source.read(file[4], file[4] + file[1]) if file and file[1] <= MOST_WHOLE else None

    data = whole("manifest.txt")
    note = read_note(data) if data is not None else None
    manifest = read_manifest(note.text) if note else None
    own = read_key(manifest["key"]) if manifest else None
    if not own:
        return {"findings": findings + [{"code": "manifest-unreadable"}], "facts": facts}
    if len(note.signatures) != 1 or not note.signed_by(own):
        findings.append({"code": "manifest-signature"})
    facts.update(key=manifest["key"], origin=own.name, exportedAt=manifest.get("exportedAt"))
    expected = read_key(key) if key is not None else None
    if key is not None and (not expected or expected.text() != manifest["key"]):
        findings.append({"code": "other-key"})
    differing, sums = compare_files(source, placed, manifest, findings)
    if exact and not sums:
        findings.append({"code": "container-changed"})
    data = whole("head.txt")
    head = check_head(own, data, findings) if data is not None else None
    if head:
        facts.update(signedAt=head.seconds, treeSize=head.size)
    leaves = read_leaves(whole("leaves.bin") or b"")
    beside = whole("beside.bin") or b""
    if leaves is None or len(beside) % 32:
        findings.append({"code": "proof-unreadable"})
    else:
        if "events.jsonl" in by_name:
            _, size, _, _, start = by_name["events.jsonl"]
            files = [one for one in manifest["files"] if "line" in one]
            check = LineCheck(leaves, "leaves.bin" not in differing, manifest["streams"], files)
            each_line(source, start, size, check.line)
            findings += check.end()
            facts.update(events=check.count, shown=check.shown, covered=check.covered)
        if head:
            complete = manifest["streams"] is not None or len(leaves) == head.size
            if not complete or len(leaves) != manifest["events"]:
                findings.append({"code": "tree-incomplete"})
            hashes = [beside[at : at + 32] for at in range(0, len(beside), 32)]
            if root_of_some(head.size, [leaf[:2] for leaf in leaves], hashes) != head.root:
                findings.append({"code": "tree-root"})
    if head:
        check_kept(own, head, heads, findings)
    return {"findings": findings, "facts": facts}


def main():
    parser = argparse.ArgumentParser(description="Checks a package that Prosa has exported.")
    parser.add_argument("file")
    parser.add_argument("--key", help="the installation's key as it was published, or a file that contains it")
    parser.add_argument("--head", action="append", default=[], help="a signed head that was kept elsewhere")
    parser.add_argument("--json", action="store_true", help="prints the result as JSON")
    given = parser.parse_args()
    key = given.key
    if key is not None and os.path.isfile(key):
        with open(key, encoding="utf-8") as file:
            key = file.read()
    heads = []
    for name in given.head:
        with open(name, encoding="utf-8", newline="") as file:
            heads.append(file.read())
    with open(given.file, "rb") as file:
        report = verify(Source(file), key, heads)
    if given.json:
        print(json.dumps(report, indent=1, ensure_ascii=False))
    else:
        facts = report["facts"]
        signed = facts["signedAt"]
        at = datetime.fromtimestamp(signed, timezone.utc).isoformat() if signed else "at an unknown time"
        print("log       %s\nkey       %s" % (facts["origin"], facts["key"]))
        print("head      %s events, signed %s" % (facts["treeSize"], at))
        print("exported  %(exportedAt)s: %(events)d events, %(shown)d values shown, %(covered)d covered\n" % facts)
        for one in report["findings"]:
            print(", ".join("%s %s" % pair for pair in one.items()))
        if not report["findings"]:
            print("Nothing was changed." + ("" if key else "\nCompare the key with the one that the installation has published."))
    return 1 if report["findings"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
