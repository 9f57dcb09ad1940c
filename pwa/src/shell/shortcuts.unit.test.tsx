import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { listenToKeys, paletteActions, registerActions, shownShortcuts, useShortcuts } from './shortcuts.ts';

let deaf: () => void;
let usesLetters: boolean;
beforeEach(() => {
  usesLetters = true;
  deaf = listenToKeys(() => usesLetters);
});
afterEach(() => {
  cleanup();
  deaf();
});

const Screen = ({ run, keys = 'e', inText = false }: { run: () => void; keys?: string; inText?: boolean }) => {
  useShortcuts([{ keys: [keys], label: 'Resolver', group: 'Atendimentos', run, inText }]);
  return <input aria-label="texto" />;
};

test('a key runs the screen’s shortcut while the screen is shown', () => {
  const run = jest.fn();
  const { unmount } = render(<Screen run={run} />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
  expect(shownShortcuts().map(({ label }) => label)).toEqual(['Resolver']);
  unmount();
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).toHaveBeenCalledTimes(1);
  expect(shownShortcuts()).toEqual([]);
});

test('the handler of the last render is called', () => {
  const [old, fresh] = [jest.fn(), jest.fn()];
  const { rerender } = render(<Screen run={old} />);
  rerender(<Screen run={fresh} />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect([old.mock.calls.length, fresh.mock.calls.length]).toEqual([0, 1]);
});

test('letters typed into a field are no shortcuts, unless declared so', () => {
  const [letter, palette] = [jest.fn(), jest.fn()];
  render(<Screen run={letter} />);
  render(<Screen run={palette} keys="mod+k" inText />);
  const text = screen.getAllByLabelText('texto')[0]!;
  fireEvent.keyDown(text, { key: 'e' });
  fireEvent.keyDown(text, { key: 'k', ctrlKey: true });
  expect([letter.mock.calls.length, palette.mock.calls.length]).toEqual([0, 1]);
});

test('with letter shortcuts turned off the other keys still work', () => {
  const [letter, leave, palette] = [jest.fn(), jest.fn(), jest.fn()];
  render(<Screen run={letter} />);
  render(<Screen run={leave} keys="Escape" />);
  render(<Screen run={palette} keys="mod+k" />);
  usesLetters = false;
  for (const event of [{ key: 'e' }, { key: 'Escape' }, { key: 'k', metaKey: true }]) fireEvent.keyDown(document.body, event);
  expect([letter, leave, palette].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
});

test('an open dialog receives all keys', () => {
  const run = jest.fn();
  render(<Screen run={run} />);
  render(<div role="dialog" />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(run).not.toHaveBeenCalled();
});

test('registered actions are in the palette until they are unregistered', () => {
  const back = registerActions([{ id: 'x', label: 'Resolver', section: 'actions', run: () => undefined }]);
  expect(paletteActions().map(({ id }) => id)).toEqual(['x']);
  back();
  expect(paletteActions()).toEqual([]);
});

test('nothing hears the keys of an input method', () => {
  const run = jest.fn();
  const hear = jest.fn();
  render(<Screen run={run} keys="Enter" inText />);
  const text = screen.getByLabelText('texto');
  text.addEventListener('keydown', hear);
  fireEvent.keyDown(text, { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(text, { key: 'Enter', isComposing: true });
  expect([run.mock.calls.length, hear.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(text, { key: 'Enter', keyCode: 13 });
  expect([run.mock.calls.length, hear.mock.calls.length]).toEqual([1, 1]);
});

test('a letter with Shift is its own shortcut where there is one, and else the plain letter', () => {
  const [plain, shifted] = [jest.fn(), jest.fn()];
  const { unmount } = render(<Screen run={shifted} keys="shift+e" />);
  render(<Screen run={plain} />);
  fireEvent.keyDown(document.body, { key: 'E', shiftKey: true });
  fireEvent.keyDown(document.body, { key: 'e' });
  expect([plain.mock.calls.length, shifted.mock.calls.length]).toEqual([1, 1]);
  unmount();
  fireEvent.keyDown(document.body, { key: 'E', shiftKey: true });
  expect([plain.mock.calls.length, shifted.mock.calls.length]).toEqual([2, 1]);
});
