import { tags } from '@prosa/contracts';
import { createCommand } from '../../kernel/calls/command.saga.ts';

/** Creates a label from a name only; its colour is then the default grey. */
export const createTag = createCommand({
  type: 'tags/create',
  route: tags.routes.create,
  by: ({ name }: { name: string; ticketId: string }) => name,
  request: ({ name }) => ({ body: { name } }),
});
