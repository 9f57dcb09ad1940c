import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Button } from './marks/button.tsx';
import { guardPresses } from './steady.ts';

let stop: () => void;
const [act, ignored] = [jest.fn(), jest.fn()];
beforeEach(() => {
  for (const told of [act, ignored]) told.mockClear();
  stop = guardPresses(ignored);
  render(
    <>
      <p>Texto</p>
      <Button steady="save 1" onClick={act}>
        Salvar
      </Button>
    </>,
  );
});
afterEach(() => {
  stop();
  cleanup();
});

/** Where the page lays the button out: jsdom lays out nothing. */
const place = (top: number) => {
  button().getBoundingClientRect = () => new DOMRect(0, top, 100, 30);
};
const button = () => screen.getByRole('button');
const text = () => screen.getByText('Texto');
/** jsdom has no events of pointers. */
const pointer = (type: string, target: Element, x: number, y: number) => {
  const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: y });
  fireEvent(target, Object.assign(event, { pointerType: 'mouse' }));
};
const moveOver = (target: Element, x: number, y: number) => pointer('pointermove', target, x, y);
const click = (x: number, y: number, detail = 1) => fireEvent.click(button(), { clientX: x, clientY: y, detail });

test('what moved under a pointer that stayed takes no click, and says so', () => {
  place(0);
  moveOver(text(), 50, 50);
  place(40);
  pointer('pointerover', button(), 50, 50);
  click(50, 50);
  expect([act.mock.calls.length, ignored.mock.calls.length]).toEqual([0, 1]);
  click(51, 52, 2);
  expect([act.mock.calls.length, ignored.mock.calls.length]).toEqual([0, 1]);
});

test('who moves the pointer to where the button now is means it, though the pointer passed there before', () => {
  place(0);
  moveOver(text(), 50, 60); // on the way to the button
  moveOver(button(), 50, 20);
  click(50, 20);
  place(40); // a refusal pushes it down
  moveOver(text(), 50, 30);
  moveOver(button(), 50, 62);
  click(50, 62);
  expect([act.mock.calls.length, ignored.mock.calls.length]).toEqual([2, 0]);
});

test('a key that was just pressed for something else is not meant for the button, unless the pointer was used in between', () => {
  const enters = (target: Element) => fireEvent.keyDown(target, { key: 'Enter' });
  place(0);
  enters(text());
  enters(button());
  click(0, 0, 0);
  expect(act).not.toHaveBeenCalled();
  enters(text());
  pointer('pointerdown', text(), 50, 60);
  enters(button());
  click(0, 0, 0);
  expect(act).toHaveBeenCalledTimes(1);
});
