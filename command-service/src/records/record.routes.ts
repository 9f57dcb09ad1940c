import { type AnyRecord, derivedId, type ErrorCode, Refused, recordFile } from '@prosa/contracts';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import { commandRoute, type Identify } from '../kernel/command-route.ts';
import type { Decided, Decider } from '../kernel/decider.ts';
import type { App, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import type { LimitedKind } from '../kernel/reference-data.ts';
import { asItWas } from '../kernel/state-as-of.ts';
import { type Held, present, type RecordCommand, type RecordState, recordDecider } from './record.decider.ts';
import { fileCalls } from './record.file.ts';

type Fields = Record<string, unknown>;
/** The options of a kind's calls beyond those of a plain record. */
export type RecordCalls<Of, Facts> = {
  /** The decider with the rules of the kind. */
  decider?: Decider<RecordCommand<Of, Facts>, RecordState<Of>, Decided>;
  /** Returns the facts that the rules need beside the stream, at the time of the decision. */
  facts?: (companyId: string, asked: Fields) => Promise<Facts>;
  /**
   * Maps the request to the record's fields where they differ: a token is stored as its hash. The result also distinguishes requests under
   * the same idempotency key.
   */
  fieldsOf?: (body: Fields, does: 'create' | 'change') => Fields;
  /** Work elsewhere before the command is decided, once, and not by a repeat. `undo` takes it back if the command is refused. */
  prepare?: (asked: {
    does: 'create' | 'change';
    id: string;
    body: Fields;
    companyId: string;
  }) => Promise<{ undo?: () => Promise<void> }>;
  /** Throws Refused if the record may not be deleted, because others need it. */
  assertUnused?: (id: string) => Promise<void>;
  /** The kind in the company's plan that says how many there may be; default: there may be any number. */
  limited?: LimitedKind;
  /** Fields that no reply contains. */
  hidden?: readonly string[];
};

/** Registers the calls that create, change and delete a record, by its definition. */
export const recordRoutes = <Of extends object = Fields, Facts = undefined>(
  app: App,
  deps: Deps,
  definition: AnyRecord,
  calls: RecordCalls<Of, Facts> = {},
): void => {
  const { kind, routes, owner, author, place } = definition;
  const missing = definition.missing as ErrorCode;
  const { facts, fieldsOf = (body: Fields) => body, limited, prepare } = calls;
  const hidden = [...(calls.hidden ?? []), ...(definition.filed ? Object.keys(recordFile) : [])];
  /** Carries a command out that is prepared when it is decided for the first time. */
  const prepared = async <Done>(
    asked: Parameters<NonNullable<typeof prepare>>[0],
    carryOut: (ready: () => Promise<void>) => Promise<Done>,
  ): Promise<Done> => {
    let preparing: Promise<{ undo?: () => Promise<void> }> | undefined;
    const ready = async () => {
      preparing ??= prepare?.(asked);
      await preparing;
    };
    try {
      return await carryOut(ready);
    } catch (error) {
      if (error instanceof Refused) await (await preparing?.catch(() => undefined))?.undo?.();
      throw error;
    }
  };
  const decider = (calls.decider ?? recordDecider(definition)) as unknown as Decider<RecordCommand, RecordState, Decided>;
  const on = (companyId: string, id: string) => ({
    decider,
    missing,
    stream: place.set === null ? `${kind}-${id}` : `${place.set}-${companyId}`,
  });
  const identifyAs =
    (does: 'create' | 'change'): Identify<(typeof routes)['create']> =>
    ({ principal, request, body }) =>
      deps.commandOf(principal, request, fieldsOf(body as Fields, does));
  const viewOf = (record: Held<Fields>, { companyId }: CommandIdentity) => {
    const view: Fields = { ...record, companyId };
    for (const field of hidden) delete view[field];
    return view;
  };

  commandRoute(
    app,
    deps,
    routes.create,
    async ({ body, principal, identity }) => {
      const { companyId } = identity;
      const id = derivedId(identity.commandId, kind);
      const sent = fieldsOf(body as Fields, 'create');
      const { userId } = principal;
      const fields = {
        ...sent,
        ...(owner && sent[owner] === undefined && { [owner]: userId }),
        ...(author && { [author]: sent[author] ?? userId }),
      };
      const { state, position, at } = await prepared({ does: 'create', id, body: body as Fields, companyId }, (ready) =>
        deps.handle({
          ...identity,
          ...on(companyId, id),
          command: async () => {
            await ready();
            return {
              do: 'create' as const,
              id,
              fields,
              by: principal,
              limit: limited ? await deps.referenceData.limitOf(companyId, limited) : null,
              facts: await facts?.(companyId, fields),
            };
          },
        }),
      );
      // A repeat may find that the record was deleted since: it gets the same answer as the first time.
      const made = { ...fields, id, createdAt: at.toISOString(), updatedAt: at.toISOString() };
      return { position, reply: viewOf(present(state.records, id) ?? made, identity) };
    },
    identifyAs('create'),
  );

  for (const route of [routes.change, routes.changeNamed])
    if (route)
      commandRoute(
        app,
        deps,
        route,
        async ({ params, body, principal, identity }) => {
          const { id, ...sent } = { ...(body as Fields), ...(params as object) } as Fields & { id: string };
          const { companyId } = identity;
          const changes = fieldsOf(sent, 'change');
          const where = on(companyId, id);
          const done = await prepared({ does: 'change', id, body: sent, companyId }, (ready) =>
            deps.handle({
              ...identity,
              ...where,
              command: async () => {
                await ready();
                return { do: 'change' as const, id, changes, by: principal, facts: await facts?.(companyId, changes) };
              },
            }),
          );
          const record = await asItWas(deps.store, where, done, ({ records }) => present(records, id));
          if (!record) throw new Refused(missing);
          return { position: done.position, reply: viewOf(record, identity) };
        },
        identifyAs('change'),
      );

  for (const route of [routes.delete, routes.deleteNamed])
    if (route)
      commandRoute(app, deps, route, async ({ params, body, principal, identity }) => {
        const { id } = (params ?? body) as { id: string };
        const command = async (): Promise<RecordCommand> => {
          await calls.assertUnused?.(id);
          return { do: 'delete', id, by: principal };
        };
        const { position } = await deps.handle({ ...identity, ...on(identity.companyId, id), command });
        return { position, reply: null };
      });

  const { setFile, removeFile } = routes;
  if (setFile && removeFile) fileCalls(app, deps, definition, { setFile, removeFile });
};

/** The feature of a plain record. */
export const plainRecord = (definition: AnyRecord): Feature => ({
  name: definition.name,
  routes: (app, deps) => recordRoutes(app, deps, definition),
});
