import { conversationEvents as c, type RatingComment, type RatingGroup, routes } from '@prosa/contracts';
import { ana, bruno, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { silent } from '../../engine/engine.fixture.ts';
import { rebuild } from '../../engine/rebuild/rebuild.ts';
import { tablesOf } from '../../engine/tables/tables.ts';
import { features } from '../../features.ts';
import { writeCursor } from '../../kernel/keyset.ts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { dice } from '../dashboard/dashboard.fixture.ts';

const { show, file, comments, commentsFile } = routes.ratings;
const { here, there } = founded();
type Here = typeof here;
type Talk = ReturnType<Here['conversation']>;
const asked = (talk: Talk, name: string, at: string, of: { queueId: string | null; userId: string }) => {
  const ticketId = talk.opened(name, of, { at });
  const by = { by: asUser(of.userId), at };
  talk.say(c.TicketClosed, { ticketId, userId: of.userId, reason: 'resolved', ratingAsked: true }, by);
  return ticketId;
};
const answers = (talk: Talk, ticketId: string, rating: number, at: string, comment?: string) => {
  const said = (name: string, body: string) => ({
    ticketId,
    messageId: talk.message(`${ticketId} ${name}`),
    body,
    channelId: name,
  });
  talk.say(c.RatingGiven, { rating, ...said('mark', String(rating)), sentAt: at }, { at });
  if (comment !== undefined) talk.say(c.RatingCommented, { ...said('comment', comment), sentAt: at }, { at });
};
here.contact(uuid(101), '=Maria', '5511987650101');
here.contact(uuid(102), 'João', '5511987650102');
const [maria, joao] = [101, 102].map((n) => here.conversation(place.shop, uuid(n))) as [Talk, Talk];
// Half past eleven in the evening in São Paulo, which is three hours west of UTC, and half past midnight.
const [night, morning] = ['2026-03-11T02:30:00.000Z', '2026-03-11T03:30:00.000Z'] as const;
const bySales = { queueId: place.sales, userId: ana.userId };
const first = asked(maria, '1', night, bySales);
answers(maria, first, 3, morning, '=Foi rápido');
const second = asked(joao, '2', morning, { queueId: place.support, userId: bruno.userId });
answers(joao, second, 1, '2026-03-11T04:00:00.000Z', 'Demorou');
const third = asked(maria, '3', morning, bySales);
answers(maria, third, 2, '2026-03-11T05:00:00.000Z');
asked(joao, '4', morning, bySales);
asked(maria, '5', morning, { queueId: null, userId: bruno.userId });
const far = there.conversation(uuid(39), uuid(199));
answers(far, asked(far, '1', night, { queueId: place.foreignQueue, userId: zoe.userId }), 3, night, 'De longe');

// Many, at any time, where the clocks are 5:45 ahead of UTC.
const [kathmandu, kiran] = [uuid(3), { ...carla, userId: uuid(61), companyId: uuid(3) }];
const many = chronicle(kathmandu, '2025-12-01T00:00:00.000Z');
many.company({ timeZone: 'Asia/Kathmandu' });
many.user(kiran.userId, 'Kiran', { profile: 'admin' });
const random = dice(7);
const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const came = Array.from({ length: 450 }, (_, n) => {
  const at = Date.parse('2025-12-20') + Math.floor(random() * 100 * 24 * 60) * 60_000;
  const talk = many.conversation(uuid(38), uuid(1_000 + n));
  const [queueId, userId] = [among([uuid(71), uuid(72)]), among([uuid(81), uuid(82), uuid(83)])];
  const ticketId = asked(talk, '1', new Date(at).toISOString(), { queueId, userId });
  const mark = random() < 0.6 ? 1 + Math.floor(random() * 3) : null;
  const isCommented = mark !== null && random() < 0.7;
  const written = at + Math.floor(random() * 1_440) * 60_000;
  if (mark !== null) answers(talk, ticketId, mark, new Date(written).toISOString(), isCommented ? `Palavras ${n}` : undefined);
  return { ticketId, at, queueId, userId, mark, isCommented, written };
});

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...many.take()]);
});
afterAll(() => service.close());

type Query = Record<string, string>;
const days = (dateStart: string, dateEnd = dateStart) => ({ dateStart, dateEnd });
const figures = async (query: Query, who = carla) => {
  const { rows, total } = (await service.ask(who, show, { query })).body;
  const cells = ({ asked: of, rated, ones, twos, threes, average }: typeof total) => [of, rated, ones, twos, threes, average];
  return [...rows.map((row) => [row.name ?? row.id, ...cells(row)]), cells(total)];
};
const commentsOf = async (query: Query, who = carla) => {
  const all: RatingComment[] = [];
  for (let cursor: string | null = null, page = 0; page === 0 || cursor; page += 1) {
    const next: Query = { ...query, ...(cursor && { cursor }) };
    const { body } = await service.ask(who, comments, { query: next });
    all.push(...body.comments);
    expect(body.hasMore).toBe(body.cursor !== null);
    ({ cursor } = body);
  }
  return all;
};

