import { derivedId, type MediaFacts, MessageForm, Refused, type routes } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Identify } from '../kernel/command-route.ts';
import type { Deps } from '../kernel/deps.ts';
import { createMayWrite } from '../media/may-write.ts';
import { createStaging, type Staging } from '../media/staging.ts';

type Send = typeof routes.messages.send;
/** What a call sends: a text alone, or files, each as its own message. */
export type Form = { sent: MessageForm; files: MediaFacts[] };

/** The identity of the command for the nth file of a call: a repeated call gets the same. */
export const commandOfFile = (identity: CommandIdentity, n: number): CommandIdentity =>
  n === 0 ? identity : { ...identity, commandId: derivedId(identity.commandId, 'file', String(n)) };

/**
 * Stages the files of a call while they are received: the hash of their contents is part of what distinguishes the call from another one
 * with the same key. `formOf` returns the received form; undefined if the call sent JSON.
 */
export const createSentFiles = (
  deps: Deps,
): { identify: Identify<Send>; formOf: (request: FastifyRequest) => Form | undefined; staging: Staging } => {
  const { commandOf, handle } = deps;
  const staging = createStaging(deps);
  const mayWrite = createMayWrite(handle);
  const forms = new WeakMap<FastifyRequest, Form>();

  const identify: Identify<Send> = async ({ principal, request, upload, params }) => {
    if (!upload) return commandOf(principal, request);
    const { companyId } = principal;
    const { commandId, actor } = commandOf(principal, request, null);
    const subjectId = await mayWrite({ commandId, actor, companyId }, params.ticketId.toLowerCase(), principal);
    const files: MediaFacts[] = [];
    try {
      const fields = await upload.each(async (file) => {
        files.push(await staging.stage({ ...file, owner: { subjectId, companyId } }));
      });
      const sent = checked(fields);
      if (files.length === 0 && sent.body.trim() === '') throw new Refused('ERR_VALIDATION', { fields: { medias: 'Required' } });
      forms.set(request, { sent, files });
      return commandOf(principal, request, { ...sent, files: files.map(({ sha256, name }) => [sha256, name]) });
    } catch (error) {
      for (const { mediaId } of files) await staging.drop(mediaId).catch(() => undefined);
      throw error;
    }
  };
  return { identify, formOf: (request) => forms.get(request), staging };
};

const checked = (fields: Record<string, string>): MessageForm => {
  const parsed = MessageForm.safeParse(fields);
  if (parsed.success) return parsed.data;
  throw new Refused('ERR_VALIDATION', {
    fields: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
  });
};
