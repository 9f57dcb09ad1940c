import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { frames } from '../../../kernel/live/live.saga.ts';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { comes, passUntil, withFakeTime } from '../../../testing/fake-time.ts';
import { aMessage, aPush, childOf } from '../../../testing/records.ts';
import type { Said } from '../../../testing/server.ts';
import { company, enter, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';
import { openingExpected } from './messages.saga.ts';

withCompany();

const LIST = `GET /messages/${openTicket.id}`;
const first = aMessage({ id: childOf(1, 101), ticketId: openTicket.id, read: true, body: 'De um aparelho novo', position: '75' });
const second = aMessage({ id: childOf(1, 102), ticketId: openTicket.id, read: true, body: 'Sou eu', position: '177' });
const answerAt = (position: string, ...messages: object[]): Said => ({
  headers: { 'prosa-position': position },
  body: { messages, hasMore: false, count: messages.length },
});
const shown = async (text: string) => within(await screen.findByRole('log', { name: 'Mensagens' })).findByText(text);

test('a conversation fetched ahead is fetched again when it is opened, if pushes were missed since', async () => {
  let now = answerAt('175', first);
  company.answer = ({ call }) => (call === LIST ? now : undefined);
  const { store, router } = await enter();
  await screen.findByText(openTicket.contact.name!);
  act(() => void store.dispatch(openingExpected(openTicket.id)));
  await waitFor(() => expect(heard(LIST)).toHaveLength(1));
  now = answerAt('177', first, second);
  frames.missed('177');
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  await shown('Sou eu');
  expect(heard(LIST)).toHaveLength(2);
});

test('a push that came before the answer, and was too large for its record, has the conversation fetched again', async () => {
  let answer: (said: Said) => void = () => undefined;
  company.answer = ({ call }) => {
    if (call !== LIST) return undefined;
    return heard(LIST).length > 1 ? answerAt('177', first, second) : new Promise((resolve) => (answer = resolve));
  };
  const { store, router } = await enter();
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  await waitFor(() => expect(heard(LIST)).toHaveLength(1));
  const frame = aPush('appMessage', 'create', { id: second.id, partial: true }, '177');
  frames.add(frame);
  act(() => void store.dispatch(liveFrame(frame)));
  await withFakeTime(async () => {
    answer(answerAt('175', first));
    await comes(() => screen.getByText('De um aparelho novo'));
    await passUntil(() => screen.getByText('Sou eu'));
  });
});

test('a push that came while the conversation was fetched for such a push has it fetched once more', async () => {
  const answers: ((said: Said) => void)[] = [];
  company.answer = ({ call }) => (call === LIST ? new Promise((resolve) => answers.push(resolve)) : undefined);
  const { store, router } = await enter();
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  const come = async (nth: number, position: string) => {
    await passUntil(() => expect(answers).toHaveLength(nth));
    const frame = aPush('appMessage', 'create', { id: second.id, partial: true }, position);
    frames.add(frame);
    act(() => void store.dispatch(liveFrame(frame)));
  };
  await withFakeTime(async () => {
    await come(1, '177');
    answers[0]!(answerAt('175', first));
    await come(2, '179');
    answers[1]!(answerAt('178', first));
    await passUntil(() => expect(answers).toHaveLength(3));
  });
  answers[2]!(answerAt('179', first, second));
  await shown('Sou eu');
});
