/** The proof of what is exported: what the services make it of. The verifiers beside it depend on nothing of the house. */
export { base64Of, type Hasher, utf8 } from './format/bytes.ts';
export { type Head, headText, keptHeadText } from './format/checkpoint.ts';
export { leafOf, type StoredEvent } from './format/leaf.ts';
export { consistencyRanges, leafHash, leftSize, nodeHash, rangesBeside, rootOf, subtree } from './format/merkle.ts';
export { keyText, type Sign, signHead, type VerifierKey } from './format/note.ts';
export { files as packageFiles, leafRecord, type Shown } from './format/package.ts';
export { nodeHasher } from './node/hasher.ts';
export { verifierPage } from './node/page.ts';
export { signingKey } from './node/signing.ts';
export { lineOfEvent } from './pack/events.ts';
export { type Part, pack } from './pack/pack.ts';
