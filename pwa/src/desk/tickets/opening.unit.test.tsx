import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { comes, holdTime, pass } from '../../testing/fake-time.ts';
import type { Said } from '../../testing/server.ts';
import { company, enter, heard, openTicket, withCompany } from './screen.fixture.tsx';

withCompany();

const ITS_MESSAGES = `GET /messages/${openTicket.id}`;
const pane = () => screen.queryByRole('region', { name: /^Conversa com/ });
const isLoading = () => screen.queryByLabelText('Carregando mensagens') !== null;

/** The list, with a server that answers for the conversation's messages only when the test says so, and time that stands still. */
const enterSlow = async () => {
  let go: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (go = resolve));
  company.answer = async ({ call }): Promise<Said | undefined> => {
    if (call === ITS_MESSAGES) await asked;
    return undefined;
  };
  await enter();
  const link = (await screen.findByText(openTicket.contact.name!)).closest('a')!;
  holdTime();
  return { link, answer: go };
};
const isShownAtField = () => screen.queryByText('Bom dia, tudo bem?') !== null;
afterEach(() => void jest.useRealTimers());

test('a clicked conversation is rendered once, with its messages, if these come soon', async () => {
  const { link, answer } = await enterSlow();
  const seen = new Set<boolean>();
  const watch = new MutationObserver(() => pane() && seen.add(isLoading()));
  watch.observe(document.body, { childList: true, subtree: true });
  await act(async () => void fireEvent.click(link));
  await comes(() => heard(ITS_MESSAGES).length > 0);
  expect(pane()).toBeNull();
  answer();
  await comes(isShownAtField);
  watch.disconnect();
  expect([...seen]).toEqual([false]);
});

test('a clicked conversation waits for its messages no longer than a tenth of a second', async () => {
  const { link, answer } = await enterSlow();
  await act(async () => void fireEvent.click(link));
  await comes(() => heard(ITS_MESSAGES).length > 0);
  await pass(99);
  expect(pane()).toBeNull();
  await pass(1);
  await comes(() => pane() !== null);
  expect(isLoading()).toBe(true);
  answer();
  await comes(isShownAtField);
});
