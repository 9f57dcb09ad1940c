import { announcements as definition, type MediaFacts, PLATFORM, Refused } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import { commandRoute, type Identify } from '../kernel/command-route.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import type { App, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import { lookFirst } from '../kernel/look-first.ts';
import { claiming } from '../media/sent-files.ts';
import { createStaging } from '../media/staging.ts';
import { present, type RecordCommand, type RecordState, recordDecider } from '../records/record.decider.ts';
import { recordRoutes } from '../records/record.routes.ts';

type Picture = { mediaId: string | null; mediaName: string | null };
type Fields = Picture & Record<string, unknown>;
type Command = RecordCommand<Fields, undefined> | ({ do: 'set picture'; id: string } & Picture);
type State = RecordState<Fields>;

const missing = 'ERR_NO_ANNOUNCEMENT_FOUND';
const { pictured } = definition.events;
const plain = recordDecider<Fields>(definition, { changedBy: [pictured.type] });

/** Announcements are plain records, each with one picture at most. */
export const announcementDecider: Decider<Command, State, Decided> = {
  ...plain,
  decide(command, state) {
    if (command.do !== 'set picture') return plain.decide(command, state);
    const { id, mediaId, mediaName } = command;
    const record = present(state.records, id);
    if (!record) throw new Refused(missing);
    const replaces = record.mediaId ?? null;
    return replaces === mediaId ? [] : [{ type: pictured.type, data: { id, mediaId, mediaName, replaces } }];
  },
};

/** What a channel or a browser shows of a picture without a program of its own. */
const ACCEPTED = ['image/png', 'image/jpeg'];

const calls = (app: App, deps: Deps): void => {
  const { handle, commandOf } = deps;
  const staging = createStaging(deps);
  const files = new WeakMap<FastifyRequest, MediaFacts>();
  recordRoutes(app, deps, definition, { decider: plain as never, hidden: ['mediaId', 'mediaName'] });

  const on = (id: string) => ({ decider: announcementDecider, stream: `announcement-${id}`, missing }) as const;

  const set = async (identity: CommandIdentity, id: string, picture: Picture) => {
    const { events, position, state } = await handle({ ...identity, ...on(id), command: { do: 'set picture', id, ...picture } });
    const { mediaName = null } = present(state.records, id) ?? {};
    for (const { type, data } of events) {
      const { replaces } = data as { replaces: string | null };
      if (type === pictured.type && replaces !== null) await staging.discard(replaces);
    }
    return { position, mediaName };
  };

  const { setPicture, removePicture } = definition.routes;
  const identify: Identify<typeof setPicture> = async ({ principal, request, upload, params: { id } }) => {
    const { commandId, actor } = commandOf(principal, request, null);
    await lookFirst(handle, { ...on(id), commandId, actor, companyId: PLATFORM }, ({ records }) => {
      if (!present(records, id)) throw new Refused(missing);
    });
    const { kinds, maxBytes } = setPicture.upload;
    let facts: MediaFacts | undefined;
    await upload?.each(async (file) => {
      facts = await staging.stage({ ...file, owner: { subjectId: PLATFORM, companyId: PLATFORM }, kinds, maxBytes });
    });
    if (!facts) throw new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });
    if (!ACCEPTED.includes(facts.mime)) {
      await staging.drop(facts.mediaId);
      throw new Refused('ERR_MEDIA_KIND');
    }
    files.set(request, facts);
    return commandOf(principal, request, [facts.sha256, facts.name]);
  };

  commandRoute(
    app,
    deps,
    setPicture,
    async ({ params: { id }, identity, request }) => {
      const { mediaId, name } = files.get(request)!;
      try {
        const { position, mediaName } = await claiming(staging, identity, mediaId, () =>
          set(identity, id, { mediaId, mediaName: name }),
        );
        return { position, reply: { id, mediaName } };
      } finally {
        await staging.drop(mediaId).catch(() => undefined);
      }
    },
    identify,
  );

  commandRoute(app, deps, removePicture, async ({ params: { id }, identity }) => {
    const { position } = await set(identity, id, { mediaId: null, mediaName: null });
    return { position, reply: { id, mediaName: null } };
  });
};

/** Announcements of the platform, with their pictures. */
export const announcements: Feature = { name: definition.name, routes: calls };
