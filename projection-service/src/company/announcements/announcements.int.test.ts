import { announcements, PLATFORM } from '@prosa/contracts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const ana = { userId: uuid(21), companyId };
const boss = { userId: uuid(22), companyId };
const { created, pictured } = announcements.events;

const here = chronicle(companyId);
here.company();
here.user(ana.userId, 'Ana', { profile: 'admin' });
here.user(boss.userId, 'Sofia', { profile: 'admin', super: true });
const platform = chronicle(PLATFORM);
const [low, high, off] = [uuid(91), uuid(92), uuid(93)];
const write = (id: string, title: string, priority: 1 | 2 | 3, status: boolean) =>
  platform.tell(`announcement-${id}`, created, { id, title, text: 'Texto', priority, status });
write(low, 'Feriado', 3, true);
write(high, 'Manutenção', 1, true);
write(off, 'Rascunho', 2, false);
platform.tell(`announcement-${high}`, pictured, { id: high, mediaId: uuid(94), mediaName: 'aviso.png', replaces: null });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...platform.take()]);
});
afterAll(() => service.close());

const titles = async (caller: typeof ana, query: Record<string, string> = {}) =>
  (await service.ask(caller, announcements.routes.list, { query })).body.records.map(({ title }) => title);

test('every company sees the active ones, the most important first, with their pictures; platform-level users see all', async () => {
  expect(await titles(ana)).toEqual(['Manutenção', 'Feriado']);
  expect(await titles(boss)).toEqual(['Manutenção', 'Rascunho', 'Feriado']);
  expect(await titles(boss, { status: 'true' })).toEqual(['Manutenção', 'Feriado']);
  expect(await titles(ana, { searchParam: 'manutencao' })).toEqual(['Manutenção']);
  const show = (caller: typeof ana, id: string) => service.ask(caller, announcements.routes.show, { params: { id } });
  expect((await show(ana, high)).body).toMatchObject({
    priority: 1,
    mediaName: 'aviso.png',
    mediaPath: expect.stringContaining('/api/media/'),
  });
  expect((await show(boss, off)).body).toMatchObject({ status: false, mediaPath: null });
  expect(await show(ana, off)).toMatchObject({ status: 404, error: 'ERR_NO_ANNOUNCEMENT_FOUND' });
});
