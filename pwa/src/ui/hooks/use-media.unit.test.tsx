import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import '../../testing/media.ts';
import { useIsPhone } from './use-media.ts';

afterEach(cleanup);

const Row = () => <li>{useIsPhone() ? 'phone' : 'desk'}</li>;
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('rows ask the browser once for all of them, however often they are drawn, and all follow a change', () => {
  let asked = 0;
  const list = Object.assign(new EventTarget(), { matches: true });
  const matchMedia = () => {
    asked += 1;
    return list;
  };
  Object.assign(window, { matchMedia });
  const screenful = (
    <ul>
      <Row />
      <Row />
      <Row />
    </ul>
  );
  const { rerender } = render(screenful);
  rerender(<ul>{screenful.props.children}</ul>);
  expect(rows()).toEqual(['phone', 'phone', 'phone']);
  expect(asked).toBe(1);
  list.matches = false;
  act(() => void list.dispatchEvent(new Event('change')));
  expect(rows()).toEqual(['desk', 'desk', 'desk']);
});
