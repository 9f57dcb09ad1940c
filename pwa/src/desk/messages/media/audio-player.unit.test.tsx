import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createStore, type Store } from '../../../app/state/store.ts';
import { loadScreenTexts, startI18n } from '../../../kernel/i18n/i18n.ts';
import '../../../testing/queries.ts';
import { AudioPlayer } from './audio-player.tsx';

let fetched: unknown[];
let store: Store;
beforeEach(() => {
  store = createStore(async () => []);
  fetched = [];
  Object.assign(globalThis, { OfflineAudioContext: class {} }); // it could be decoded
});
afterEach(() => {
  cleanup();
  store.stop();
});
const shown = async (waveform: number[] | null) => {
  await startI18n('pt');
  await loadScreenTexts('messages');
  const fetchBefore = globalThis.fetch;
  globalThis.fetch = async (address) => {
    fetched.push(address);
    return Response.error();
  };
  const player = { url: '/api/media/1/2', bytes: 9_000, durationMs: 3_000, onGone: () => undefined };
  const { container } = await act(async () =>
    render(
      <Provider store={store}>
        <AudioPlayer {...player} waveform={waveform} />
      </Provider>,
    ),
  );
  globalThis.fetch = fetchBefore;
  const picture = container.querySelector('[data-waveform]')!;
  const bars = picture.querySelector('path')?.getAttribute('d') ?? null;
  return { look: picture.getAttribute('data-waveform'), bars };
};

test('a voice whose shape its device told is drawn without its bytes; silence is visible too', async () => {
  const { look, bars } = await shown([0, 40, 80]);
  expect(look).toBe('drawn');
  expect(bars?.match(/v[\d.]+/g)?.map((height) => Math.round(Number(height.slice(1))))).toEqual([2, 12, 24]);
  expect(fetched).toEqual([]);
});

test('the bytes of another one are fetched to draw it', async () => {
  expect((await shown(null)).look).toBe('plain');
  expect(fetched).toEqual(['/api/media/1/2']);
});
