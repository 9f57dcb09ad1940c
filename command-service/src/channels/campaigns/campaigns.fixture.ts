import {
  type CampaignView,
  childId,
  contactListItemEvents,
  type Inbound,
  listItemsKey,
  listItemsStream,
  newId,
  type Outbound,
} from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { ask, eventually, type Scene, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from '../inbound/inbound.consumer.ts';

export type Send = Extract<Outbound, { kind: 'send' }>;
export type Answer = CampaignView & { error: string; fields: Record<string, string> };
type Item = { name: string; number: string; email?: string; isWhatsappValid?: boolean };

/** A list of a company, with these items. */
export const makeList = async ({ deps, ...service }: CommandService, scene: Scene, items: readonly Item[]): Promise<string> => {
  const { body } = await ask<{ id: string }>({ deps, ...service }, 'POST /contact-lists', {
    token: scene.admin.token,
    body: { name: 'Clientes' },
  });
  const contactListId = body.id;
  const key = listItemsKey(contactListId, 0);
  const { ContactListItemAdded: added, ContactListItemChecked: checked } = contactListItemEvents;
  const events = items.flatMap(({ name, number, email = null, isWhatsappValid }, nth) => {
    const item = { contactListId, itemId: childId(key, `item ${nth}`) };
    const told = { ...item, numberKey: newId().replaceAll('-', ''), name, number, email, importId: null };
    return [
      { type: added.type, data: told },
      ...(isWhatsappValid === undefined ? [] : [{ type: checked.type, data: { ...item, isWhatsappValid } }]),
    ];
  });
  await deps.handle({
    decider: { initial: () => null, decide: () => events, evolve: () => null },
    stream: listItemsStream(key),
    command: {},
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
    companyId: scene.companyId,
    missing: 'ERR_NO_CONTACT_LIST_FOUND',
  });
  return contactListId;
};

/** So many people with numbers of their own. */
export const people = (count: number, from = 0): Item[] =>
  Array.from({ length: count }, (_, nth) => ({ name: `Cliente ${nth}`, number: `551198${String(from + nth).padStart(7, '0')}` }));

/** Campaigns of a company, as its administrator and its channel see them. */
export const campaignsOf = (service: CommandService, scene: Scene, sends: readonly Outbound[]) => {
  const inbound = createInbound(service.deps);
  const token = scene.admin.token;
  const call = (call: Parameters<typeof ask>[1], body?: object) => ask<Answer>(service, call, { token, ...(body && { body }) });
  const factsOf = async (id: string) =>
    (await service.deps.store.load(`campaign-${id}`)).map(({ type, data }) => ({ type, data }));
  const sentOf = (id: string): Send[] => sends.filter((one): one is Send => one.kind === 'send' && one.campaign?.id === id);
  return {
    call,
    factsOf,
    sentOf,
    /** A campaign that starts at once. */
    started: async (fields: object): Promise<string> => {
      const { body, status } = await call('POST /campaigns', {
        name: 'Aviso',
        message1: 'Oi, {primeiroNome}!',
        whatsappId: scene.connectionId,
        scheduledAt: new Date(Date.now() - 1_000).toISOString(),
        ...fields,
      });
      expect(status).toBe(201);
      return body.id;
    },
    /** Waits until so many messages have been handed to the channel. */
    handed: (id: string, count: number) =>
      eventually(
        async () => sentOf(id),
        (all) => all.length >= count,
      ),
    ended: (id: string, type: string) =>
      eventually(
        () => factsOf(id),
        (facts) => facts.some((fact) => fact.type === type),
      ),
    /** The channel tells how a send ended. */
    tell: async (
      { messageId, attempt, connectionId }: Send,
      outcome: 'taken' | 'failed' | 'unsure',
      reason: string | null = null,
    ) => {
      const { companyId } = scene;
      const told = { kind: 'outcome', companyId, connectionId, messageId, attempt, outcome, reason } as const;
      await inbound({ ...told, at: new Date().toISOString() } satisfies Inbound);
    },
    write: (number: string, text: string) => inbound(wrote(scene, number, text)),
  };
};