test('ratings by who served the ticket, the best first, with how many were asked', async () => {
  expect(await figures({})).toEqual([
    ['Ana', 3, 2, 0, 1, 1, 2.5],
    ['Bruno', 2, 1, 1, 0, 0, 1],
    [5, 3, 1, 1, 1, 2],
  ]);
});

test('ratings by queue, and by the company’s day on which they were asked for', async () => {
  expect(await figures({ by: 'queue' })).toEqual([
    ['Vendas', 3, 2, 0, 1, 1, 2.5],
    ['Suporte', 1, 1, 1, 0, 0, 1],
    [null, 1, 0, 0, 0, 0, null],
    [5, 3, 1, 1, 1, 2],
  ]);
  expect(await figures({ by: 'day' })).toEqual([
    ['2026-03-10', 1, 1, 0, 0, 1, 3],
    ['2026-03-11', 4, 2, 1, 1, 0, 1.5],
    [5, 3, 1, 1, 1, 2],
  ]);
});

test('only some days, a queue, an attendant', async () => {
  expect(await figures(days('2026-03-10'))).toEqual([
    ['Ana', 1, 1, 0, 0, 1, 3],
    [1, 1, 0, 0, 1, 3],
  ]);
  expect((await figures({ queueId: place.support })).at(-1)).toEqual([1, 1, 1, 0, 0, 1]);
  expect((await figures({ userId: ana.userId, queueId: '' })).at(-1)).toEqual([3, 2, 0, 1, 1, 2.5]);
  expect(await figures({ userId: ana.userId, queueId: place.support })).toEqual([[0, 0, 0, 0, 0, null]]);
  expect((await commentsOf({ userId: bruno.userId })).map(({ comment }) => comment)).toEqual(['Demorou']);
  expect((await commentsOf(days('2026-03-10'))).map(({ comment }) => comment)).toEqual(['=Foi rápido']);
  expect((await commentsOf({ mark: '1' })).map(({ comment }) => comment)).toEqual(['Demorou']);
});

test('the comments, the newest first, with everything that is shown of them', async () => {
  const all = await commentsOf({});
  expect(all).toEqual([
    expect.objectContaining({ ticketId: second, comment: 'Demorou', mark: 1, queueName: 'Suporte', attendant: 'Bruno' }),
    {
      ticketId: first,
      messageId: maria.message(`${first} comment`),
      at: morning,
      mark: 3,
      comment: '=Foi rápido',
      contactName: '=Maria',
      queueName: 'Vendas',
      color: '#AA0000',
      attendant: 'Ana',
    },
  ]);
  const { total, unsatisfied } = (await service.ask(carla, comments, { query: { mark: '3' } })).body;
  expect([total, unsatisfied]).toEqual([2, 1]);
});

const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' });
const periods = [
  {},
  days('2026-01-01'),
  days('2025-12-31', '2026-01-01'),
  days('2026-01-15', '2026-03-05'),
  days('2020-01-01', '2030-01-01'),
];
const keyOf = { attendant: 'userId', queue: 'queueId' } as const;
const compare = async (period: Partial<ReturnType<typeof days>>) => {
  const { dateStart: from = '', dateEnd: to = '9' } = period;
  for (const whose of [{}, { queueId: uuid(71) }, { queueId: uuid(72), userId: uuid(82) }]) {
    const those = came.filter(
      (one) =>
        zone.format(one.at) >= from &&
        zone.format(one.at) <= to &&
        Object.entries(whose).every(([name, id]) => one[name as 'queueId'] === id),
    );
    for (const by of ['attendant', 'queue', 'day'] as RatingGroup[]) {
      const expected = Map.groupBy(those, (one) => (by === 'day' ? zone.format(one.at) : one[keyOf[by]]));
      const { rows } = (await service.ask(kiran, show, { query: { ...period, ...whose, by } })).body;
      expect(rows.map(({ id, asked: count, ones, twos, threes }) => [id, count, ones, twos, threes]).sort()).toEqual(
        [...expected]
          .map(([id, all]) => [id, all.length, ...[1, 2, 3].map((mark) => all.filter((one) => one.mark === mark).length)])
          .sort(),
      );
      if (by === 'day') expect(rows.map(({ id }) => id)).toEqual([...expected.keys()].sort());
    }
    const listed = await commentsOf({ ...period, ...whose } as Query, kiran);
    expect(listed.map(({ at }) => Date.parse(at))).toEqual(
      those
        .filter(({ isCommented }) => isCommented)
        .map(({ written }) => written)
        .sort((a, b) => b - a),
    );
  }
};
test.each(periods)('the figures are those that one finds one by one: %j', compare);

