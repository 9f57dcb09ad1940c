import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newId } from '@prosa/contracts';
import { z } from 'zod';
import { connections } from '../connections/connections.decider.ts';
import { tokenHashOf } from '../connections/token-hash.ts';

import { DEMO_PASSWORD, demoId, demonstration, otherCompany, type Scene, type SeedDeps } from './scene.ts';

const CompanyOfFile = z.object({
  connection: z.object({ id: z.string(), token: z.string() }),
  company: z.object({ id: z.string(), name: z.string() }),
  queues: z.array(z.object({ id: z.string(), name: z.string() })),
  users: z.array(z.object({ email: z.string(), password: z.string(), name: z.string(), profile: z.string() })),
});
/** What stands in `PROSA_DEMO_FILE`: the simulator's way in, and whom one can sign in as. */
export const DemoFile = CompanyOfFile.extend({ other: CompanyOfFile });
export type DemoFile = z.output<typeof DemoFile>;

/**
 * Writes the file (mode 0600) unless the one that is there still holds good. Tokens are known by their hashes alone: where a file
 * was lost or a token changed, the connections get new ones.
 */
export const writeDemoFile = async (deps: SeedDeps, file: string): Promise<void> => {
  const before = await readDemoFile(file);
  const first = await tokenFor(deps, demonstration, before?.connection.token);
  const second = await tokenFor(deps, otherCompany, before?.other.connection.token);
  if (before && first === before.connection.token && second === before.other.connection.token) return;
  const content: DemoFile = { ...part(demonstration, first), other: part(otherCompany, second) };
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

/** What an earlier start wrote; null where there is no file, or none that can be read. */
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

/** The token that is in force: the one kept, else a new one; empty where the connection was deleted. */
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
