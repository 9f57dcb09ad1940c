import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createEvent, fireEvent } from '@testing-library/react';
import { ignoreStrayDrops } from './stray-drops.ts';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = '<p>Texto</p><textarea></textarea><input type="file"><div></div>';
  stop = ignoreStrayDrops();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

/** Whether the browser still acts on what is dragged over, and dropped on, an element. */
const isTaken = (selector: string, ...types: string[]) =>
  (['dragOver', 'drop'] as const).map((name) => {
    const target = document.querySelector(selector)!;
    const event = createEvent[name](target, { dataTransfer: { types, files: [] } });
    fireEvent(target, event);
    return !event.defaultPrevented;
  });

test('a dropped file opens nothing, except in a field for files', () => {
  expect(isTaken('p', 'Files')).toEqual([false, false]);
  expect(isTaken('textarea', 'Files')).toEqual([false, false]);
  expect(isTaken('[type="file"]', 'Files')).toEqual([true, true]);
});

test('neither does a link or a picture of a page; texts go into fields as ever', () => {
  expect(isTaken('p', 'text/uri-list', 'text/html')).toEqual([false, false]);
  expect(isTaken('textarea', 'text/uri-list')).toEqual([true, true]);
  expect(isTaken('p', 'text/plain')).toEqual([true, true]);
});
