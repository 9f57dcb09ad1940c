import { type AuditHead, childId, conversationOf, type ExportSummary, limits, newId, Refused } from '@prosa/contracts';
import { nodeHasher } from '@prosa/infra/verify';
import type { Report } from '../../../../infra/verify/check/findings.ts';
import { verify } from '../../../../infra/verify/check/verify.ts';
import { readContainer } from '../../../../infra/verify/format/zip.ts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, makeScene, openTicket, type Person, startWorld, wrote } from '../../testing/world.fixture.ts';
import { exportRows } from './export.rows.ts';

const world = await startWorld();
afterAll(() => world.close());
const service = await world.instance();
const scene = await makeScene(service);
const admin = scene.admin;

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.subarray(from, to),
});
const filesOf = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const { files } = (await readContainer(sourceOf(bytes)))!;
  return new Map(files.map(({ name, from, size }) => [name, bytes.subarray(from, from + size)]));
};
const request = (body: unknown, by: Person = admin, through = service, key = newId()) =>
  ask<{ id: string; error?: string }>(through, 'POST /exports', { token: by.token, body, key });
const fetchOf = async (id: string, by: Person = admin, through: CommandService = service) => {
  const answer = await through.app.inject({ url: `/api/exports/${id}`, headers: { authorization: `Bearer ${by.token}` } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.payload };
};
const made = async (id: string, through: CommandService = service) =>
  eventually(
    async () => {
      const { status, bytes } = await fetchOf(id, admin, through);
      return { status, bytes };
    },
    ({ status }) => status !== 202,
  );
/** The package of an export, and what a verifier says of it. */
const exported = async (body: unknown): Promise<{ bytes: Buffer; report: Report; files: Map<string, Buffer> }> => {
  const { bytes } = await made((await request(body)).body.id);
  const { body: head } = await ask<AuditHead>(service, 'GET /audit/head', { token: admin.token });
  return { bytes, report: await verify(sourceOf(bytes), nodeHasher, { key: head.key }), files: await filesOf(bytes) };
};
const linesOf = (files: Map<string, Buffer>) =>
  files
    .get('events.jsonl')!
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { stream: string; type: string; data: string; shown?: { json: string }[] });

const say = (ticketId: string, body: string) =>
  ask(service, `POST /messages/${ticketId}`, { token: scene.ana.token, body: { body }, key: newId() });

const listed = async (query = '', by: Person = admin) =>
  (await ask<{ exports: ExportSummary[] }>(service, `GET /exports${query}`, { token: by.token })).body.exports;

test('tickets are exported with their texts, files and the proof of both', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650001');
  await say(ticket.id, 'Seu pedido saiu & chega <hoje>.');
  await createInbound(service.deps)(wrote(scene, '5511987650001', 'Não chegou nada.'));
  const file = Buffer.from('Nota fiscal de teste');
  expect((await post(service, `/messages/${ticket.id}`, scene.ana, formOf([{ bytes: file, name: 'nota.txt' }]))).status).toBe(
    201,
  );
  const other = await openTicket(service, scene, scene.bruno, '5511987650002');
  await say(other.id, 'Isto é de outro atendimento.');

  const { report, files } = await exported({ ticketIds: [ticket.id] });
  expect(report.findings).toEqual([]);
  const lines = linesOf(files);
  expect(new Set(lines.map(({ stream }) => stream.split('-')[0]))).toEqual(new Set(['conversation', 'contact']));
  const texts = lines.flatMap(({ shown = [] }) => shown.map(({ json }) => JSON.parse(json)));
  expect(texts).toEqual(expect.arrayContaining(['Seu pedido saiu & chega <hoje>.', 'Não chegou nada.']));
  expect(texts).not.toContain('Isto é de outro atendimento.');
  expect(report.facts).toMatchObject({ events: lines.length, covered: 0 });
  const media = [...files].filter(([name]) => name.startsWith('media/'));
  expect(media.map(([, bytes]) => bytes.toString())).toEqual(['Nota fiscal de teste']);
  const page = files.get('leitura.html')!.toString();
  expect(page).toContain('Seu pedido saiu &amp; chega &lt;hoje&gt;.');
  expect(page).toContain(`href="${media[0]![0]}"`);
  expect(page).not.toContain('<hoje>');
});

