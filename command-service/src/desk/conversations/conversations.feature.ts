import type { Mention, RouteDefinition } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import type { ConcernCall } from '../conversation-kernel/concern.call.ts';
import * as concerns from './concerns.ts';
import { type Asked, createConverse, keyOf } from './conversations.ts';
import { namedBy } from './named.ts';
import { ownTicket } from './ticket.reply.ts';

/** The calls of all concerns of conversations: what one asks and answers belongs together by its definition. */
const all = Object.values(concerns).flatMap((one) => ('calls' in one ? (one.calls as readonly unknown[]) : [])) as ConcernCall<
  RouteDefinition & { may: 'signed-in' }
>[];

const calls = (app: App, deps: Deps): void => {
  const converse = createConverse(deps.handle);
  for (const { route, of, missing, command, reply } of all)
    commandRoute(app, deps, route, async ({ params, body, principal, identity }) => {
      const asked = { params, body, by: principal };
      const id = of(asked);
      const named = (mentions?: readonly Mention[]) => namedBy(deps, identity.companyId, mentions);
      const ordered = (await command(asked, { named })) as Asked;
      const done = await converse({ ...identity, key: keyOf(id, missing), missing }, ordered);
      const { key, at, position } = done;
      if (reply === 'ticket') return { position, reply: await ownTicket(deps.store, done, principal, id) };
      return { position, reply: reply({ key, at, commandId: identity.commandId }, asked) };
    });
};

/** The calls of a conversation's concerns. */
export const conversations: Feature = { name: 'conversations', routes: calls };
