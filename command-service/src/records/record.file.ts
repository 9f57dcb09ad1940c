import { type AnyRecord, type ErrorCode, type FileRoutes, type MediaFacts, PLATFORM, Refused } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import { commandRoute, type Identify } from '../kernel/command-route.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import type { App, Caller, Deps } from '../kernel/deps.ts';
import { lookFirst } from '../kernel/look-first.ts';
import { discardReplaced } from '../media/portraits.ts';
import { claiming } from '../media/sent-files.ts';
import { createStaging } from '../media/staging.ts';
import { present, type RecordCommand, type RecordFile, type RecordState, recordDecider } from './record.decider.ts';

/** The decider with the rules of the kind, and the facts that these need. */
type Ruled = {
  decider?: Decider<RecordCommand<RecordFile>, RecordState<RecordFile>, Decided>;
  factsOf?: (by: Caller) => Promise<unknown>;
};

/**
 * Registers the calls that attach a file to a record and remove it. The file is sealed for the company whose record it is.
 */
export const fileCalls = (
  app: App,
  deps: Deps,
  definition: AnyRecord,
  { setFile, removeFile }: Pick<FileRoutes, 'setFile' | 'removeFile'>,
  { decider = recordDecider<RecordFile, unknown>(definition), factsOf }: Ruled = {},
): void => {
  const { accepts } = definition;
  const { handle, commandOf } = deps;
  const staging = createStaging(deps);
  const files = new WeakMap<FastifyRequest, MediaFacts>();
  const missing = definition.missing as ErrorCode;
  const on = (id: string) => ({ decider, stream: `${definition.kind}-${id}`, missing }) as const;

  const set = async (identity: CommandIdentity, id: string, by: Caller, file: RecordFile) => {
    const command = { do: 'set file', id, by, ...file, facts: await factsOf?.(by) } as const;
    const { events, position, state } = await handle({ ...identity, ...on(id), command });
    await discardReplaced(staging, events);
    const isNamed = events.some(({ data }) => (data as RecordFile).mediaId === file.mediaId);
    return { position, mediaName: present(state.records, id)?.mediaName ?? null, isNamed };
  };

  const identify: Identify<FileRoutes['setFile']> = async ({ principal, request, upload, params: { id } }) => {
    const { commandId, actor } = commandOf(principal, request, null);
    const companyId = definition.reach === 'platform' ? PLATFORM : principal.companyId;
    const given = await factsOf?.(principal);
    await lookFirst(handle, { ...on(id), commandId, actor, companyId }, (state: RecordState<RecordFile>) => {
      decider.decide({ do: 'set file', id, by: principal, mediaId: null, mediaName: null, facts: given }, state);
    });
    const { kinds, maxBytes } = setFile.upload;
    let facts: MediaFacts | undefined;
    try {
      await upload?.each(async (file) => {
        facts = await staging.stage({ ...file, owner: { subjectId: companyId, companyId }, kinds, maxBytes });
      });
      if (!facts) throw new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });
      if (accepts && !accepts.includes(facts.mime)) throw new Refused('ERR_MEDIA_KIND');
    } catch (error) {
      if (facts) await staging.drop(facts.mediaId).catch(() => undefined);
      throw error;
    }
    files.set(request, facts);
    return commandOf(principal, request, [facts.sha256, facts.name]);
  };

  commandRoute(
    app,
    deps,
    setFile,
    async ({ params: { id }, principal, identity, request }) => {
      const { mediaId, name } = files.get(request)!;
      try {
        const { position, mediaName, isNamed } = await claiming(staging, identity, mediaId, () =>
          set(identity, id, principal, { mediaId, mediaName: name }),
        );
        // A repeated call brings a second copy, which no event names.
        if (!isNamed) await staging.release({ mediaId, commandId: identity.commandId });
        return { position, reply: { id, mediaName } };
      } finally {
        await staging.drop(mediaId).catch(() => undefined);
      }
    },
    identify,
  );

  commandRoute(app, deps, removeFile, async ({ params: { id }, principal, identity }) => {
    const { position } = await set(identity, id, principal, { mediaId: null, mediaName: null });
    return { position, reply: { id, mediaName: null } };
  });
};
