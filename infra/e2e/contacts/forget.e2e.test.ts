import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type HistoryEntry, newId } from '@prosa/contracts';
import pg from 'pg';
import { importFile } from '../../testing/import-file.ts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { until } from '../../testing/until.ts';
import { type Customer, customer, messagesOf, START, signIn, type User } from '../people.fixture.ts';

/** Words that stand nowhere else: what is left of the person is found by them. */
const NAME = 'Zebedeu Quirino';
const WORD = 'parangaricutirimirruaro';

let product: Product;
let admin: User;
let ana: User;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  [admin, ana] = await Promise.all([signIn(product.url, 'admin@prosa.demo'), signIn(product.url, 'ana@prosa.demo')]);
}, START);
afterAll(() => product?.stop(), START);

const done = async <Body = { id: string }>(by: User, ...asked: Parameters<User['call']>): Promise<Body> => {
  const { status, body } = await by.call<Body>(...asked);
  expect({ asked: asked[0], isDone: status < 300, body: status < 300 || body }).toEqual({
    asked: asked[0],
    isDone: true,
    body: true,
  });
  return body;
};

/** Writes, is answered, and leaves something wherever a customer can; returns the ticket and the contact. */
const everything = async (who: Customer) => {
  await who.write(`Oi, sou ${NAME}: ${WORD}`);
  const { id: ticketId, contactId } = await who.ticket(ana);
  await done(ana, `PUT /tickets/${ticketId}`, { status: 'open', userId: ana.id });
  await done(ana, `POST /messages/${ticketId}`, { body: `Resposta ${WORD}` });
  const typo = await who.act({ type: 'text', text: `Errado ${WORD}` });
  await who.act({ type: 'edited', targetId: typo, text: `Certo ${WORD}` });
  await who.act({ type: 'location', location: { latitude: -23.5, longitude: -46.6, name: `Casa ${WORD}` } });
  const upload = new FormData();
  upload.append('file', new Blob([`Arquivo ${WORD}`], { type: 'text/plain' }), `${WORD}.txt`);
  const headers = { authorization: `Bearer ${ana.token}` };
  const file = await fetch(`${product.url}/api/media?ticketId=${ticketId}`, { method: 'POST', headers, body: upload });
  const { mediaId } = (await file.json()) as { mediaId: string };
  await done(ana, `POST /messages/${ticketId}`, { body: `Veja ${WORD}`, mediaId });
  await done(ana, 'POST /ticket-notes', { note: `Nota ${WORD}`, ticketId });
  await done(ana, `PUT /contacts/${contactId}`, { email: `${WORD}@exemplo.com.br`, extraInfo: [{ name: 'CPF', value: WORD }] });
  await done(ana, 'POST /schedules', { contactId, body: `Agendada ${WORD}`, sendAt: '2031-01-01T12:00:00.000Z' });
  await done(admin, 'POST /kanban', { contactId });
  await done(admin, `PUT /kanban/${contactId}`, { observation: WORD, description: WORD });
  const list = await done(admin, 'POST /contact-lists', { name: 'Clientes do bairro' });
  await done(admin, 'POST /contact-list-items', { name: NAME, number: who.number, email: '', contactListId: list.id });
  const csv = { name: 'clientes.csv', bytes: `Nome;Telefone\n${NAME};${who.number}\n` };
  await importFile(product.url, admin.token, csv, { preview: true });
  await until(async () => (await messagesOf(ana, ticketId)).length >= 6);
  return { ticketId, contactId };
};

/** Whether a text has one of the words. The simulator's ids of messages have the number, and those are kept. */
const isTold = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.replaceAll(/m-\d+-/g, '').includes(word));

/** Where one of the words stands in Postgres, but for the bus, which keeps its messages for 72 hours. */
const tablesWith = async (client: pg.Client, words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('bus', 'pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    const has = rows.find(({ row }) => isTold(row, words));
    if (has) found.push(`${name} ${has.row}`);
  }
  return found;
};

/** Where one of the words stands in the files of a folder. */
const filesWith = (folder: string, words: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const whole = join(folder, path);
    return statSync(whole).isFile() && isTold(readFileSync(whole, 'latin1'), words);
  });

test('of a person who did everything, nothing is found in store, Postgres, files and logs; the history still adds up', async () => {
  const who = customer(product, NAME);
  const marks = [NAME, NAME.toLowerCase(), WORD, who.number];
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { ticketId, contactId } = await everything(who);
    const before = await done<HistoryEntry[]>(admin, `GET /tickets/${ticketId}/history`);
    expect((await tablesWith(client, marks)).length).toBeGreaterThan(5);

    expect((await ana.call(`POST /contacts/${contactId}/forget`)).status).toBe(403);
    expect((await admin.call(`POST /contacts/${newId()}/forget`)).status).toBe(404);
    await done(admin, `POST /contacts/${contactId}/forget`);
    let left: string[] = [];
    await until(async () => {
      left = await tablesWith(client, marks);
      return left.length === 0;
    }).catch(() => expect(left).toEqual([]));

    // Events, files and logs: what is encrypted opens with the person's key alone, which is gone.
    const { rows: keys } = await client.query('select from keys.subject where id = $1 and wrapped is null', [contactId]);
    expect(keys).toHaveLength(1);
    expect(filesWith(product.data, marks)).toEqual([]);
    expect(readFileSync(join(product.data, 'erasures.log'), 'utf8')).toContain(contactId);

    // The ticket is there, ended, without a name or a text; each step is still told.
    const after = await done<HistoryEntry[]>(admin, `GET /tickets/${ticketId}/history`);
    expect(after.slice(0, before.length).map(({ type }) => type)).toEqual(before.map(({ type }) => type));
    expect(after.at(-1)).toMatchObject({ type: 'TicketClosed', data: { reason: 'forgotten' } });
    expect(isTold(JSON.stringify(after), marks)).toBe(false);
    expect((await messagesOf(admin, ticketId)).every(({ body }) => body === null)).toBe(true);
    expect((await admin.call(`GET /contacts?searchParam=${who.number}`)).body).toMatchObject({ contacts: [] });

    // Who writes anew is somebody new.
    await who.write('Olá de novo');
    expect((await who.ticket(ana)).contactId).not.toBe(contactId);
  } finally {
    await client.end();
  }
});
