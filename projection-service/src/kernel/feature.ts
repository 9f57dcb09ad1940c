import {
  type EndReason,
  grantsAsSuper,
  lookOf,
  type Permission,
  PLATFORM,
  Refused,
  type RouteDefinition,
  type Viewer,
} from '@prosa/contracts';
import {
  type AccessClaims,
  answerPosition,
  type Called,
  type Decoded,
  implement,
  type NamedKey,
  type Principal,
  type Server,
  type ShownCode,
} from '@prosa/infra/runtime';
import type { z } from 'zod';
import type { Db } from './db.ts';
import type { Looks } from './looks.ts';
import type { Push } from './push.ts';
import type { Reader } from './reader.ts';
import type { Table } from './table.ts';

/** The user or API key that asks: the current row. It is also the `Viewer` that `sees` takes. */
export type Asker = Principal & Viewer & { super: boolean; version: number; ended: EndReason | null };
/** `looks`: where calls report who looks at what. */
export type ReadServer = Server<Asker> & { readonly looks: Looks };

/** Data that calls read outside of the tables. */
export type Aside = {
  /** The code with which a device can be linked to a connection of that company: whoever reads it can link one. */
  codeOf: (connection: { id: string; companyId: string }) => Promise<ShownCode>;
  /** When the company's API keys were used last, by id. */
  keyUsesOf: (companyId: string) => Promise<ReadonlyMap<string, Date>>;
  /** The facts of a stream, in order; one that cannot be decoded with its fault. */
  factsOf: (stream: string) => Promise<Decoded[]>;
  /** The same one after the other, for streams of which not all is needed at once. */
  readFacts: (stream: string) => AsyncIterable<Decoded>;
  /** Queries on these tables, filled anew from facts for each. */
  folding: (tables: readonly Table[]) => Folding;
};

/**
 * Folds `facts`, which are in order, as the projector does, into tables that nobody else sees and that are gone afterwards, and runs `work`
 * on them. `position`: of the last fact that there was.
 */
export type Folding = <Result>(
  asked: { companyId: string; facts: readonly Decoded[]; position: bigint },
  work: (db: Db) => Promise<Result>,
) => Promise<Result>;

/** The parts of a feature: its tables, their pushes, its calls. */
export type Feature = {
  name: string;
  tables: readonly Table[];
  pushes?: readonly Push[];
  routes?: (app: ReadServer, reader: Reader, aside: Aside) => void;
};

/**
 * Finds the user of a token in the read tables, with the version of their newest session (0: none known) and why it ended; null if there is
 * no such user (yet).
 */
export type FindAsker = (db: Db, claims: AccessClaims) => Promise<Asker | null>;

/**
 * Finds an API key in the read tables; null if there is no such one (yet). Throws Refused if it is good no more.
 */
export type FindKeyAsker = (db: Db, bearer: string, named: NamedKey, now: Date) => Promise<Asker | null>;

/**
 * Runs `work` on the rows as they were at `asOf`, a position or a time, and returns the position that it means. Throws Refused, also for
 * callers who may only ask for the present.
 */
export type Past<Params> = <Result>(
  asked: { asker: Asker; params: Params; asOf: string; after?: string | undefined },
  work: (db: Db) => Promise<Result>,
) => Promise<{ result: Result; position: bigint }>;

type Asked<Route extends RouteDefinition> = Omit<Called<Route, Asker>, 'body' | 'principal' | 'upload'> & {
  db: Db;
  asker: Asker;
  /** Says that the caller reads of their own work, so that a call that `looks` is no look. */
  own: () => void;
};

/**
 * Registers a GET: `handler` runs in one transaction for the asker's company, at least as new as the query's `after`, and the answer
 * carries its position as `Prosa-Position`. A platform-level user who holds the call's permission as such, or the one by which it overlooks
 * all companies, sees all of them in tables of reach `super`. Throws Refused like any handler. `past`: where the same handler reads if the
 * query has `asOf`. If the route `looks`, the answer waits until it is durable who looked at what: after the handler, so that nothing is
 * stored of who may not look, and unless the handler calls `own`.
 */
export const readRoute = <const Route extends RouteDefinition>(
  app: ReadServer,
  reader: Reader,
  route: Route,
  handler: (asked: Asked<Route>) => Promise<z.output<Route['reply']>>,
  past?: Past<Called<Route, Asker>['params']>,
): void =>
  implement<Route, Asker>(app, route, async (called) => {
    const { principal, query, params, request, reply } = called;
    const asker = principal as Asker | null;
    if (!asker) throw new Refused('ERR_UNAUTHENTICATED');
    const { after, asOf } = (query ?? {}) as { after?: string; asOf?: string };
    const look = lookOf(route.looks, params, query);
    let isOwn = false;
    const own = () => {
      isOwn = true;
    };
    const work = (db: Db) => {
      isOwn = false;
      return handler({ params, query, request, reply, db, asker, own });
    };
    const overlooks = [route.may, route.overlook].some((may) => may !== undefined && grantsAsSuper(may as Permission, asker));
    const asking = { companyId: asker.companyId, super: overlooks, after };
    const { result, position } = await (past && asOf !== undefined
      ? past({ asker, params, asOf, after }, work)
      : reader.query(asking, work));
    // What stood then is never one's own work: it is there to check others'.
    if (look && (look.kind === 'past' || !isOwn)) await app.looks.note(asker, look);
    answerPosition(reply, position);
    return result;
  });

/** Registers a public GET of the platform's records: whoever asks belongs to no company (yet). */
export const readPublic = <const Route extends RouteDefinition & { may: 'public' }>(
  app: ReadServer,
  reader: Reader,
  route: Route,
  handler: (db: Db) => Promise<z.output<Route['reply']>>,
): void =>
  implement<Route, Asker>(app, route, async ({ reply }) => {
    const { result, position } = await reader.query({ companyId: PLATFORM }, handler);
    answerPosition(reply, position);
    return result;
  });
