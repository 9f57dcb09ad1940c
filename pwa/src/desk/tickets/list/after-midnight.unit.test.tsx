import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { rendersOf } from '../../../testing/renders.ts';
import { company, enterConversation, openTicket, withCompany } from '../screen.fixture.tsx';
import { TicketRow } from './ticket-row.tsx';

withCompany();

test('after midnight the rows of an open list say the date; until then nothing renders them again', async () => {
  const evening = new Date('2026-11-18T02:58:40Z');
  jest.useFakeTimers({
    now: evening,
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setTimeout', 'setImmediate'],
  });
  try {
    company.tickets = [{ ...openTicket, updatedAt: '2026-11-18T02:40:00Z' }];
    await enterConversation('/tickets');
    const time = async () => (await screen.findByRole('link', { name: /Otávio/ })).querySelector('time')?.textContent;
    expect(await time()).toBe('23:40');
    const [before] = await rendersOf([TicketRow], () => act(async () => void jest.advanceTimersByTime(60_000)));
    expect([await time(), before.length]).toEqual(['23:40', 0]);
    await act(async () => void jest.advanceTimersByTime(60_000));
    expect(await time()).toBe('17/11/2026');
  } finally {
    jest.useRealTimers();
  }
});
