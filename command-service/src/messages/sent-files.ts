import { MessageForm, type routes } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { Identify } from '../kernel/command-route.ts';
import type { Deps } from '../kernel/deps.ts';
import { createMayWrite } from '../media/may-write.ts';
import { bodyOfForm, type SentForm, stageForm } from '../media/sent-files.ts';
import { createStaging, type Staging } from '../media/staging.ts';

type Send = typeof routes.messages.send;
/** What a call sends: a text alone, or files, each as its own message. */
export type Form = SentForm<MessageForm>;

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
    const form = await stageForm(staging, upload, { subjectId, companyId }, MessageForm);
    forms.set(request, form);
    return commandOf(principal, request, bodyOfForm(form));
  };
  return { identify, formOf: (request) => forms.get(request), staging };
};
