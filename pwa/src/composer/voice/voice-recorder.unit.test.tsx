import { beforeEach, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { loadScreenTexts } from '../../i18n/i18n.ts';
import { startApp } from '../../testing/app.tsx';
import type { Start } from './use-recorder.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

let did: string[];
let sent: [bytes: number, recorded: object][];
let hear: (loudness: number, durationMs: number) => void;
beforeEach(() => {
  did = [];
  sent = [];
  Object.assign(URL, { createObjectURL: () => 'blob:recording', revokeObjectURL: () => undefined });
  HTMLMediaElement.prototype.pause = () => undefined; // jsdom plays nothing
});

/** A microphone that the test controls; `bytes` is the size of the encoded recording. */
const recordsInto =
  (bytes: number): Start =>
  async (onHeard) => {
    hear = onHeard;
    const note = (what: string) => async () => void did.push(what);
    const blob = async () => new Blob([new Uint8Array(bytes)]);
    return { pause: note('pause'), resume: note('resume'), soFar: blob, finish: blob, drop: () => void did.push('drop') };
  };
const show = async (start: Start) => {
  const { store } = await startApp('/login', []);
  const close = () => void did.push('close');
  await loadScreenTexts('composer');
  const { unmount } = await act(async () =>
    render(
      <Provider store={store}>
        <VoiceRecorder
          author="Marina"
          onSend={({ size }, recorded) => sent.push([size, recorded])}
          onClose={close}
          start={start}
        />
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
