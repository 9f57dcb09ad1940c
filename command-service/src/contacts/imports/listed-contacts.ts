import { type ContactsForList, type ErrorCode, ErrorReply, errors, Refused, routes } from '@prosa/contracts';
import { retried, type Store } from '@prosa/infra/runtime';
import { readContact, shownNumberOf } from '../contacts/contact.reading.ts';

/** Contacts that are read at the same time. */
const AT_ONCE = 16;
const CALL_MS = 10_000;
/** The projection side may be starting again. */
const TIMEOUT_MS = 15_000;

type Asked = { companyId: string; authorization: string; which: ContactsForList };
/** Name, number and e-mail. */
export type ContactCells = [string, string, string];

/**
 * Reads the contacts that are added to a list: named ones from their streams, those of a filter from the projection side, as the caller may
 * see them. Without an address of that side, and while it does not answer, throws Refused ERR_BUSY.
 */
export const createListedContacts = ({ store, projectionUrl }: { store: Store; projectionUrl: string | undefined }) => {
  const named = async function* (companyId: string, contactIds: readonly string[]): AsyncGenerator<ContactCells[]> {
    for (let at = 0; at < contactIds.length; at += AT_ONCE) {
      const read = contactIds.slice(at, at + AT_ONCE).map((id) => readContact(store, companyId, id));
      yield (await Promise.all(read)).flatMap((contact) => {
        const number = contact && shownNumberOf(contact);
        return contact && number !== null ? [[contact.name ?? '', number, contact.email ?? ''] as ContactCells] : [];
      });
    }
  };

  const ask = async (url: URL, authorization: string) => {
    const reply = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(CALL_MS) });
    const body: unknown = await reply.json();
    if (reply.ok) return routes.contactListItems.contacts.reply.parse(body);
    const code = ErrorReply.safeParse(body).data?.error;
    if (reply.status < 500 && code !== undefined && code in errors) throw new Refused(code as ErrorCode);
    throw new Error(`The projection side answered ${reply.status}.`);
  };

  const found = async function* (which: ContactsForList, authorization: string): AsyncGenerator<ContactCells[]> {
    if (projectionUrl === undefined) throw new Refused('ERR_BUSY');
    for (let cursor: string | null = ''; cursor !== null; ) {
      const url = new URL('/api/contacts/numbers', projectionUrl);
      if (which.searchParam) url.searchParams.set('searchParam', which.searchParam);
      if (which.tagIds) url.searchParams.set('tagIds', which.tagIds.join(','));
      if (cursor) url.searchParams.set('cursor', cursor);
      const end = Date.now() + TIMEOUT_MS;
      const page: Awaited<ReturnType<typeof ask>> = await retried(() => ask(url, authorization), {
        firstMs: 50,
        mostMs: 1_000,
        again: (error, waitMs) => !(error instanceof Refused) && Date.now() + waitMs <= end,
      }).catch((error: unknown) => {
        throw error instanceof Refused ? error : new Refused('ERR_BUSY');
      });
      yield page.contacts.map(({ name, number, email }) => [name ?? '', number, email ?? '']);
      cursor = page.cursor;
    }
  };

  return ({ companyId, authorization, which }: Asked): AsyncGenerator<ContactCells[]> =>
    which.contactIds ? named(companyId, which.contactIds) : found(which, authorization);
};
