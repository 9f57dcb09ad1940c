import type { Sha256 } from '../format/bytes.ts';
import { type Head, type KeptHead, readHead, readKeptHead } from '../format/checkpoint.ts';
import { isConsistent } from '../format/merkle.ts';
import { isSignedBy, readNote, timeOfHead, type VerifierKey } from '../format/note.ts';
import type { Finding } from './findings.ts';

/** The head of a package, with the time when it was signed. */
export type SignedHead = Head & { seconds: number };

/** Checks the signed head of a package. */
export const checkHead = async (
  sha256: Sha256,
  key: VerifierKey,
  bytes: Uint8Array,
): Promise<{ head: SignedHead | null; findings: Finding[] }> => {
  const note = readNote(bytes);
  const head = note && readHead(note.text);
  if (!note || !head) return { head: null, findings: [{ code: 'head-unreadable' }] };
  if (head.origin !== key.name) return { head: null, findings: [{ code: 'head-foreign' }] };
  const seconds = await timeOfHead(sha256, key, note);
  const isSigned = (await isSignedBy(sha256, key, note)) && seconds !== null;
  return { head: { ...head, seconds: seconds ?? 0 }, findings: isSigned ? [] : [{ code: 'head-signature' }] };
};

/** Compares the head of a package with heads that were kept elsewhere, each of which may bring the proof that an older tree is its beginning. */
export const checkKept = async (
  sha256: Sha256,
  key: VerifierKey,
  head: SignedHead,
  texts: readonly string[],
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const kept: { number: number; one: KeptHead; seconds: number }[] = [];
  for (const [index, text] of texts.entries()) {
    const number = index + 1;
    const one = readKeptHead(text);
    const seconds = one && (await timeOfHead(sha256, key, one.note));
    if (!one) findings.push({ code: 'kept-unreadable', head: number });
    else if (one.head.origin !== key.name) findings.push({ code: 'kept-foreign', head: number });
    else if (!(await isSignedBy(sha256, key, one.note)) || seconds === null)
      findings.push({ code: 'kept-signature', head: number });
    else kept.push({ number, one, seconds });
  }
  /** Proofs that come with a head of the package's size tell what was before it. */
  const proofs = kept.flatMap(({ one }) => (one.proof && one.head.size === head.size ? [one.proof] : []));
  for (const { number, one, seconds } of kept) {
    const [older, newer] = one.head.size > head.size ? [head, one.head] : [one.head, head];
    const isEqual = older.size === newer.size;
    const found = one.head.size > head.size ? one.proof : proofs.find(({ from }) => from === older.size);
    const proof = isEqual ? [] : found?.from === older.size ? found.hashes : null;
    if (proof && !isConsistent(sha256, older, newer, proof)) findings.push({ code: 'log-rewritten', head: number });
    if (!proof) findings.push({ code: 'kept-unlinked', head: number });
    // The newer head has to be the larger one.
    const isShortened = one.head.size > head.size ? seconds < head.seconds : one.head.size < head.size && seconds > head.seconds;
    if (isShortened) findings.push({ code: 'log-shortened', head: number });
  }
  return findings;
};
