#!/usr/bin/env python3
"""Compares verify.py with the test vectors, which the other verifier is held to as well; `npm run check:verify` runs it."""
import io
import json
import os
import sys
import zipfile

try:
    import verify
except ImportError as error:
    print("Nothing was compared: %s. On Debian: apt install python3-cryptography" % error)
    sys.exit(2)

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors")
PACKAGES = os.path.join(FOLDER, "packages")


def bytes_of(name):
    with open(os.path.join(PACKAGES, name), "rb") as file:
        return file.read()


def check(data, key=None, heads=()):
    return verify.verify(verify.Source(io.BytesIO(data)), key, heads)


def main():
    with open(os.path.join(FOLDER, "vectors.json"), encoding="utf-8") as file:
        vectors = json.load(file)
    differ = []
    for vector in vectors:
        heads = [bytes_of(name).decode() for name in vector["heads"]]
        report = check(bytes_of(vector["package"]), vector.get("key"), heads)
        if report != {"findings": vector["findings"], "facts": vector["facts"]}:
            differ.append("%s: %s" % (vector["name"], json.dumps(report)))
    base = bytes_of("tickets.zip")
    # Any ZIP program reads it.
    with zipfile.ZipFile(io.BytesIO(base)) as read:
        if read.testzip() is not None:
            differ.append("tickets.zip is not a good ZIP file")
    for place in range(len(base)):
        changed = bytearray(base)
        changed[place] ^= 1 << (place % 8)
        if not check(bytes(changed))["findings"]:
            differ.append("a changed byte at %d is not found" % place)
    for length in range(0, len(base), 97):
        if not check(base[:length])["findings"]:
            differ.append("a package cut off at %d is not found" % length)
    print("\n".join(differ) or "%d vectors agree; each of %d changed bytes is found." % (len(vectors), len(base)))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
