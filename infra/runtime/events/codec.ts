import type { KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AllStreamResolvedEvent, EventData, ResolvedEvent } from '@eventstore/db-client';
import { type EventType, type Fact, type Meta, newId } from '@prosa/contracts';
import { KeyDestroyed, type KeyRing } from '../keys/keys.ts';
import { collectSealed, type Places, personalPlaces, replacePersonal, type Slot } from './personal.ts';
import { sealValue, unsealValue } from './seal.ts';

/** An event of an unknown type or version: newer code wrote it (decision 10). */
export class UnknownEvent extends Error {}
/** An event that is damaged, or whose key is missing. */
export class UndecodableEvent extends Error {}

/** A fact as it was read. If it has a `fault`, its `data` is undefined: a projection parks the stream, a command waits for newer code. */
export type Decoded = Fact & { fault?: UnknownEvent | UndecodableEvent };

/** The metadata that the writer gives to its events; the codec and the store add the rest. */
export type NewMeta = Omit<Meta, 'version' | 'position' | 'revision' | 'eventId' | 'stream'>;

type New = { type: string; data: unknown };
export type EventCodec = {
  /**
   * Encodes events for storage: validates them against their schemas, gives them new ids and encrypts personal fields. Missing keys are
   * created. `contactId` is the subject of the fields marked `contact`. Throws KeyDestroyed for a person who was forgotten.
   */
  encodeAll: (events: readonly New[], meta: NewMeta, contactId?: string) => Promise<EventData[]>;
  encode: (event: New, meta: NewMeta, contactId?: string) => Promise<EventData>;
  /**
   * Returns the facts in the order given; keys are fetched once. A field whose key was destroyed is null. One faulty event does not affect
   * the others. `opens`: the types whose personal fields are wanted; those of other types stay encrypted.
   */
  decode: (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[], opens?: ReadonlySet<string>) => Promise<Decoded[]>;
};

/** How many events are decoded in one turn of the event loop, so that other work waits only one or two milliseconds. */
const TURN = 100;

type StoredMeta = Omit<NewMeta, 'at'> & { at: string; version: number };
type Known = { definition: EventType; places: Places };

