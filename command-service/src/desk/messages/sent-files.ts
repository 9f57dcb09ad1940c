import { type MediaFacts, MessageForm, Refused, type routes } from '@prosa/contracts';
import { MediaForgotten, mediaLinks } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Identify } from '../../kernel/command-route.ts';
import type { Caller, Deps } from '../../kernel/deps.ts';
import { createMayWrite } from '../../media/may-write.ts';
import { bodyOfForm, type SentForm, stageForm } from '../../media/sent-files.ts';
import { createStaging, type Staging } from '../../media/staging.ts';

type Send = typeof routes.messages.send;
/** The content of a call: a text alone, or files, each as its own message. */
export type Form = SentForm<MessageForm>;

type SentFiles = {
  identify: Identify<Send>;
  formOf: (request: FastifyRequest) => Form | undefined;
  /** Stages a copy of the file that a message's `mediaUrl` names, for the contact of a ticket. Throws Refused. */
  copyOf: (mediaUrl: string, identity: CommandIdentity, ticketId: string, by: Caller) => Promise<MediaFacts>;
  staging: Staging;
};

/** A message's `mediaUrl`: the id of its file, and the signature of the link. */
const MEDIA_URL = /^\/api\/media\/([\da-f-]{36})\/([^/?#]+)$/i;

/**
 * Stages the files of a call while they are received: the hash of their contents is part of what distinguishes the call from another one
 * with the same key. `formOf` returns the received form; undefined if the call sent JSON.
 */
export const createSentFiles = (deps: Deps): SentFiles => {
  const { commandOf, handle, pool, config, clock } = deps;
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);
  const staging = createStaging(deps);
  const mayWrite = createMayWrite(handle);
  const forms = new WeakMap<FastifyRequest, Form>();

  const identify: Identify<Send> = async ({ principal, request, upload, params }) => {
    if (!upload) return commandOf(principal, request);
    const { companyId } = principal;
    const { commandId, actor } = commandOf(principal, request, null);
    const subjectId = await mayWrite({ commandId, actor, companyId }, params.ticketId.toLowerCase(), principal);
    const form = await stageForm(staging, upload, { subjectId, companyId }, MessageForm);
    forms.set(request, form);
    return commandOf(principal, request, bodyOfForm(form));
  };
  // The link permits reading the file, so the query only checks that it is the company's own.
  const copyOf: SentFiles['copyOf'] = async (mediaUrl, identity, ticketId, by) => {
    const { companyId } = identity;
    const subjectId = await mayWrite(identity, ticketId, by);
    const [, from = '', signature = ''] = MEDIA_URL.exec(mediaUrl) ?? [];
    if (links.until(from, signature, clock().getTime()) === null) throw new Refused('ERR_NO_MEDIA_FOUND');
    const { rowCount } = await pool.query('select from command.media where id = $1 and company_id = $2', [from, companyId]);
    if (rowCount === 0) throw new Refused('ERR_NO_MEDIA_FOUND');
    const facts = await staging.copy(from, { subjectId, companyId }).catch((error: unknown) => {
      throw error instanceof MediaForgotten ? new Refused('ERR_NO_MEDIA_FOUND') : error;
    });
    if (!facts) throw new Refused('ERR_MEDIA_PENDING');
    return facts;
  };
  return { identify, formOf: (request) => forms.get(request), copyOf, staging };
};
