import { conversationEvents as c, type Seen, type Viewer } from '@prosa/contracts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';

/**
 * A company west of UTC with two queues. Ana serves sales, Bruno support, Elio neither; Carla is administrator, Vera auditor. Zoe belongs to another
 * company.
 */
export const place = {
  companyId: uuid(1),
  foreignId: uuid(2),
  sales: uuid(11),
  support: uuid(12),
  foreignQueue: uuid(19),
  shop: uuid(31),
  late: uuid(51),
  angry: uuid(52),
};
const { companyId, foreignId, sales, support, shop } = place;
const viewer = (userId: string, profile: Viewer['profile'], queueIds: string[], company = companyId) => ({
  userId,
  companyId: company,
  profile,
  queueIds,
  seesGrey: false,
});
export const carla = viewer(uuid(21), 'admin', []);
export const ana = viewer(uuid(22), 'user', [sales]);
export const bruno = viewer(uuid(23), 'user', [support]);
export const elio = viewer(uuid(24), 'user', []);
export const vera = viewer(uuid(25), 'auditor', []);
export const zoe = viewer(uuid(29), 'admin', [], foreignId);

/** The facts before any ticket: company, users, queues and so on. */
export const founded = () => {
  const here = chronicle(companyId, '2026-03-01T12:00:00.000Z');
  here.company({ timeZone: 'America/Sao_Paulo' });
  here.queue(sales, 'Vendas', '#AA0000');
  here.queue(support, 'Suporte', '#00AA00');
  here.user(carla.userId, 'Carla', { profile: 'admin' });
  here.user(ana.userId, 'Ana', { queueIds: ana.queueIds });
  here.user(bruno.userId, 'Bruno', { queueIds: bruno.queueIds });
  here.user(elio.userId, 'Elio');
  here.user(vera.userId, 'Vera', { profile: 'auditor' });
  here.connection(shop, 'Loja');
  here.tag(place.late, 'Atrasado');
  here.tag(place.angry, 'Bravo');
  const there = chronicle(foreignId);
  there.company();
  there.queue(place.foreignQueue, 'Longe', '#AA0000');
  there.user(zoe.userId, 'Zoe', { profile: 'admin' });
  return { here, there };
};

/** Tickets that differ in everything that a list can filter by; ids by name. */
export const severalTickets = ({ here, there }: ReturnType<typeof founded>) => {
  const tickets: Record<string, Seen & { id: string }> = {};
  const talk = (n: number, name: string, number: string) => {
    here.contact(uuid(100 + n), name, number, `${n}@exemplo.com.br`);
    return here.conversation(shop, uuid(100 + n));
  };

  const erica = talk(1, 'Érica Conceição', '5511911110001');
  erica.started();
  // 23:30 on the 10th in the company's time zone.
  const pending = erica.opened('1', { queueId: sales, protocol: '000101' }, { at: '2026-03-11T02:30:00.000Z' });
  erica.received(pending, 'a', 'Quero 100% do pedido_1', { at: '2026-03-11T02:31:00.000Z' });
  tickets.pendingInSales = { id: pending, queueId: sales, userId: null, status: 'pending' };

  const beto = talk(2, 'Beto Ávila', '5521922220002');
  beto.started();
  const open = beto.opened('2', { queueId: sales, userId: ana.userId, protocol: '000123' }, { at: '2026-03-11T12:00:00.000Z' });
  beto.sent(open, 'a', 'Pedido 1000 a caminho', { userId: ana.userId, at: '2026-03-14T12:00:00.000Z' });
  beto.say(c.TicketTagged, { ticketId: open, tagIds: [place.late, place.angry] });
  tickets.openInSales = { id: open, queueId: sales, userId: ana.userId, status: 'open' };

  const ciro = talk(3, 'Ciro', '5531933330003');
  ciro.started();
  const helped = ciro.opened('3', { queueId: support, userId: bruno.userId }, { at: '2026-03-12T12:00:00.000Z' });
  ciro.say(c.TicketTagged, { ticketId: helped, tagIds: [place.late] });
  tickets.openInSupport = { id: helped, queueId: support, userId: bruno.userId, status: 'open' };

  const dora = talk(4, 'Dora', '5541944440004');
  dora.started();
  const lost = dora.opened('4', {}, { at: '2026-03-13T12:00:00.000Z' });
  dora.received(lost, 'a', 'Alguém aí?', { at: '2026-03-13T12:01:00.000Z' });
  tickets.pendingNowhere = { id: lost, queueId: null, userId: null, status: 'pending' };

  const eva = talk(5, 'Eva', '5551955550005');
  eva.started();
  const done = eva.opened('5', { queueId: support, userId: bruno.userId }, { at: '2026-03-05T12:00:00.000Z' });
  // 23:59 on the 19th.
  eva.closed(done, bruno.userId, { at: '2026-03-20T02:59:00.000Z', by: asUser(bruno.userId) });
  tickets.closedInSupport = { id: done, queueId: support, userId: bruno.userId, status: 'closed' };

  const fabio = talk(6, 'Fábio', '5561966660006');
  fabio.started();
  const lent = fabio.opened('6', { queueId: support, userId: ana.userId }, { at: '2026-03-16T12:00:00.000Z' });
  tickets.anasInSupport = { id: lent, queueId: support, userId: ana.userId, status: 'open' };

  const gil = talk(7, 'Gil', '5571977770007');
  gil.started();
  const over = gil.opened('7', { queueId: sales, userId: ana.userId }, { at: '2026-03-06T12:00:00.000Z' });
  gil.closed(over, ana.userId, { at: '2026-03-18T12:00:00.000Z' });
  tickets.closedInSales = { id: over, queueId: sales, userId: ana.userId, status: 'closed' };

  there.connection(uuid(39), 'Longe');
  there.contact(uuid(199), 'Érica de Longe', '5511911110001');
  const far = there.conversation(uuid(39), uuid(199));
  far.started();
  const foreign = far.opened('1', { queueId: place.foreignQueue, protocol: '000101' });
  return { tickets, foreign, news: [...here.take(), ...there.take()] };
};
