import type {
  ConnectionView,
  ContactFieldView,
  Fact,
  IntegrationKey,
  menuEvents,
  PlanView,
  Profile,
  QueueView,
  SessionAsked,
  SettingKey,
} from '@prosa/contracts';
import type { KeyHashes } from '@prosa/infra/runtime';
import type { z } from 'zod';
import type { Decided, Decider } from './decider.ts';

/** Fields of every record that the reference data keeps. A deleted record stays, marked. */
export type Recorded = { id: string; createdAt: string; updatedAt: string; deleted?: true };
export type ReferenceQueue = Omit<QueueView, 'companyId' | 'optionsCount'> & Recorded;
export type ReferenceConnection = Omit<
  ConnectionView,
  | 'companyId'
  | 'reason'
  | 'until'
  | 'session'
  | 'kind'
  | 'token'
  | 'queues'
  | 'phoneNumberId'
  | 'wabaId'
  | 'accessToken'
  | 'appSecret'
> &
  Recorded & {
    tokenHash: string | null;
    asked?: SessionAsked;
    externalId?: string | null;
    wabaId?: string | null;
    hasAppSecret?: boolean;
    /** Why its session is in its state, and until when, as it told last. */
    reason?: string | null;
    until?: string | null;
  };
/** `name` and `email` are null if the person's data was erased. */
export type ReferenceUser = Recorded & {
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  pendingEmail: string | null;
  pictureId: string | null;
  profile: Profile;
  super: boolean;
  queueIds: string[];
};
/** An option of a queue's menu. */
export type ReferenceOption = Omit<z.output<typeof menuEvents.OptionCreated.data>, 'optionId'> & { id: string };
export type ReferencePlan = Omit<PlanView, 'companyId'> & Recorded;
/** An API key; a revoked one is marked as deleted. */
export type ReferenceApiKey = Recorded & { name: string; scopes: readonly string[] } & KeyHashes;
/** A field of the company's contacts. */
export type ReferenceContactField = Omit<ContactFieldView, 'companyId'> & Recorded;
/** A source that customers come from, with its text and its `ref` as they are compared; `ref` null: it has none. */
export type ReferenceSource = { id: string; message: string; ref: string | null };
export type ReferenceCompany = {
  id: string;
  name: string;
  planId: string | null;
  dueDate: string;
  timeZone: string;
  tagForce: boolean;
  status: boolean;
  settings: Record<SettingKey, string>;
  /** The masked form of those that were set. */
  integrationKeys: Partial<Record<IntegrationKey, string>>;
  schedules: QueueView['schedules'];
  holidays: string[];
};

/** The kinds that the reference data keeps in full, by the prefix of their streams, and the type that it keeps of each. */
export type ReferenceKinds = {
  company: ReferenceCompany | null;
  queues: ReadonlyMap<string, ReferenceQueue>;
  connections: ReadonlyMap<string, ReferenceConnection>;
  users: ReadonlyMap<string, ReferenceUser>;
  /** Only PLATFORM has some. */
  plans: ReadonlyMap<string, ReferencePlan>;
  /** The options of all menus of the company. */
  menus: ReadonlyMap<string, ReferenceOption>;
  'api-keys': ReadonlyMap<string, ReferenceApiKey>;
  'contact-fields': ReadonlyMap<string, ReferenceContactField>;
  /** Those that exist. */
  'social-medias': readonly ReferenceSource[];
};
export type SetKind = Exclude<keyof ReferenceKinds, 'company' | 'menus' | 'social-medias'>;
/** How the kept data of a kind is built from its stream: with the fold of its decider. */
export type Kept<Kind extends keyof ReferenceKinds = keyof ReferenceKinds> = {
  kind: Kind;
  fold: (facts: readonly Fact[]) => ReferenceKinds[Kind];
};

/** Declares that the reference data keeps a kind: `pick` selects from the decider's state what other decisions need. */
export const keeps = <Kind extends keyof ReferenceKinds, State, Event extends Decided>(
  kind: Kind,
  { initial, evolve }: Pick<Decider<never, State, Event>, 'initial' | 'evolve'>,
  pick: (state: State) => ReferenceKinds[Kind],
): Kept<Kind> => ({
  kind,
  fold: (facts) => pick(facts.reduce((state, fact) => evolve(state, fact as unknown as Event, fact.meta), initial())),
});

/** Returns the fold of a kind. Throws if no feature keeps it. */
export const foldOf = <Kind extends keyof ReferenceKinds>(kept: readonly Kept[], kind: Kind): Kept<Kind>['fold'] => {
  const one = kept.find((of) => of.kind === kind);
  if (!one) throw new Error(`No feature keeps ${kind} in the reference data.`);
  return one.fold as Kept<Kind>['fold'];
};
