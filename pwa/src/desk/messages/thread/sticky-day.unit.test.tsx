import { beforeAll, expect, test } from '@jest/globals';
import { act, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../../../app/state/store.ts';
import { startI18n } from '../../../kernel/i18n/i18n.ts';
import { painted } from '../../../kernel/loading/painted.ts';
import { StickyDay } from './sticky-day.tsx';

beforeAll(() => startI18n('pt'));

const [monday, tuesday, friday] = ['2026-03-02T12:00:00Z', '2026-03-03T12:00:00Z', '2026-03-06T12:00:00Z'];
/** The rendered rows of the thread, in their order, each with its distance from the upper edge; jsdom lays out nothing. */
type Row = { top: number; of?: string; begins?: string };
const Thread = ({ rows }: { rows: Row[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const at = (top: number) => (element: HTMLElement | null) => {
    if (element) element.getBoundingClientRect = () => new DOMRect(0, top, 100, 20);
  };
  return (
    <div ref={scroller} role="log">
      <StickyDay scroller={scroller} />
      {rows.map(({ top, of, begins }) => (
        <p key={top} ref={at(top)} {...(begins ? { 'data-day': begins } : { 'data-day-of': of })} />
      ))}
    </div>
  );
};
const shown = async (...rows: Row[]) => {
  const store = createStore(async () => []);
  const { container, unmount } = render(
    <Provider store={store}>
      <Thread rows={rows} />
    </Provider>,
  );
  await act(painted);
  fireEvent.scroll(container.querySelector('[role="log"]')!);
  const day = container.querySelector('time')?.textContent ?? undefined;
  unmount();
  store.stop();
  return day;
};

test('the floating day is that of the message at the upper edge, and does not stand beside its own separator', async () => {
  expect(await shown({ top: -40, of: monday }, { top: 30, of: monday })).toContain('02/03/2026');
  expect(await shown({ top: -80, of: monday }, { top: -30, begins: tuesday }, { top: -5, of: tuesday })).toContain('03/03/2026');
  expect(await shown({ top: -60, of: monday }, { top: -4, begins: tuesday }, { top: 30, of: tuesday })).toBeUndefined();
  expect(await shown({ top: 40, begins: monday }, { top: 80, of: monday })).toBeUndefined();
});

test('a row far above that stays rendered, because it has the focus, says nothing of the day', async () => {
  expect(await shown({ top: -9_000, of: monday }, { top: -40, of: friday }, { top: 30, of: friday })).toContain('06/03/2026');
});
