import {
  type ConversationFact,
  conversationOf,
  newId,
  type PushNotice,
  Refused,
  type Summary,
  shownName,
  summaryOf,
} from '@prosa/contracts';
import { inTransaction, waitAfter, wakeSignal } from '@prosa/infra/runtime';
import { shownNumberOf } from '../../contacts/contacts/contact.reading.ts';
import type { KnownContacts } from '../../contacts/contacts/known-contacts.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import type { Deps } from '../../kernel/deps.ts';
import { fairly } from '../../kernel/fairly.ts';
import type { PushServices } from './push-service.ts';
import type { Subscriptions } from './subscriptions.ts';
import { FRESH_MS, isNotified, type Situation, situationOf, type Told, wordsOf } from './who.ts';

type Place = { ticket_id: string; company_id: string; stream: string; revision: string; at: Date };
type Delivery = Place & { user_id: string; attempts: number };
/** An event, with everything that decides its notifications. */
type News = { told: Told; situation: Situation; gist: Summary };

/** Concurrent pushes: in total, and per push service. A service that does not answer leaves capacity for the others. */
const AT_ONCE = { all: 32, service: 8 };
const CHUNK = 200;
const IDLE_MS = 60_000;
const SWEEP_MS = 3_600_000;
const AGAIN = { firstMs: 5_000, mostMs: 120_000 };

const whyOf: Partial<Record<string, Told['why']>> = {
  MessageReceived: 'message',
  TicketOpened: 'waiting',
  MessageObserved: 'mentioned',
};

export type Telling = {
  /** Notifications were written: process them now. */
  wake: () => void;
  run: (signal: AbortSignal) => Promise<void>;
};

/**
 * Sends the notifications in `command.notice` to users' devices. Recipients and contents are decided from the current state of the
 * conversation, so nobody is notified of messages that were read or deleted meanwhile, or of tickets that were closed or accepted by
 * somebody else. A failed push is retried with back-off and delays no other one.
 */
