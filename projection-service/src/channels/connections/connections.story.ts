import { connectionEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const lines = `connections-${who.company}`;
  here.connection(who.shop, 'Loja');
  here.connection(who.oldShop, 'Loja velha');
  here.tell(lines, connectionEvents.ConnectionStatusChanged, { connectionId: who.shop, status: 'DISCONNECTED' });
  here.tell(lines, connectionEvents.ConnectionChanged, { connectionId: who.shop, name: 'Loja nova', tokenHash: 'another-hash' });
  here.tell(lines, connectionEvents.ConnectionChanged, {
    connectionId: who.shop,
    queueIds: [who.sales, who.support],
    greetingMessage: 'Oi! Com quem quer falar?',
    webhookUrl: 'https://loja.example/eventos',
  });
  here.tell(lines, connectionEvents.ConnectionStatusChanged, {
    connectionId: who.shop,
    status: 'CONNECTED',
    reason: null,
    until: null,
    account: 'loja.da.praca',
    sequence: 2,
  });
  here.tell(lines, connectionEvents.ConnectionStatusChanged, {
    connectionId: who.oldShop,
    status: 'DISCONNECTED',
    reason: 'banned',
    until: '2026-03-09T12:00:00.000Z',
    account: null,
    sequence: 3,
  });
  here.tell(lines, connectionEvents.ConnectionAccountTold, {
    connectionId: who.shop,
    accountNews: { what: 'quality', word: 'FLAGGED', of: '+55 11 90000-0001', at: '2026-03-01T12:00:00.000Z' },
  });
  here.tell(lines, connectionEvents.ConnectionDeleted, { connectionId: who.oldShop });
  there.connection(who.farShop, 'Longe');
  there.tell(`connections-${who.foreign}`, connectionEvents.ConnectionSessionAsked, {
    connectionId: who.farShop,
    asked: { id: uuid(61), ask: 'renew' },
  });
  return [...here.take(), ...there.take()];
};
