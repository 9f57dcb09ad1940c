import { derivedId } from '@prosa/contracts';
import { packageFiles } from '@prosa/infra/verify';

/** What is written piece by piece, to be put into the package. */
export const PARTS = [packageFiles.events, packageFiles.leaves, 'leitura.html'] as const;

/**
 * The name, in the store of files, of what an attempt at an export writes: the package or a part of it. Each attempt has its own, since one
 * that lost its lease may go on for a while beside the next.
 */
export const fileOf = (exportId: string, attempt: number, name: 'package' | (typeof PARTS)[number]): string =>
  derivedId(exportId, String(attempt), name);

/** Everything that the attempts of an export, up to one, may have written. */
export const filesUpTo = (exportId: string, attempt: number): string[] =>
  Array.from({ length: attempt }, (_, n) => (['package', ...PARTS] as const).map((name) => fileOf(exportId, n + 1, name))).flat();
