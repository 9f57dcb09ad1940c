import { open, readFile } from 'node:fs/promises';
import { newId } from '@prosa/contracts';
import { z } from 'zod';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { createForgetContact } from './forget-contact.ts';

const Erasure = z.object({ companyId: z.uuid(), contactId: z.uuid() });
type Erasure = z.output<typeof Erasure>;

/**
 * Notes in the installation's file, if it has one, whom it forgets: ids only, a line each. It is on the disk before the key is destroyed, and
 * stands outside of all that a backup brings back. A repeat is noted again.
 */
export const noteErasure = async (path: string | undefined, { companyId, contactId }: Erasure): Promise<void> => {
  if (path === undefined) return;
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${JSON.stringify({ at: new Date().toISOString(), companyId, contactId })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Those who are in the file, once each; a line that was cut off by a crash is none. */
const readErasures = async (path: string): Promise<Erasure[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const all = text.split('\n').flatMap((line) => {
    try {
      return [Erasure.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
  return [...new Map(all.map((one) => [one.contactId, one])).values()];
};

/** Forgets again those in the file who are here as if they had not been: an older backup was restored. */
export const forgetAgain = async (
  { config, store, handle, log }: Pick<ReactorTools, 'config' | 'store' | 'handle' | 'log'>,
  signal: AbortSignal,
): Promise<void> => {
  const { PROSA_ERASURES: path } = config;
  const forget = createForgetContact({ handle });
  for (const { companyId, contactId } of path === undefined ? [] : await readErasures(path)) {
    if (signal.aborted) return;
    const [last] = await store.load(`contact-${contactId}`, { direction: 'backwards', max: 1, faults: 'keep' });
    if (!last || last.type === 'ContactForgotten' || last.type === 'Abandoned' || last.meta.companyId !== companyId) continue;
    await forget({ companyId, contactId, commandId: newId() });
    log.warn({ contactId }, 'a contact of a restored backup is forgotten again');
  }
};
