import { chatRoutes, limits } from '@prosa/contracts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import { navigateTo } from '../../shell/navigation.ts';

type Words = { title: string; users: string[] };

/** Begins a chat and shows it. `ref` distinguishes the acts of different dialogs. */
export const createChat = createCommand({
  type: 'chats/create',
  route: chatRoutes.create,
  by: ({ ref }: Words & { ref: string }) => ref,
  delayMs: limits.submitDelayMs,
  request: ({ title, users }) => ({ body: { title, users } }),
  onDone: function* (_, { id }) {
    navigateTo(`/chats/${id}`);
    yield* refetchUnlessPushed();
  },
});

export const changeChat = createCommand({
  type: 'chats/change',
  route: chatRoutes.change,
  by: ({ id }: Partial<Words> & { id: string }) => id,
  delayMs: limits.submitDelayMs,
  request: ({ id, ...body }) => ({ params: { id }, body }),
  onDone: refetchUnlessPushed,
});

export const deleteChat = createCommand({
  type: 'chats/delete',
  route: chatRoutes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  onDone: refetchUnlessPushed,
});

/** The user has read everything in a chat. Nobody needs to know if that could not be told: the next time it is. */
export const readChat = createCommand({
  type: 'chats/read',
  route: chatRoutes.read,
  by: ({ id }: { id: string; userId: string }) => id,
  request: ({ id, userId }) => ({ params: { id }, body: { userId } }),
  quiet: true,
  onDone: refetchUnlessPushed,
});
