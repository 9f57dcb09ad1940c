import { createHash } from 'node:crypto';
import { Refused, routes } from '@prosa/contracts';
import { mediaLinks, portraitOf } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { discardReplaced, keepPortrait } from '../../media/portraits.ts';
import { createStaging } from '../../media/staging.ts';
import { users as decider } from './users.decider.ts';

/** The calls for the own picture: the file is stored first, sealed with the user's key, then named by the event. */
export const pictureCalls = (app: App, deps: Deps): void => {
  const { config, handle, commandOf, clock } = deps;
  const staging = createStaging(deps);
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);
  const portraits = new WeakMap<FastifyRequest, Buffer>();

  const change = async (identity: CommandIdentity, userId: string, portrait: Buffer | null) => {
    let kept: Promise<string> | null = null;
    const { events, state, position } = await handle({
      ...identity,
      decider,
      stream: `users-${identity.companyId}`,
      command: async ({ users }) => {
        if (!users[userId] || users[userId].deleted) throw new Refused('ERR_NO_USER_FOUND');
        // Not for a repeat, and once, however often the command is decided.
        if (portrait) kept ??= keepPortrait(staging, identity, userId, portrait);
        return { do: 'change picture' as const, userId, mediaId: await kept };
      },
      missing: 'ERR_NO_USER_FOUND',
    });
    const pictureId = state.users[userId]?.pictureId ?? null;
    await discardReplaced(staging, events);
    // A concurrent attempt may have been appended instead.
    const own = await kept;
    const isNamed = events.some(({ type, data }) => type === 'UserPictureChanged' && data.mediaId === own);
    if (own !== null && !isNamed) await staging.discard(own);
    return { pictureId, position };
  };

  commandRoute(
    app,
    deps,
    routes.users.setPicture,
    async ({ identity, principal: { userId }, request }) => {
      const { pictureId, position } = await change(identity, userId, portraits.get(request)!);
      return { position, reply: { profilePicUrl: pictureId && links.pathOf(pictureId, clock().getTime()) } };
    },
    async ({ principal, request, upload }) => {
      let portrait: Buffer | undefined;
      await upload?.each(async ({ bytes }) => {
        portrait = await portraitOf(principal.companyId, bytes);
      });
      if (!portrait) throw new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });
      portraits.set(request, portrait);
      return commandOf(principal, request, createHash('sha256').update(portrait).digest('hex'));
    },
  );

  commandRoute(app, deps, routes.users.removePicture, async ({ identity, principal: { userId } }) => {
    const { position } = await change(identity, userId, null);
    return { position, reply: null };
  });
};