/** Converts between facts and stored events. `events` is every event type by its name. */
export const eventCodec = ({ events, keys }: { events: Record<string, EventType>; keys: KeyRing }): EventCodec => {
  const known = new Map<string, Known>(
    Object.values(events).map((definition) => [definition.type, { definition, places: personalPlaces(definition.data) }]),
  );

  const keysToSeal = async (ids: Set<string>, companyId: string): Promise<Map<string, KeyObject>> => {
    const loaded = await keys.load(ids);
    const ready = new Map<string, KeyObject>();
    for (const [id, key] of loaded) {
      if (key === null) throw new KeyDestroyed(`The key of ${id} was destroyed.`);
      ready.set(id, key);
    }
    const missing = [...ids].filter((id) => !ready.has(id));
    if (missing.length > 0) for (const [id, key] of await keys.createMany(missing, companyId)) ready.set(id, key);
    return ready;
  };

  const encodeAll: EventCodec['encodeAll'] = async (news, meta, contactId) => {
    const scope = { contactId, around: [] };
    const checked = news.map(({ type, data }) => {
      const { definition, places } = known.get(type) ?? unknown(type);
      return { definition, places, data: check(definition, data) };
    });
    const subjects = new Set<string>();
    for (const { places, data } of checked) replacePersonal(places, data, scope, (_, subject) => subjects.add(subject));
    const ready = await keysToSeal(subjects, meta.companyId);
    return checked.map(({ definition, places, data }) => {
      const sealed = replacePersonal(places, data, scope, (value, k) => sealValue(ready.get(k)!, k, value));
      const metadata: StoredMeta = { ...meta, at: meta.at.toISOString(), version: definition.version };
      return {
        id: newId(),
        contentType: 'application/json',
        type: definition.type,
        data: sealed as Record<string, unknown>,
        metadata,
      };
    });
  };

  /** Returns the fact with its personal fields still encrypted, and adds their places to `slots`. */
  const open = (resolved: ResolvedEvent | AllStreamResolvedEvent, slots: Slot[]): Decoded | null => {
    const { event } = resolved;
    if (!event) return null;
    const stored = (isObject(event.metadata) ? event.metadata : {}) as Partial<StoredMeta>;
    const meta: Meta = {
      ...(stored as StoredMeta),
      at: stored.at ? new Date(stored.at) : event.created,
      position: event.position?.commit ?? resolved.commitPosition ?? 0n,
      revision: event.revision,
      eventId: event.id,
      stream: event.streamId,
    };
    const failed = (fault: UnknownEvent | UndecodableEvent): Decoded => ({ type: event.type, data: undefined, meta, fault });
    const type = known.get(event.type);
    if (!type) return failed(new UnknownEvent(`${event.type} is not known here.`));
    if (!isObject(event.data) || typeof stored.version !== 'number' || !stored.companyId)
      return failed(new UndecodableEvent(`${event.type} ${event.id} is not one of ours.`));
    if (stored.version > type.definition.version)
      return failed(
        new UnknownEvent(`${event.type} is known here up to version ${type.definition.version}, not ${stored.version}.`),
      );
    try {
      const data = lift(type.definition, event.data, meta);
      collectSealed(type.places, data, slots);
      return { type: event.type, data, meta };
    } catch (cause) {
      return failed(new UndecodableEvent(`${event.type} ${event.id} could not be brought to its newest version.`, { cause }));
    }
  };

  const decode: EventCodec['decode'] = async (resolved, opens) => {
    const facts: { fact: Decoded; slots: Slot[] }[] = [];
    const subjects = new Set<string>();
    for (const [place, one] of resolved.entries()) {
      if (place % TURN === TURN - 1) await setImmediate();
      const slots: Slot[] = [];
      const fact = open(one, slots);
      if (!fact) continue;
      if (opens && !opens.has(fact.type)) slots.length = 0;
      facts.push({ fact, slots });
      for (const { sealed } of slots) subjects.add(sealed.k);
    }
    const loaded = subjects.size > 0 ? await keys.load(subjects) : new Map<string, KeyObject | null>();
    const opened: Decoded[] = [];
    for (const { fact, slots } of facts) {
      opened.push(unsealAll(fact, slots, loaded));
      if (opened.length % TURN === 0) await setImmediate();
    }
    return opened;
  };

  return { encodeAll, encode: async (event, meta, contactId) => (await encodeAll([event], meta, contactId))[0]!, decode };
};

const unknown = (type: string): never => {
  throw new Error(`${type} is not in the catalogue of events.`);
};

/** A wrong event could never be corrected: it is validated before it is stored, and fields that its schema does not name are removed. */
const check = ({ type, data: schema }: EventType, data: unknown): unknown => {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`);
  throw new Error(`${type} does not fit its schema: ${faults.join(', ')}.`);
};

const lift = (
  { type, version: to, upcasters = [] }: EventType,
  data: Record<string, unknown>,
  meta: Meta,
): Record<string, unknown> => {
  let lifted = data;
  for (let { version } = meta; version < to; version += 1) {
    const upcast = upcasters[version - 1];
    if (!upcast) throw new Error(`No upcaster of ${type} from version ${version}.`);
    lifted = upcast(lifted, meta);
  }
  return lifted;
};

const unsealAll = (fact: Decoded, slots: Slot[], keys: Map<string, KeyObject | null>): Decoded => {
  try {
    for (const { holder, name, sealed } of slots) {
      const key = keys.get(sealed.k);
      if (key === undefined) throw new Error(`There is no key of ${sealed.k}.`);
      holder[name] = key && unsealValue(key, sealed);
    }
    return fact;
  } catch (cause) {
    const fault = new UndecodableEvent(`${fact.type} ${fact.meta.eventId} could not be opened.`, { cause });
    return { type: fact.type, data: undefined, meta: fact.meta, fault };
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
