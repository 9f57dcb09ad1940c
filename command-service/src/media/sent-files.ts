import { derivedId, isBlank, type MediaFacts, Refused } from '@prosa/contracts';
import type { Uploads } from '@prosa/infra/runtime';
import type { z } from 'zod';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Staging } from './staging.ts';

/** The identity of the command for the nth file of a call: a repeated call gets the same. */
const commandOfFile = (identity: CommandIdentity, n: number): CommandIdentity =>
  n === 0 ? identity : { ...identity, commandId: derivedId(identity.commandId, 'file', String(n)) };

/** The content of a form: its fields, and its files, staged in order. */
export type SentForm<Sent> = { sent: Sent; files: MediaFacts[] };

/**
 * Stages the files of a message while they are received. A form with neither words in `body` nor a file is refused; if it is refused for
 * this or any other reason, none of its files remains.
 */
export const stageForm = async <Sent extends { body: string }>(
  staging: Staging,
  upload: Uploads,
  owner: { subjectId: string; companyId: string },
  schema: z.ZodType<Sent>,
): Promise<SentForm<Sent>> => {
  const files: MediaFacts[] = [];
  try {
    const fields = await upload.each(async (file) => {
      files.push(await staging.stage({ ...file, owner }));
    });
    const sent = checked(schema, fields);
    if (files.length === 0 && isBlank(sent.body)) throw new Refused('ERR_VALIDATION', { fields: { medias: 'Required' } });
    return { sent, files };
  } catch (error) {
    await dropAll(staging, files);
    throw error;
  }
};

/** The part of a form that distinguishes it from another one with the same key. */
export const bodyOfForm = <Sent>({ sent, files }: SentForm<Sent>): object => ({
  ...sent,
  files: files.map(({ sha256, name }) => [sha256, name]),
});

/** Drops the files that no command has claimed. */
const dropAll = async (staging: Staging, files: readonly MediaFacts[]): Promise<void> => {
  for (const { mediaId } of files) await staging.drop(mediaId).catch(() => undefined);
};

/** The nth file of a form that is sent as one message for each: its message has the form's words only if it is the first one. */
export type NthFile = { command: CommandIdentity; mediaId: string; isFirst: boolean; clientId: string | null };

/**
 * Sends one message for each file of a form; returns them in order. `has`: whether the message names this very file, because a repeated
 * call brings a second copy, which is released.
 */
export const sendEach = async <Sent>(
  {
    staging,
    identity,
    clientId,
    files,
  }: { staging: Staging; identity: CommandIdentity; clientId: string | null; files: readonly MediaFacts[] },
  send: (nth: NthFile) => Promise<Sent>,
  has: (sent: Sent, mediaId: string) => boolean | Promise<boolean>,
): Promise<[Sent, ...Sent[]]> => {
  const done: Sent[] = [];
  try {
    for (const [n, { mediaId }] of files.entries()) {
      const command = commandOfFile(identity, n);
      const isFirst = n === 0;
      const sent = await send({
        command,
        mediaId,
        isFirst,
        clientId: isFirst || clientId === null ? clientId : `${clientId}:${n}`,
      });
      if (!(await has(sent, mediaId))) await staging.release({ mediaId, commandId: command.commandId });
      done.push(sent);
    }
  } finally {
    await dropAll(staging, files);
  }
  return done as [Sent, ...Sent[]];
};

/** The answer to a form that was sent as several messages: the first one's, with all of them. */
export const replyToAll = <Reply>(
  sent: [Positioned<Reply>, ...Positioned<Reply>[]],
): Positioned<Reply & { messages: Reply[] }> => ({
  position: sent.at(-1)!.position,
  reply: { ...sent[0].reply, messages: sent.map(({ reply }) => reply) },
});
type Positioned<Reply> = { position: bigint; reply: Reply };

/** Carries out a command that names a file, which it claims. If the command is refused, the file is released. */
export const claiming = async <Done>(
  staging: Staging,
  { commandId, companyId }: CommandIdentity,
  mediaId: string,
  carryOut: (claimed: Awaited<ReturnType<Staging['claim']>>) => Promise<Done>,
): Promise<Done> => {
  const claimed = await staging.claim({ mediaId, companyId, commandId });
  try {
    return await carryOut(claimed);
  } catch (error) {
    if (error instanceof Refused && error.status < 500) await staging.release({ mediaId, commandId });
    throw error;
  }
};

const checked = <Sent>(schema: z.ZodType<Sent>, fields: Record<string, string>): Sent => {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new Refused('ERR_VALIDATION', {
    fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
  });
};
