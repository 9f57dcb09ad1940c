import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TicketView } from '@prosa/contracts';
import type { Product } from '../testing/product.ts';
import { messagesOf, type User } from './people.fixture.ts';

/** All tickets that a user sees, page by page. */
export const allTickets = async (by: User): Promise<TicketView[]> => {
  const found: TicketView[] = [];
  for (let cursor = ''; ; ) {
    const { body, status } = await by.call<{ tickets: TicketView[]; cursor: string | null }>(
      `GET /tickets${cursor && `?cursor=${cursor}`}`,
    );
    if (status !== 200) throw new Error(`The tickets were not shown: ${status} ${JSON.stringify(body)}`);
    found.push(...body.tickets);
    if (body.cursor === null) return found;
    cursor = body.cursor;
  }
};

const lists = [
  'contacts',
  'contact-lists/list',
  'contact-list-items',
  'tickets/counts',
  'queue',
  'users/list',
  'tags/list',
  'sectors/list',
  'whatsapp',
  'settings/VerFilaCinza',
] as const;

/** Everything that an administrator's screens can request, to be compared with a later result. */
export const everything = async (by: User): Promise<object> => {
  const tickets = await allTickets(by);
  const conversations: unknown[] = [];
  for (const { id } of tickets)
    conversations.push(await messagesOf(by, id), (await by.call<unknown>(`GET /tickets/${id}/history`)).body);
  const others = await Promise.all(lists.map(async (path) => (await by.call<unknown>(`GET /${path}`)).body));
  return { tickets, conversations, others };
};

/** Rebuilds a product's read models from all its events alongside the live ones, as an operator would. */
export const foldAnew = async ({ data, eventStoreUrl, databaseUrl }: Product): Promise<void> => {
  await promisify(execFile)(process.execPath, ['projection-service/src/rebuild.main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      EVENTSTORE_URL: eventStoreUrl,
      DATABASE_URL: databaseUrl,
      PROSA_KEYS_FILE: join(data, 'keys'),
      PROSA_TOKEN_SECRET_FILE: join(data, 'token-secret'),
    },
  });
};