export const createTelling = ({
  pool,
  store,
  handle,
  referenceData,
  log,
  clock,
  services,
  devices,
  contacts,
}: Pick<Deps, 'pool' | 'store' | 'handle' | 'referenceData' | 'log' | 'clock'> & {
  services: PushServices;
  devices: Subscriptions;
  contacts: KnownContacts;
}): Telling => {
  const converse = createConverse(handle);
  const { wake, wait } = wakeSignal();
  const isStale = ({ at }: Place) => clock().getTime() - at.getTime() > FRESH_MS;

  const situation = async ({ ticket_id, company_id }: Place, told: Told): Promise<Situation | null> => {
    const key = conversationOf(ticket_id);
    if (key === null) return null;
    const looked = new Refused('ERR_NO_TICKET_FOUND');
    let now: Situation | null = null;
    const envelope = { commandId: newId(), actor: { kind: 'system', id: 'notices' }, companyId: company_id } as const;
    await converse({ ...envelope, key, missing: looked.code }, (state) => {
      now = situationOf(state, ticket_id, told);
      throw looked;
    }).catch((error: unknown) => {
      if (error !== looked) throw error;
    });
    return now;
  };

  const newsOf = async (place: Place): Promise<News | null> => {
    const [fact] = await store.load(place.stream, { from: BigInt(place.revision), max: 1, faults: 'keep' });
    if (!fact || fact.fault || isStale(place)) return null;
    const { type, data, meta } = fact as ConversationFact;
    const told: Told = {
      why: whyOf[type] ?? 'transferred',
      seq: Number(place.revision),
      by: meta.actor.kind === 'user' ? meta.actor.id : null,
    };
    const isWritten = type === 'MessageReceived' || type === 'MessageObserved';
    const gist: Summary = isWritten ? summaryOf(data) : { kind: null, text: null };
    // A message of a forgotten person has no text: no notification.
    if (isWritten && gist.text === null) return null;
    const now = await situation(place, told);
    return now && { told, situation: now, gist };
  };

  const viewerOf = async (companyId: string, userId: string) => {
    const company = await referenceData.company(companyId);
    return company?.status === false ? null : referenceData.actorOf({ companyId, userId });
  };
  const concerns = async (companyId: string, userId: string, { told, situation }: News): Promise<boolean> => {
    const viewer = await viewerOf(companyId, userId);
    return viewer !== null && isNotified(viewer, situation, told);
  };

  /** Decides who is notified of a ticket's news. */
  const address = async (place: Place): Promise<void> => {
    const { ticket_id, company_id, stream, revision, at } = place;
    const news = await newsOf(place);
    const users: string[] = [];
    if (news)
      for (const userId of await devices.usersOf(company_id)) if (await concerns(company_id, userId, news)) users.push(userId);
    await inTransaction(pool, async (client) => {
      if (users.length > 0)
        await client.query(
          `insert into command.notice_delivery as d (user_id, ticket_id, company_id, stream, revision, at)
           select s.user_id, $2, $3, $4, $5, $6 from command.push_subscription s where s.user_id = any($1) for key share
           on conflict (user_id, ticket_id) do update set stream = excluded.stream, revision = excluded.revision, at = excluded.at
             where d.revision < excluded.revision or d.stream <> excluded.stream`,
          [users, ticket_id, company_id, stream, revision, at],
        );
      await client.query('delete from command.notice where ticket_id = $1 and revision = $2', [ticket_id, revision]);
    });
  };

  const addressAll = async (): Promise<boolean> => {
    const { rows } = await pool.query<Place>(`select * from command.notice order by at limit ${CHUNK}`);
    let all = true;
    for (const place of rows)
      await address(place).catch((err: unknown) => {
        all = false;
        log.warn({ err, ticketId: place.ticket_id }, 'cannot decide who is notified of a ticket, retrying later');
      });
    return all && rows.length < CHUNK;
  };

  const done = async ({ user_id, ticket_id, revision }: Delivery): Promise<void> => {
    await pool.query('delete from command.notice_delivery where user_id = $1 and ticket_id = $2 and revision = $3', [
      user_id,
      ticket_id,
      revision,
    ]);
  };

  const noticeFor = async (delivery: Delivery): Promise<Omit<PushNotice, 'language'> | null> => {
    const { user_id: userId, company_id, ticket_id: ticketId } = delivery;
    const news = await newsOf(delivery);
    if (!news || !(await concerns(company_id, userId, news))) return null;
    const { told, situation, gist } = news;
    const contact = await contacts.of(company_id, situation.contactId);
    return {
      why: told.why,
      ticketId,
      userId,
      seq: told.seq,
      unread: situation.unread,
      ...wordsOf(contact ? shownName(contact.name) || shownNumberOf(contact) : null, gist),
      mayAnswer: situation.ticket.userId === userId && situation.ticket.status === 'open',
      ...(told.why === 'mentioned' && { by: (await viewerOf(company_id, told.by ?? ''))?.name ?? null }),
    };
  };

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { user_id, ticket_id, attempts } = delivery;
    const to = await devices.of(user_id);
    const notice = to && (await noticeFor(delivery));
    if (!to || !notice) return done(delivery);
    const pushed = await services.push(to.device, { ...notice, language: to.language });
    const service = new URL(to.device.endpoint).origin;
    switch (pushed.is) {
      case 'taken':
        return done(delivery);
      case 'gone':
        return devices.removeDevice(user_id, to.device);
      case 'refused':
        log.warn({ service, status: pushed.status, ticketId: ticket_id }, 'a push service refused a notification');
        return done(delivery);
      case 'later': {
        const waits = Math.max(pushed.afterMs ?? 0, waitAfter(attempts, AGAIN));
        log.info({ service, waits, attempts }, 'a push service postponed a notification');
        await pool.query(
          `update command.notice_delivery set attempts = attempts + 1, due_at = now() + $3 * interval '1 ms'
           where user_id = $1 and ticket_id = $2`,
          [user_id, ticket_id, waits],
        );
      }
    }
  };

  const run = async (signal: AbortSignal): Promise<void> => {
    let running = 0;
    const turns = fairly({
      atOnce: AT_ONCE.all,
      each: AT_ONCE.service,
      work: async (name) => {
        if (signal.aborted) return;
        running += 1;
        try {
          const { rows } = await pool.query<Delivery>(
            'select * from command.notice_delivery where user_id = $1 and ticket_id = $2 and due_at <= now()',
            name.split(' '),
          );
          if (rows[0]) await deliver(rows[0]);
        } catch (err) {
          log.warn({ err }, 'cannot send a notification, retrying later');
          await putOff(name).catch(() => undefined);
        }
        running -= 1;
        if (running === 0) wake();
      },
    });
    const putOff = (name: string) =>
      pool.query(
        `update command.notice_delivery set attempts = attempts + 1, due_at = now() + interval '5 seconds' where user_id = $1 and ticket_id = $2`,
        name.split(' '),
      );

    /** Starts the due deliveries; returns the milliseconds until the next one is due. */
    const begin = async (): Promise<number> => {
      // A single statement, so that no delivery becomes due between two.
      const { rows } = await pool.query<{ name: string; origin: string; ms: number }>(
        `select d.user_id || ' ' || d.ticket_id as name, s.origin, (extract(epoch from d.due_at - now()) * 1000)::float8 as ms
         from command.notice_delivery d join command.push_subscription s on s.user_id = d.user_id order by d.due_at limit ${CHUNK}`,
      );
      for (const { name, origin, ms } of rows) if (ms <= 0) turns.add(origin, name);
      return Math.min(rows.find(({ ms }) => ms > 0)?.ms ?? IDLE_MS, IDLE_MS);
    };

    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      let ms = IDLE_MS;
      try {
        if (performance.now() - sweptAt > SWEEP_MS) {
          await devices.sweep();
          sweptAt = performance.now();
        }
        const isAll = await addressAll();
        ms = await begin();
        if (!isAll) ms = Math.min(ms, 1_000);
      } catch (err) {
        log.warn({ err }, 'cannot read the pending notifications, retrying later');
        ms = 5_000;
      }
      await wait(ms, signal);
    }
    await turns.over();
  };
  return { wake, run };
};