test('after a rebuild every figure is the same', async () => {
  await rebuild({ ...service.engine, log: silent, tables: tablesOf(features) });
  for (const period of periods) await compare(period);
});

test('the files have their names, semicolons, and no formula', async () => {
  const fileOf = async (path: string) => {
    const { file: name, body } = await service.get(carla, path);
    return [name, (body as string).split('\r\n')];
  };
  const head = 'Pedidas;Avaliações;Responderam (%);Muito satisfeito;Satisfeito;Insatisfeito;Média';
  expect(await fileOf('/reports/ratings/csv?dateStart=2026-03-01&dateEnd=2026-03-31')).toEqual([
    'attachment; filename="relatorio_avaliacoes.csv"',
    [`\uFEFFAtendente;${head}`, 'Ana;3;2;67;1;1;0;"2,50"', 'Bruno;2;1;50;0;0;1;"1,00"', 'Total;5;3;60;1;1;1;"2,00"', ''],
  ]);
  expect((await fileOf('/reports/ratings/csv?by=queue'))[1]).toEqual([
    `\uFEFFFila;${head}`,
    ...['Vendas;3;2;67;1;1;0;"2,50"', 'Suporte;1;1;100;0;0;1;"1,00"', 'Sem fila;1;0;0;0;0;0;', 'Total;5;3;60;1;1;1;"2,00"', ''],
  ]);
  expect((await fileOf('/reports/ratings/csv?by=day&dateEnd=2026-03-10'))[1]).toEqual([
    `\uFEFFDia;${head}`,
    ...['10/03/2026;1;1;100;1;0;0;"3,00"', 'Total;1;1;100;1;0;0;"3,00"', ''],
  ]);
  expect(await fileOf('/reports/ratings/comments/csv')).toEqual([
    'attachment; filename="relatorio_comentarios.csv"',
    [
      '\uFEFFData;Nota;Comentário;Contato;Fila;Atendente',
      '11/03/2026 01:00;1;Demorou;João;Suporte;Bruno',
      "11/03/2026 00:30;3;'=Foi rápido;'=Maria;Vendas;Ana",
      '',
    ],
  ]);
});

test('days in order, known marks and groups; only who may see reports asks, each for their own company', async () => {
  for (const route of [show, file, comments, commentsFile]) {
    const { status, body } = await service.ask(carla, route, { query: days('2026-03-02', '2026-03-01') });
    expect([status, (body as unknown as { fields: object }).fields]).toEqual([
      400,
      { dateStart: 'Data início não pode ser maior que data fim' },
    ]);
    expect((await service.ask(carla, route, { query: { queueId: 'x' } })).status).toBe(400);
    expect((await service.ask(ana, route)).status).toBe(403);
  }
  expect((await service.ask(carla, show, { query: { by: 'mood' } })).status).toBe(400);
  for (const mark of ['0', '4', 'x']) expect((await service.ask(carla, comments, { query: { mark } })).status).toBe(400);
  const cursor = writeCursor([morning, 'a\0b']);
  expect((await service.ask(carla, comments, { query: { cursor } })).status).toBe(400);
  expect(await figures({}, zoe)).toEqual([
    ['Zoe', 1, 1, 0, 0, 1, 3],
    [1, 1, 0, 0, 1, 3],
  ]);
  expect(await figures({ userId: ana.userId }, zoe)).toEqual([[0, 0, 0, 0, 0, null]]);
  expect((await commentsOf({}, zoe)).map(({ comment }) => comment)).toEqual(['De longe']);
});

test('a comment follows what its customer changes, and a deleted ticket takes its rating along', async () => {
  joao.edited(second, joao.message(`${second} comment`), 'Demorou muito');
  maria.revoked(first, maria.message(`${first} comment`));
  here.userDeleted(bruno.userId);
  await service.write(here.take());
  expect((await commentsOf({})).map(({ comment }) => comment)).toEqual(['Demorou muito', null]);
  maria.say(c.TicketDeleted, { ticketId: first, userId: carla.userId, contactId: maria.contactId }, { by: asUser(carla.userId) });
  await service.write(here.take());
  expect((await commentsOf({})).map(({ ticketId }) => ticketId)).toEqual([second]);
  expect((await figures({})).at(-1)).toEqual([4, 2, 1, 1, 0, 1.5]);
});
