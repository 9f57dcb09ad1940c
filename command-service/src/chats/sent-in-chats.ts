import { ChatMessageForm, chatStream, Refused, type routes } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Identify } from '../kernel/command-route.ts';
import type { Deps } from '../kernel/deps.ts';
import { bodyOfForm, type SentForm, stageForm } from '../media/sent-files.ts';
import { createStaging, type Staging } from '../media/staging.ts';
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

  const assertMember = async (asked: { commandId: string; companyId: string; userId: string }, chatId: string) => {
    const { userId, ...identity } = asked;
    const allowed = new Refused('ERR_BUSY');
    await handle({
      ...identity,
      actor: { kind: 'user', id: userId },
      decider,
      stream: chatStream(chatId),
      missing: 'ERR_NO_CHAT_FOUND',
      command: (state) => {
        chatOf(state, userId);
        throw allowed;
      },
    }).catch((error: unknown) => {
      if (error !== allowed) throw error;
    });
  };

  const identify: Identify<Post> = async ({ principal, request, upload, params: { id } }) => {
    if (!upload) return commandOf(principal, request);
    const { companyId, userId } = principal;
    const { commandId } = commandOf(principal, request, null);
    await assertMember({ commandId, companyId, userId }, id);
    const form = await stageForm(staging, upload, { subjectId: userId, companyId }, ChatMessageForm);
    forms.set(request, form);
    return commandOf(principal, request, bodyOfForm(form));
  };
  return { identify, formOf: (request) => forms.get(request), staging };
};