test('everything of a company is exported, but what colleagues wrote to each other stays covered', async () => {
  const other = await makeScene(service);
  const chat = await ask<{ id: string }>(service, 'POST /chats', {
    token: admin.token,
    body: { title: 'Equipe', users: [{ id: scene.ana.id }] },
  });
  expect(chat.status).toBe(201);
  await ask(service, `POST /chats/${chat.body.id}/messages`, { token: admin.token, body: { message: 'Só entre nós.' } });
  const { report, files } = await exported({ kind: 'company', language: 'en' });
  expect(report.findings).toEqual([]);
  expect(report.facts.events).toBe(report.facts.treeSize);
  expect(report.facts.covered).toBeGreaterThan(0);
  expect(files.get('beside.bin')).toHaveLength(0);
  const lines = linesOf(files);
  expect(lines.some(({ stream, shown }) => stream.startsWith('chat-') && shown)).toBe(false);
  expect(lines.some(({ stream }) => stream.startsWith('chat-'))).toBe(true);
  const all = files.get('events.jsonl')!.toString();
  expect(all).not.toContain('Só entre nós.');
  expect(all).not.toContain(other.companyId);
  expect(lines.at(-1)!.type).toBe('ExportRequested');
  expect(files.get('leitura.html')!.toString()).toContain('Exported history');
});

test('what a person wrote who was forgotten stays covered, and the proof holds', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650003');
  await createInbound(service.deps)(wrote(scene, '5511987650003', 'Esqueçam de mim.'));
  const file = Buffer.from('um arquivo da pessoa');
  await post(service, `/messages/${ticket.id}`, scene.ana, formOf([{ bytes: file, name: 'a.txt' }]));
  const before = await exported({ ticketIds: [ticket.id] });
  expect(before.files.get('events.jsonl')!.toString()).toContain('Esqueçam de mim.');
  const contact = linesOf(before.files)
    .find(({ stream }) => stream.startsWith('contact-'))!
    .stream.slice('contact-'.length);
  const [{ id }] = (await listed()) as [ExportSummary];
  const rows = exportRows(service.deps);
  await rows.expire();
  expect((await fetchOf(id)).status).toBe(200);
  await service.deps.keys.destroy(contact);
  await rows.expire();
  expect((await fetchOf(id)).status).toBe(404);

  const { report, files } = await exported({ ticketIds: [ticket.id] });
  expect(report.findings).toEqual([]);
  expect(report.facts.covered).toBeGreaterThan(3);
  for (const content of files.values()) expect(content.includes('Esqueçam de mim.')).toBe(false);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([]);
  // The leaves are the same as before.
  const leaves = (of: Map<string, Buffer>) => of.get('leaves.bin')!.subarray(0, 40).toString('hex');
  expect(leaves(files)).toBe(leaves(before.files));
});

test('exports are for administrators, and of their own company', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650004');
  const other = await makeScene(service);
  expect(await request({ ticketIds: [ticket.id] }, scene.ana)).toMatchObject({ status: 403 });
  expect(await request({ ticketIds: [ticket.id] }, other.admin)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TICKET_FOUND' },
  });
  expect(await request({ ticketIds: [newId()] })).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  for (const body of [{}, { ticketIds: [] }, { ticketIds: ['x'] }, { kind: 'all' }, { kind: 'company', ticketIds: [ticket.id] }])
    expect(await request(body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const key = newId();
  const first = await request({ ticketIds: [ticket.id] }, admin, service, key);
  expect(first.status).toBe(202);
  expect((await request({ ticketIds: [ticket.id] }, admin, service, key)).body).toEqual(first.body);
  expect((await fetchOf(first.body.id, other.admin)).status).toBe(404);
  expect((await fetchOf(first.body.id, scene.ana)).status).toBe(403);
  await made(first.body.id);
  const { headers } = await fetchOf(first.body.id);
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
});

