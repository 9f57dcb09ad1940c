import type { EventType, FactOf, RouteDefinition, Upload } from '../kernel/contract.ts';
import { limits } from '../kernel/limits.ts';
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

/** The code of a refusal. */
export type ErrorCode = Brought<'errors'>;
/** A permission to call: everybody has it, or some users. */
export type Permission = Brought<'permissions'>;
/** A channel of `/live`. */
export type PushChannel = Brought<'pushes'>;

const manifests: readonly Manifest[] = Object.values(features);

/** Merges one part of all manifests by name. Throws if two features declare the same name. */
const joined = <Value>(part: (of: Manifest) => Record<string, Value> | undefined): Record<string, Value> => {
  const all = new Map<string, Value>();
  for (const [name, value] of manifests.flatMap((of) => Object.entries(part(of) ?? {}))) {
    if (all.has(name)) throw new Error(`Two features bring ${name}.`);
    all.set(name, value);
  }
  return Object.fromEntries(all);
};

/** Every event type of the product, by its name: the codec knows them, and every projection must handle or ignore each. */
export const allEvents: Record<string, EventType> = joined(({ events, conversation }) =>
  Object.fromEntries(Object.values({ ...events, ...conversation }).map((definition) => [definition.type, definition])),
);
type Conversation = Values<'conversation'>;
type Together<Part> = (Part extends unknown ? (of: Part) => void : never) extends (of: infer All) => void ? All : never;
type ConversationEvents = Together<Conversation[keyof Conversation]>;
/**
 * Stream `conversation-{key}`: one customer on one connection, with its successive tickets, their messages, and what features add to them.
 * The key is in the first 15 hex digits of every id there (kernel/ids.ts).
 */
export const conversationEvents = joined(({ conversation }) => conversation) as {
  [Name in keyof ConversationEvents]: ConversationEvents[Name];
};
export type ConversationFact = FactOf<typeof conversationEvents>;
/** Every code that a refusal can carry. The PWA translates the code; `message` is the fallback. */
export const errors = joined(({ errors }) => errors) as Record<ErrorCode, Refusal>;
/** The holders of each permission. */
export const permissions = joined(({ permissions }) => permissions) as Record<Permission, Holders>;
/** Channels and their actions; a frame carries the same record as GET, unless the feature says otherwise. */
export const pushChannels = joined(({ pushes }) => pushes) as Record<PushChannel, readonly PushAction[]>;

/**
 * Every call of the API by feature: the single table from which servers register routes, the client takes its types and OpenAPI is
 * generated.
 */
export const routes = Object.fromEntries(
  manifests.flatMap(({ name, routes }) => (routes ? [[name, routes]] : [])),
) as Values<'routes'>;
export const allRoutes: RouteDefinition[] = manifests.flatMap(({ routes }) => Object.values(routes ?? {}));
for (const route of allRoutes) {
  const { call, may, missing, refuses = [], looks, params } = route;
  if (!(may in permissions)) throw new Error(`${call} names ${may}, which is no permission.`);
  if (route.overlook !== undefined && !(route.overlook in permissions))
    throw new Error(`${call} names ${route.overlook}, which is no permission.`);
  const fault = faultOfCompany(route, permissions[may as Permission]);
  if (fault) throw new Error(fault);
  if (route.scope !== undefined && !(route.scope in permissions))
    throw new Error(`${call} names ${route.scope}, which is no permission.`);
  if (route.auditors && !call.startsWith('GET ')) throw new Error(`${call} writes: auditors may not call it.`);
  if (may === 'signed-in' && !call.startsWith('GET ') && !route.person && !route.scope)
    throw new Error(`${call} must say whether an API key may call it: \`person\`, or a \`scope\`.`);
  if (looks && Object.keys(params?.shape ?? {}).length !== 1)
    throw new Error(`${call} looks at a record, which its one parameter must name.`);
  for (const code of [...refuses, ...(missing ? [missing] : [])])
    if (!(code in errors)) throw new Error(`${call} names ${code}, which is no code.`);
}

/** Features that are only a plain record: whatever is generated from a definition is generated for each of them. */
export const plainRecords = Object.values<object>(features).filter((of): of is PlainRecord => 'isPlain' in of);

/**
 * Returns which service answers a call: the gateway for files, the projection side for other reads, the command side for `/auth`,
 * `/imports`, `/messages/sent` and all changes (decision 19).
 */
export const serviceOf = (call: string): 'command' | 'projection' | 'gateway' => {
  if (!call.startsWith('GET ') || /^GET (\/api)?\/(audit|auth|exports|imports|messages\/sent)(?:[/?]|$)/.test(call))
    return 'command';
  return /^GET (\/api)?\/media\//.test(call) ? 'gateway' : 'projection';
};

const uploads = allRoutes.flatMap(({ call, upload }) =>
  upload ? [{ fits: new RegExp(`^${call.replace(/:\w+/g, '[^/?]+')}/?$`), upload }] : [],
);
/** The files that a call accepts, by its method and path below `/api`; undefined if it accepts none. */
export const uploadOf = (call: string): Upload | undefined => uploads.find(({ fits }) => fits.test(call))?.upload;
/** The maximum body size of a call that accepts files: all of them, plus the size of any other body. */
export const largestForm = ({ maxBytes, many }: Upload): number => (many ? limits.filesAtOnce : 1) * maxBytes + limits.bodyBytes;
