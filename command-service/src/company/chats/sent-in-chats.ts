import { ChatMessageForm, chatStream, type routes } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Identify } from '../../kernel/command-route.ts';
import type { Deps } from '../../kernel/deps.ts';
import { lookFirst } from '../../kernel/look-first.ts';
import { bodyOfForm, type SentForm, stageForm } from '../../media/sent-files.ts';
import { createStaging, type Staging } from '../../media/staging.ts';
import { chatOf, chats as decider } from './chats.decider.ts';

type Post = typeof routes.chats.post;
type Form = SentForm<z.output<typeof ChatMessageForm>>;

/**
 * Stages the files of a message while they are received, sealed with its sender's key; nothing is received from who does not belong to the
 * chat. `formOf` returns the received form; undefined if the call sent JSON.
 */
export const createSentInChats = (
  deps: Deps,
): { identify: Identify<Post>; formOf: (request: FastifyRequest) => Form | undefined; staging: Staging } => {
  const { commandOf, handle } = deps;
  const staging = createStaging(deps);
  const forms = new WeakMap<FastifyRequest, Form>();

  const identify: Identify<Post> = async ({ principal, request, upload, params: { id } }) => {
    if (!upload) return commandOf(principal, request);
    const { companyId, userId } = principal;
    const { commandId, actor } = commandOf(principal, request, null);
    const on = { decider, stream: chatStream(id), missing: 'ERR_NO_CHAT_FOUND' } as const;
    await lookFirst(handle, { ...on, commandId, actor, companyId }, (state) => void chatOf(state, userId));
    const form = await stageForm(staging, upload, { subjectId: userId, companyId }, ChatMessageForm);
    forms.set(request, form);
    return commandOf(principal, request, bodyOfForm(form));
  };
  return { identify, formOf: (request) => forms.get(request), staging };
};
