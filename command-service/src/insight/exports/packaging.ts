import { MediaDamaged, MediaForgotten, type MediaVault } from '@prosa/infra/runtime';
import {
  leafRecord,
  lineOfEvent,
  nodeHasher,
  type Part,
  pack,
  packageFiles,
  rangesBeside,
  type Shown,
  utf8,
  verifierPage,
} from '@prosa/infra/verify';
import type { Deps } from '../../kernel/deps.ts';
import type { Tree } from '../audit-tree/tree.rows.ts';
import type { Chosen, Stretch } from './collecting.ts';
import { fileOf, PARTS } from './export.files.ts';
import type { auditHeads, Signed } from './heads.ts';
import { type NameOf, PAGE_END, type PageLanguage, pageHead, pageLine } from './page.ts';
import { revealing } from './revealing.ts';
import { sinkOf } from './sink.ts';

const { sha256 } = nodeHasher;

export type About = {
  exportId: string;
  attempt: number;
  company: { id: string; name: string };
  user: { id: string; name: string };
  ticketIds: string[] | null;
  language: PageLanguage;
  zone: string;
  nameOf: NameOf;
};
type Tools = Pick<Deps, 'keys' | 'parcels' | 'vault'> & { heads: ReturnType<typeof auditHeads> };

/** Where the media of an event is, and where in its data its SHA-256 stands; null if it has none whose hash is shown. */
const mediaOf = (content: unknown, shown: readonly Shown[]): { mediaId: string; mime: string; at: Shown['at'] } | null => {
  const { media } = (content ?? {}) as { media?: { mediaId?: unknown; mime?: unknown } };
  const at = shown.find((one) => one.at.join('.') === 'media.sha256')?.at;
  if (at === undefined || typeof media?.mediaId !== 'string') return null;
  return { mediaId: media.mediaId, mime: String(media.mime), at };
};
const mediaFileOf = (mediaId: string, mime: string): string =>
  `media/${mediaId}.${/^\w+\/([a-z0-9.+-]{1,40})$/.exec(mime)?.[1] ?? 'bin'}`;

/** Whether the file is there to be read: the person may have been forgotten, or the file deleted. */
const isThere = async (vault: MediaVault, mediaId: string): Promise<boolean> => {
  try {
    return (await vault.open(mediaId)) !== null;
  } catch (error) {
    if (error instanceof MediaForgotten || error instanceof MediaDamaged) return false;
    throw error;
  }
};

/** Writes an export: first its events, piece by piece, then all of it as one package. */
export const packaging = ({ keys, parcels, vault, heads }: Tools, about: About, signed: Signed) => {
  const { exportId, attempt, company, user, language, zone, nameOf } = about;
  const owner = { subjectId: company.id, companyId: company.id };
  const sinks = PARTS.map((name) => sinkOf(parcels, fileOf(exportId, attempt, name), owner));
  const [events, leaves, page] = sinks as [(typeof sinks)[0], (typeof sinks)[0], (typeof sinks)[0]];
  const reveal = revealing(keys);
  const indices: number[] = [];
  const media: Part[] = [];

  const add = async (chosen: readonly Chosen[]): Promise<void> => {
    const shown = await reveal(chosen.map(({ content, isShown }) => (isShown ? content : null)));
    for (const [n, one] of chosen.entries()) {
      const { line, record } = lineOfEvent(sha256, one.event, one.leaf, shown[n]);
      indices.push(one.leaf);
      const found = mediaOf(one.content, shown[n]!);
      const file = found && (await isThere(vault, found.mediaId)) ? mediaFileOf(found.mediaId, found.mime) : null;
      if (found && file && !media.some(({ name }) => name === file))
        media.push({ name: file, line: indices.length, at: found.at, open: () => bytesOf(vault, found.mediaId) });
      await events.write(line);
      await leaves.write(leafRecord(record));
      await page.write(utf8(pageLine(one, shown[n]!, { language, zone, nameOf, file })));
    }
  };

  /** Returns the ticket of the package and its size. */
  const finish = async (tree: Tree, streams: Stretch[] | null, at: Date): Promise<{ parcel: string; size: number }> => {
    const head = pageHead({ language, zone, company: company.name, user: user.name, at, events: indices.length });
    const [openEvents, openLeaves, openPage] = await Promise.all(sinks.map((sink) => sink.end()));
    const beside: Uint8Array[] = [];
    for (const range of rangesBeside(signed.size, indices)) beside.push(await tree.nodeAt(...range));
    const verifier = verifierPage();
    const whole = (bytes: Uint8Array) => () => [bytes];
    const parts: Part[] = [
      { name: 'leitura.html', open: () => surrounded(head, openPage!(), PAGE_END) },
      ...(verifier ? [{ name: 'conferir.html', open: whole(verifier) }] : []),
      ...media,
      { name: packageFiles.events, open: openEvents! },
      { name: packageFiles.leaves, open: openLeaves! },
      { name: packageFiles.beside, open: whole(Buffer.concat(beside)) },
      { name: packageFiles.head, open: whole(utf8(signed.note)) },
    ];
    const { size, bytes } = await pack({
      hasher: nodeHasher,
      key: heads.keyOf(company.id),
      sign: heads.sign,
      parts,
      manifest: {
        exportedAt: at.toISOString(),
        exportedBy: user,
        company,
        tickets: about.ticketIds,
        events: indices.length,
        streams,
      },
    });
    return { parcel: await parcels.put(fileOf(exportId, attempt, 'package'), owner, bytes()), size };
  };

  /** Deletes the parts that are in the package now, or of an export that cannot be made. */
  const clean = async (): Promise<void> => {
    await Promise.allSettled(sinks.map((sink) => sink.end()));
    for (const name of PARTS) await parcels.remove(fileOf(exportId, attempt, name));
  };
  return { add, finish, clean };
};

async function* bytesOf(vault: MediaVault, mediaId: string): AsyncGenerator<Buffer> {
  const opened = await vault.open(mediaId);
  if (!opened) throw new Error('A file went while it was exported.');
  yield* opened.read();
}

async function* surrounded(before: string, bytes: AsyncIterable<Uint8Array>, after: string): AsyncGenerator<Uint8Array> {
  yield utf8(before);
  yield* bytes;
  yield utf8(after);
}
