import { connections as definition, Refused } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { orRefusal } from '../../kernel/gateway.ts';
import { type ConnectPages, PROVIDER } from './pages.ts';
import { signInStates } from './sign-in.state.ts';

/** Connecting pages by the sign-in with Meta: where it happens, and what the person comes back with. */
export const signInRoutes = (app: App, deps: Deps, connectPages: ConnectPages): void => {
  const { metaDialog, connectSignedIn } = definition.routes;
  const states = signInStates(deps.config.PROSA_TOKEN_SECRET, () => deps.clock().getTime());

  commandRoute(app, deps, metaDialog, async ({ body: { kind }, principal: { companyId, userId } }) => {
    const state = states.make({ companyId, userId, kind });
    const question = { kind: 'sign-in', companyId, channel: kind, provider: PROVIDER, state } as const;
    const { url } = await deps.gateway.ask(question).catch(orRefusal());
    return { position: null, reply: { url } };
  });

  commandRoute(
    app,
    deps,
    connectSignedIn,
    ({ body: { code, state, kind }, principal: { companyId, userId }, identity }) => {
      if (!states.isFor(state, { companyId, userId, kind })) throw new Refused('ERR_META_STATE');
      return connectPages(identity, { kind, code });
    },
    // The code is a secret until it is used.
    ({ principal, request, body: { kind } }) => deps.commandOf(principal, request, { kind }),
  );
};