test('exports are listed with how far they are, those of a ticket by it, and only to their own company', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650007');
  const other = await makeScene(service);
  const { id } = (await request({ ticketIds: [ticket.id] })).body;
  const { bytes } = await made(id);
  const [newest] = await listed();
  expect(newest).toMatchObject({ id, status: 'ready', tickets: 1, bytes: bytes.length, user: { id: admin.id, name: 'Carla' } });
  expect(newest!.done).toBe(newest!.events);
  expect(newest!.done).toBe(linesOf(await filesOf(bytes)).length);
  const all = (await request({ kind: 'company' })).body.id;
  expect((await listed())[0]).toMatchObject({ id: all, tickets: null });
  await made(all);
  expect((await listed(`?ticketId=${ticket.id}`)).map((one) => one.id)).toEqual([id]);
  expect(await listed(`?ticketId=${newId()}`)).toEqual([]);
  expect(await listed(`?ticketId=${ticket.id}`, other.admin)).toEqual([]);
  expect(await ask(service, 'GET /exports', { token: scene.ana.token })).toMatchObject({ status: 403 });
  expect(await ask(service, 'GET /exports?ticketId=x', { token: admin.token })).toMatchObject({ status: 400 });
});

test('who takes a package is an event, stored before the first byte: once for each user and hour', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650008');
  const { id } = (await request({ ticketIds: [ticket.id] })).body;
  const events = () => service.deps.store.load(`export-${id}`);
  expect((await fetchOf(id, scene.ana)).status).toBe(403);
  await eventually(
    () => listed(`?ticketId=${ticket.id}`),
    ([one]) => one!.status === 'ready',
  );
  expect((await events()).map(({ type }) => type)).toEqual(['ExportRequested']);

  const { handle } = service.deps;
  service.deps.handle = () => Promise.reject(new Refused('ERR_BUSY'));
  const unstored = await fetchOf(id);
  service.deps.handle = handle;
  expect(JSON.parse(unstored.text)).toMatchObject({ error: 'ERR_BUSY' });

  for (let n = 0; n < 3; n += 1) expect((await fetchOf(id)).status).toBe(200);
  const [, ...taken] = await events();
  expect(new Set(taken.map(({ type, meta: { actor } }) => `${type} ${actor.id}`))).toEqual(
    new Set([`ExportFetched ${admin.id}`]),
  );
  // Should an hour have ended meanwhile, there are two.
  const hours = taken.map(({ meta: { at } }) => at.toISOString().slice(0, 13));
  expect(new Set(hours).size).toBe(taken.length);
});

test('a ticket that does not exist in its conversation ends the export', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650005');
  const { body } = await request({ ticketIds: [childId(conversationOf(ticket.id)!, 'ticket:none')] });
  const { status, bytes } = await made(body.id);
  expect(status).toBe(409);
  expect(JSON.parse(bytes.toString())).toMatchObject({ error: 'ERR_EXPORT_FAILED' });
});

test('an export that a restart cuts off is made by the next process, whole', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511987650006');
  for (let n = 0; n < 30; n += 1) await say(ticket.id, `Mensagem ${n}`);
  const { body } = await request({ ticketIds: [ticket.id] });
  await service.close();
  const second = await world.instance();
  const { bytes } = await made(body.id, second);
  expect((await verify(sourceOf(bytes), nodeHasher)).findings).toEqual([]);
  // Its parts are gone, only packages are kept.
  const rows = exportRows(second.deps);
  const { rows: all } = await second.deps.pool.query<{ id: string }>(`select id from command.export where status = 'ready'`);
  expect(all.length).toBeGreaterThan(2);
  await second.deps.pool.query('update command.export set created_at = now() - make_interval(days => $1)', [
    limits.exportDays + 1,
  ]);
  await rows.expire();
  expect((await fetchOf(body.id, admin, second)).status).toBe(404);
});
