import type { EventType, RouteDefinition } from '../kernel/contract.ts';
import type { Holders, Manifest, PushAction, Refusal } from '../kernel/manifest.ts';
import { faultOfCompany } from '../kernel/platform.ts';
import type { PlainRecord } from '../kernel/record.ts';
import * as features from './features.ts';

type Features = typeof features;
type Brought<Part extends keyof Manifest> = {
  [Name in keyof Features]: Features[Name] extends Record<Part, infer Value> ? keyof Value & string : never;
}[keyof Features];
type Values<Part extends keyof Manifest> = {
  [Name in keyof Features as Features[Name] extends Record<Part, object> ? Name : never]: Features[Name] extends Record<
    Part,
    infer Value
  >
    ? Value
    : never;
};

/** A code of a refusal. */
export type ErrorCode = Brought<'errors'>;
/** Who may call: everybody, or the users who hold it. */
export type Permission = Brought<'permissions'>;
/** A channel of `/live`. */
export type PushChannel = Brought<'pushes'>;

const manifests: readonly Manifest[] = Object.values(features);

/** What the features bring of one kind, by name. Throws where two bring the same name. */
const joined = <Value>(part: (of: Manifest) => Record<string, Value> | undefined): Record<string, Value> => {
  const all = new Map<string, Value>();
  for (const [name, value] of manifests.flatMap((of) => Object.entries(part(of) ?? {}))) {
    if (all.has(name)) throw new Error(`Two features bring ${name}.`);
    all.set(name, value);
  }
  return Object.fromEntries(all);
};

/** Every event type of the house, by its name: what the codec knows and every projection must handle or ignore. */
export const allEvents: Record<string, EventType> = joined(
  ({ events }) => events && Object.fromEntries(Object.values(events).map((definition) => [definition.type, definition])),
);
/** Every code that a refusal can carry. The PWA looks the code up in its own translations; `message` is the fallback. */
export const errors = joined(({ errors }) => errors) as Record<ErrorCode, Refusal>;
/** Who holds each permission. */
export const permissions = joined(({ permissions }) => permissions) as Record<Permission, Holders>;
/** Channels and their actions; a frame carries what GET answers, where its feature says nothing else. */
export const pushChannels = joined(({ pushes }) => pushes) as Record<PushChannel, readonly PushAction[]>;

/** Every call of the API by feature: the one table from which servers register, the client is typed and OpenAPI is made. */
export const routes = Object.fromEntries(
  manifests.flatMap(({ name, routes }) => (routes ? [[name, routes]] : [])),
) as Values<'routes'>;
export const allRoutes: RouteDefinition[] = manifests.flatMap(({ routes }) => Object.values(routes ?? {}));
for (const route of allRoutes) {
  const { call, may, missing, refuses = [] } = route;
  if (!(may in permissions)) throw new Error(`${call} names ${may}, which is no permission.`);
  const fault = faultOfCompany(route, permissions[may as Permission]);
  if (fault) throw new Error(fault);
  for (const code of [...refuses, ...(missing ? [missing] : [])])
    if (!(code in errors)) throw new Error(`${call} names ${code}, which is no code.`);
}

/** Features that are a plain record and no more: whatever is made of its definition is made of each. */
export const plainRecords = Object.values<object>(features).filter((of): of is PlainRecord => 'isPlain' in of);

/** Which service answers a call: reads the projection side, `/auth` and all that changes something the command side (ADR 11). */
export const serviceOf = (call: string): 'command' | 'projection' =>
  call.startsWith('GET ') && !/^GET (\/api)?\/auth\//.test(call) ? 'projection' : 'command';
