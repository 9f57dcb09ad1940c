import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from '@prosa/contracts';
import { z } from 'zod';
import { connections } from '../channels/connections/connections.decider.ts';
import { tokenHashOf } from '../channels/connections/token-hash.ts';

import { DEMO_PASSWORD, demoId, demonstration, otherCompany, type Scene, type SeedDeps, scenesOf } from './scene.ts';

const CompanyOfFile = z.object({
  connection: z.object({ id: z.string(), token: z.string() }),
  company: z.object({ id: z.string(), name: z.string() }),
  queues: z.array(z.object({ id: z.string(), name: z.string() })),
  users: z.array(z.object({ email: z.string(), password: z.string(), name: z.string(), profile: z.string() })),
});
type CompanyOfFile = z.output<typeof CompanyOfFile>;
/** The content of `PROSA_DEMO_FILE`: the simulator's credentials, and the users that one can sign in as. */
export const DemoFile = CompanyOfFile.extend({ other: CompanyOfFile, copies: z.array(CompanyOfFile).default([]) });
export type DemoFile = z.output<typeof DemoFile>;

/**
 * Writes the file (mode 0600) unless the existing one is still valid. Only hashes of tokens are stored: if the file was lost or a token has
 * changed, the connections get new tokens.
 */
export const writeDemoFile = async (deps: SeedDeps, file: string, count = 1): Promise<void> => {
  const before = await readDemoFile(file);
  const kept = new Map(
    (before ? [before, ...before.copies, before.other] : []).map(({ connection }) => [connection.id, connection.token]),
  );
  const parts: CompanyOfFile[] = [];
  for (const scene of scenesOf(count)) {
    const token = await tokenFor(deps, scene, kept.get(demoId(scene.key, 'connection')));
    // A start may ask for another number of copies than were made.
    if (token !== '' || scene === demonstration || scene === otherCompany) parts.push(part(scene, token));
  }
  if (kept.size === parts.length && parts.every(({ connection }) => connection.token === kept.get(connection.id))) return;
  const [first, ...copies] = parts as [CompanyOfFile, ...CompanyOfFile[]];
  const other = copies.pop()!;
  const content: DemoFile = { ...first, other, copies };
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Reads what an earlier start wrote; null if there is no file, or if it cannot be parsed. */
const readDemoFile = async (file: string): Promise<DemoFile | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const parsed = DemoFile.safeParse(text === '' ? null : readJson(text));
  return parsed.success ? parsed.data : null;
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns the valid token: the kept one, otherwise a new one; empty if the connection was deleted. */
const tokenFor = async ({ referenceData, handle, log }: SeedDeps, scene: Scene, kept: string | undefined): Promise<string> => {
  const companyId = demoId(scene.key, 'company');
  const connectionId = demoId(scene.key, 'connection');
  const connection = await referenceData.connection(companyId, connectionId);
  if (!connection) {
    log.warn({ connectionId }, 'the connection of the demonstration was deleted: the simulator has no way in');
    return '';
  }
  if (kept && tokenHashOf(kept) === connection.tokenHash) return kept;
  const token = randomBytes(32).toString('base64url');
  await handle({
    decider: connections,
    stream: `connections-${companyId}`,
    command: {
      do: 'change',
      id: connectionId,
      changes: { tokenHash: tokenHashOf(token) },
      facts: { queueIds: connection.queueIds },
    },
    commandId: newId(),
    actor: { kind: 'system', id: 'demo' },
    companyId,
    missing: 'ERR_NO_WAPP_FOUND',
  });
  return token;
};

const part = (scene: Scene, token: string) => ({
  connection: { id: demoId(scene.key, 'connection'), token },
  company: { id: demoId(scene.key, 'company'), name: scene.name },
  queues: scene.queues.map(({ key, name }) => ({ id: demoId(scene.key, 'queue', key), name })),
  users: scene.users.map(({ email, name, profile }) => ({ email, password: DEMO_PASSWORD, name, profile })),
});
