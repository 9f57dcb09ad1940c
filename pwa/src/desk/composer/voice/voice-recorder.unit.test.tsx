import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PlacedToasts } from '../../../app/placed-toasts.tsx';
import { createStore, type Store } from '../../../app/state/store.ts';
import { loadScreenTexts, startI18n } from '../../../kernel/i18n/i18n.ts';
import '../../../testing/queries.ts';
import type { Start } from './use-recorder.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

let did: string[];
/** The sizes of the recordings that were played. */
let played: number[];
let sent: [bytes: number, recorded: object][];
let hear: (loudness: number, durationMs: number) => void;
let store: Store;
beforeEach(() => {
  store = createStore(async () => []);
  did = [];
  sent = [];
  played = [];
  const createObjectURL = ({ size }: Blob) => {
    played.push(size);
    return 'blob:recording';
  };
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
  // jsdom plays nothing.
  HTMLMediaElement.prototype.play = async () => void did.push('play');
  HTMLMediaElement.prototype.pause = () => void did.push('stop');
});
afterEach(() => {
  cleanup();
  store.stop();
});

/** A microphone that the test controls; `bytes` is the size of the encoded recording. */
const recordsInto =
  (bytes: number): Start =>
  async (onPlayed) => {
    hear = onPlayed;
    const note = (what: string) => async () => void did.push(what);
    const blob = async () => new Blob([new Uint8Array(bytes)]);
    return { pause: note('pause'), resume: note('resume'), soFar: blob, finish: blob, drop: () => void did.push('drop') };
  };
const show = async (start: Start) => {
  const close = () => void did.push('close');
  await startI18n('pt');
  await loadScreenTexts('composer');
  const { unmount } = await act(async () =>
    render(
      <Provider store={store}>
        <VoiceRecorder onSend={({ size }, recorded) => sent.push([size, recorded])} onClose={close} start={start} />
        <PlacedToasts />
      </Provider>,
    ),
  );
  return unmount;
};
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => {
  const it = (await button(name)) as HTMLButtonElement;
  await waitFor(() => expect(it.disabled).toBe(false));
  await userEvent.click(it);
};

test('it shows the duration, plays back while paused, continues, and sends the recording with its duration and shape', async () => {
  await show(recordsInto(10_000));
  await button('Pausar gravação');
  act(() => hear(0.2, 83_400));
  expect(screen.getByRole('timer').textContent).toBe('1:23');
  await press('Pausar gravação');
  expect(await button('Ouvir a gravação')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Gravação em pausa');
  await press('Continuar a gravar');
  expect(did).toEqual(['pause', 'resume']);
  await press('Enviar áudio');
  await waitFor(() => expect(sent).toEqual([[10_000, { durationMs: 83_400, waveform: [72] }]]));
  expect(did.at(-1)).toBe('close');
});

test('playback that is asked for before the recording is encoded so far begins once it is', async () => {
  const encoded = Promise.withResolvers<Blob>();
  const start: Start = async (onPlayed) => ({ ...(await recordsInto(10_000)(onPlayed)), soFar: () => encoded.promise });
  await show(start);
  await press('Pausar gravação');
  await press('Ouvir a gravação');
  expect(did).toEqual(['pause']);
  encoded.resolve(new Blob([new Uint8Array(9)]));
  await waitFor(() => expect(did).toEqual(['pause', 'play']));
  expect(played).toEqual([9]);
  await press('Parar de ouvir');
  await button('Ouvir a gravação');
  expect(did).toEqual(['pause', 'play', 'stop']);
});

test('the recording as it was in an earlier pause is not played in a later one', async () => {
  const encoded = [Promise.withResolvers<Blob>(), Promise.withResolvers<Blob>()];
  const answers = encoded.map(({ promise }) => promise);
  await show(async (onPlayed) => ({ ...(await recordsInto(10_000)(onPlayed)), soFar: () => answers.shift()! }));
  await press('Pausar gravação');
  await press('Continuar a gravar');
  await press('Pausar gravação');
  await press('Ouvir a gravação');
  await act(async () => encoded[0]!.resolve(new Blob([new Uint8Array(5)])));
  expect(played).toEqual([]);
  await act(async () => encoded[1]!.resolve(new Blob([new Uint8Array(9)])));
  expect(played).toEqual([9]);
});

test('what fails after the recorder was left is reported to nobody', async () => {
  const encoded = Promise.withResolvers<Blob>();
  const start: Start = async (onPlayed) => ({ ...(await recordsInto(10_000)(onPlayed)), soFar: () => encoded.promise });
  const leave = await show(start);
  await press('Pausar gravação');
  leave();
  await act(async () => encoded.reject(new Error('The context is closed.')));
  expect(did).toEqual(['pause', 'drop']);
});

test('a recording of fewer than 10,000 bytes is dropped with a message', async () => {
  await show(recordsInto(9_999));
  await press('Enviar áudio');
  expect(await screen.findByText('A gravação ficou curta demais e não foi enviada.')).toBeTruthy();
  expect([sent, did]).toEqual([[], ['close']]);
});

test.each([
  ['NotAllowedError', /não deixou usar o microfone/],
  ['NotFoundError', /Nenhum microfone foi encontrado/],
  ['NotReadableError', /Não deu para gravar/],
])('a microphone that cannot be used (%s) is reported like other errors', async (name, words) => {
  await show(async () => {
    throw new DOMException('no', name);
  });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(did).toEqual(['close']);
});

test('leaving the recorder releases the microphone', async () => {
  const leave = await show(recordsInto(10_000));
  await press('Descartar gravação');
  expect(did).toEqual(['close']);
  leave();
  expect(did).toEqual(['close', 'drop']);
  expect(sent).toEqual([]);
});
