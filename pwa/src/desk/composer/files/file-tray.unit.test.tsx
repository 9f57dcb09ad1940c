import { beforeEach, expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadScreenTexts, startI18n } from '../../../kernel/i18n/i18n.ts';
import { kindOf } from '../../outbox/kinds.ts';
import { FileTray } from './file-tray.tsx';
import { type Attached, useAttached } from './use-attached.ts';
import '../../../testing/queries.ts';

let sent: Attached[][];
let tray: ReturnType<typeof useAttached>;
let urls: Set<string>;
beforeEach(() => {
  sent = [];
  urls = new Set();
  Object.assign(URL, {
    createObjectURL: ({ name }: File) => {
      urls.add(`blob:${name}`);
      return `blob:${name}`;
    },
    revokeObjectURL: (url: string) => void urls.delete(url),
  });
});

const Stage = ({ channel = 'simulator' }) => {
  tray = useAttached();
  const { attached, add, remove, caption, clear } = tray;
  const send = () => {
    sent.push(attached);
    clear();
  };
  const on = { onChoose: () => undefined, onAdd: add, onRemove: remove, onCaption: caption, onSend: send, onClose: clear };
  return attached.length > 0 && <FileTray to="Conceição" abilities={abilitiesOf(channel)} attached={attached} {...on} />;
};
const file = (name: string, type: string, bytes = 1_200): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: bytes });
  return made;
};
const show = async (...files: File[]) => {
  await startI18n('pt');
  await loadScreenTexts('composer');
  render(<Stage />);
  act(() => tray.add(files));
  return screen.findByRole('dialog');
};

test('each file has its preview and its caption, and they are sent in their order', async () => {
  const dialog = await show(file('mesa.jpg', 'image/jpeg'), file('nota.pdf', 'application/pdf', 2_400_000));
  expect(within(dialog).getByRole('heading').textContent).toBe('Enviar 2 arquivospara Conceição');
  expect(within(dialog).getByRole('img', { name: 'mesa.jpg' }).getAttribute('src')).toBe('blob:mesa.jpg');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Legenda' }), 'Ficou assim');
  await userEvent.click(within(dialog).getByRole('button', { name: 'nota.pdf, 2 de 2' }));
  expect(within(dialog).getByText(/^nota\.pdf · 2,3 MB/)).toBeTruthy();
  const caption = within(dialog).getByRole('textbox', { name: 'Legenda' });
  expect(caption).toHaveProperty('value', '');
  await userEvent.type(caption, 'A nota{Enter}');
  expect(sent[0]?.map(({ name, caption: words }) => [name, words])).toEqual([
    ['mesa.jpg', 'Ficou assim'],
    ['nota.pdf', 'A nota'],
  ]);
  expect([...urls]).toEqual([]);
});

test('files can be dropped and pasted into the tray and removed; without files it closes', async () => {
  const dialog = await show(file('a.png', 'image/png'));
  const within1 = dialog.querySelector('[role="img"], img')!;
  fireEvent.drop(within1, { dataTransfer: { files: [file('b.png', 'image/png')] } });
  fireEvent.paste(within1, { clipboardData: { files: [file('c.png', 'image/png')], types: ['Files'] } });
  expect(within(dialog).getByRole('button', { name: 'c.png, 3 de 3' })).toBeTruthy();
  for (const name of ['a.png', 'b.png', 'c.png']) {
    expect(screen.queryByRole('dialog')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: `Tirar ${name}` }));
  }
  expect(screen.queryByRole('button', { name: /^Tirar/ })).toBeNull();
  expect(sent).toEqual([]);
});

test.each([
  ['foto.jpg', 'image/jpeg', limits.mediaBytes.image, '16 MB'],
  ['som.mp3', 'audio/mpeg', limits.mediaBytes.audio, '64 MB'],
  ['filme.mp4', 'video/mp4', limits.mediaBytes.video, '64 MB'],
  ['tudo.zip', 'application/zip', limits.mediaBytes.document, '100 MB'],
])('%s may be as large as the limit of its kind', async (name, type, max, words) => {
  const dialog = await show(file(name, type, max));
  expect(within(dialog).queryByRole('alert')).toBeNull();
  act(() => tray.add([file(`grande-${name}`, type, max + 1)]));
  await userEvent.click(within(dialog).getByRole('button', { name: `grande-${name}, 2 de 2` }));
  expect(within(dialog).getByRole('alert').textContent).toContain(`passa de ${words}`);
  expect(within(dialog).getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true);
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Legenda' }), '{Enter}');
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: `Tirar grande-${name}` }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Legenda' }), '{Enter}');
  expect(sent[0]).toHaveLength(1);
});

test('an empty file is not sent', async () => {
  const dialog = await show(file('vazio.txt', 'text/plain', 0));
  expect(within(dialog).getByRole('alert').textContent).toMatch(/está vazio/);
});

test.each([
  ['image/png', 'image'],
  ['image/svg+xml', 'document'],
  ['audio/ogg', 'audio'],
  ['video/mp4', 'video'],
  ['', 'document'],
])('the type %j is sent as %s', (type, kind) => expect(kindOf({ type })).toBe(kind));

test('C1: a file that the channel does not take as it is says how it goes', async () => {
  await startI18n('pt');
  await loadScreenTexts('composer');
  render(<Stage channel="instagram" />);
  act(() => tray.add([file('mesa.jpg', 'image/jpeg'), file('dados.zip', 'application/zip')]));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByText(/^Vai como/)).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: 'dados.zip, 2 de 2' }));
  expect(within(dialog).getByText('Vai como link: o canal não aceita este arquivo.')).toBeTruthy();
});

test('a caption ends where the channel ends it, in its own unit', async () => {
  await startI18n('pt');
  await loadScreenTexts('composer');
  render(<Stage channel="instagram" />);
  act(() => tray.add([file('mesa.jpg', 'image/jpeg')]));
  const caption = await screen.findByRole('textbox', { name: 'Legenda' });
  fireEvent.change(caption, { target: { value: 'é'.repeat(600) } });
  expect(caption).toHaveProperty('value', 'é'.repeat(500));
});
