import { createHash } from 'node:crypto';
import { abilitiesOf, contactEvents, conversationEvents, derivedId, Refused } from '@prosa/contracts';
import { boundedCache, inOnePiece, portraitOf } from '@prosa/infra/runtime';
import { GatewaySilent } from '../../kernel/gateway.ts';
import { defineReactor, type FactsOf, type ReactorTools } from '../../kernel/reactor.ts';
import { discardReplaced, keepPortrait } from '../../media/portraits.ts';
import { createStaging } from '../../media/staging.ts';
import { contact } from './contact.decider.ts';
import { type ContactRecord, readContact, spelledIdentitiesOf } from './contact.reading.ts';

/** A picture is asked for once in so long; after no answer again after a day. */
const MONTH = '30 days';
const UNTIL_AGAIN = '29 days';
/** Contacts that were asked for a while ago are known without a look into the table. */
const KNOWN = { max: 50_000, ttl: 24 * 3_600_000 };

type Opened = FactsOf<typeof conversationEvents.TicketOpened>;

/**
 * Asks the channel for the picture of a contact at the first ticket, and then once a month at most. It is kept as the pictures of users are,
 * sealed with the contact's key; no screen asks the channel's servers.
 */
export const fetchPictures = defineReactor({
  name: 'contact-pictures',
  streams: ['conversation-'],
  events: [conversationEvents.TicketOpened],
  concurrency: { total: 2, perCompany: 1 },
  begins: 'now',
  start: (tools) => {
    const known = boundedCache<string, true>(KNOWN);
    return {
      mayCommand: ({ data: { channel, contactId } }) => tellsPictures(channel) && !known.has(contactId),
      command: async (fact) => {
        await fetchPicture(tools, fact);
        known.set(fact.data.contactId, true);
      },
    };
  },
});

/** Deletes the files of pictures that were replaced. */
export const discardPictures = defineReactor({
  name: 'replaced-contact-pictures',
  streams: ['contact-'],
  events: [contactEvents.ContactPictureChanged],
  concurrency: { total: 2, perCompany: 1 },
  start: (tools) => {
    const staging = createStaging(tools);
    return {
      mayCommand: ({ data }) => data.replaces !== null,
      command: (fact) => discardReplaced(staging, [fact]),
    };
  },
});

/** Whether any provider of the channel does. */
const tellsPictures = (channel: string): boolean => abilitiesOf(channel).tellsPictures;

const fetchPicture = async (tools: ReactorTools, { data, meta }: Opened): Promise<void> => {
  const { pool, store, sets, gateway, handle, log } = tools;
  const { companyId } = meta;
  const connection = (await sets.connections(companyId)).get(data.connectionId);
  if (!connection || !abilitiesOf(connection.channel, connection.provider).tellsPictures) return;
  const record = await readContact(store, companyId, data.contactId);
  const identity = record && spelledIdentitiesOf(record)[0];
  if (!identity || identity.kind === 'group') return;
  const { rowCount } = await pool.query(
    `insert into command.contact_picture as p (contact_id, at) values ($1, now() - interval '${UNTIL_AGAIN}')
     on conflict (contact_id) do update set at = excluded.at where p.at < now() - interval '${MONTH}'`,
    [data.contactId],
  );
  if (rowCount === 0) return;
  try {
    const { id: connectionId, channel, provider } = connection;
    const { bytes } = await gateway.ask({ kind: 'picture', companyId, channel, provider, connectionId, identity });
    const commandId = derivedId(meta.eventId, 'picture');
    const mediaId = bytes === null ? null : await keep(tools, { companyId, commandId, record, bytes });
    await handle({
      decider: contact,
      stream: `contact-${data.contactId}`,
      command: { do: 'change picture', contactId: data.contactId, mediaId },
      commandId,
      companyId,
      actor: { kind: 'system', id: `channel:${connectionId}` },
      causationId: meta.eventId,
      missing: 'ERR_NO_CONTACT_FOUND',
    });
    await pool.query('update command.contact_picture set at = now() where contact_id = $1', [data.contactId]);
  } catch (err) {
    // The conversation goes on without a picture, and a ticket after a day tries again. The staged file is swept.
    const isUsual = err instanceof GatewaySilent || err instanceof Refused;
    log[isUsual ? 'info' : 'warn']({ err, contactId: data.contactId }, 'the picture of a contact could not be fetched');
  }
};

type Kept = { companyId: string; commandId: string; record: ContactRecord; bytes: string };
/** Stores the picture for its contact, unless it is the one that they have; returns the id of its file. */
const keep = async (tools: ReactorTools, { companyId, commandId, record, bytes }: Kept): Promise<string> => {
  const portrait = await portraitOf(companyId, inOnePiece(Buffer.from(bytes, 'base64')));
  const before = record.pictureId === null ? null : await tools.vault.open(record.pictureId);
  if (before?.facts.sha256 === createHash('sha256').update(portrait).digest('hex')) return record.pictureId!;
  return keepPortrait(createStaging(tools), { companyId, commandId }, record.id, portrait);
};
