import { type ConversationFact, conversationOf, conversationStream } from '@prosa/contracts';
import type { CommandService } from '../app.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Person } from '../testing/world.fixture.ts';

export type Sent = Extract<ConversationFact, { type: 'MessageSent' | 'OutreachSent' }>;
type File = { bytes: Uint8Array | Blob; name?: string };

/** Builds a form as a browser sends it. */
export const formOf = (files: readonly File[], fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { bytes, name = 'arquivo.txt' } of files) {
    const blob = bytes instanceof Blob ? bytes : new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    form.append('medias', blob, name);
  }
  return form;
};

/** Posts a form over the network. */
export const post = async <Body = Record<string, unknown>>(
  { app }: Pick<CommandService, 'app'>,
  path: string,
  { token }: Person,
  form: FormData,
  key?: string,
): Promise<{ status: number; body: Body & { error?: string; details?: Record<string, unknown> } }> => {
  const answer = await fetch(`${app.listeningOrigin}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Body & { error?: string } };
};

/** Returns the messages written in a ticket's conversation, including those outside of the ticket. */
export const sentIn = async ({ store }: Pick<Deps, 'store'>, ticketId: string): Promise<Sent[]> => {
  const facts = await store.load(conversationStream(conversationOf(ticketId)!));
  return facts.filter(({ type }) => type === 'MessageSent' || type === 'OutreachSent') as Sent[];
};
