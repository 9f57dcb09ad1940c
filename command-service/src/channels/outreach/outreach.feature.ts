import { routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { createForward } from './forward.ts';

const calls = (app: App, deps: Deps): void => {
  const forward = createForward(deps);

  commandRoute(app, deps, routes.messages.forward, async ({ body, principal, identity }) => {
    const contactIds = [...new Set(body.contactIds)];
    const sent = await forward({ by: principal, identity, contactIds, messageId: body.messageId });
    const messages = sent.map(({ position: _, ...message }) => message);
    const inOrder = sent.map(({ position }) => position).sort((a, b) => (a < b ? -1 : 1));
    return { position: inOrder.at(-1)!, reply: { messages } };
  });
};

/** Messages sent to contacts outside of a ticket. */
export const outreach: Feature = { name: 'outreach', routes: calls };
