import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limits, tags } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Tag from 'lucide-react/icons/tag';
import { company, heard, withCompany } from '../desk/tickets/screen.fixture.tsx';
import { networkChanged } from '../kernel/live/live.slice.ts';
import { aUser } from '../testing/me.ts';
import { idOf } from '../testing/records.ts';
import { renderScreen } from '../testing/screen.tsx';
import type { Said } from '../testing/server.ts';
import { recordScreen } from './record-screen.tsx';

/** Tags with other rules: only administrators may change them, and names are unique. */
const record = {
  ...tags,
  may: { ...tags.may, write: 'queues:write' as const },
  unique: [{ field: 'name', code: 'ERR_DUPLICATED_CONTACT' }],
};
const show = () => {
  const it = recordScreen({
    record: record as unknown as typeof tags,
    icon: Tag,
    columns: [{ field: 'name' }, { field: 'kanban', isNumber: true }],
    fields: [{ field: 'name' }],
  });
  return renderScreen('/tags', [{ name: 'tags', screens: [{ path: 'tags', load: async () => ({ screen: it }) }] }]);
};
let count: number;
let refusal: Said | undefined;

withCompany();
beforeEach(() => {
  count = 3;
  refusal = undefined;
  company.answer = ({ call, query }) => {
    if (call !== 'GET /tags/') return call.startsWith('GET') ? undefined : refusal;
    const from = (Number(query.get('pageNumber')) - 1) * limits.pageSize;
    const all = Array.from({ length: count }, (_, n) => ({
      id: idOf(5, n),
      name: `Tag ${String(n).padStart(3, '0')}`,
      kanban: n,
    }));
    return {
      body: { tags: all.slice(from, from + limits.pageSize), count, hasMore: count > from + limits.pageSize },
      headers: { 'prosa-position': '100' },
    };
  };
});

afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollHeight'));

test('the next page is asked for within 100 px of the end, not before', async () => {
  count = 40; // two pages: the second one leaves the end as near as it was
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, value: 2_000 }); // 900 of it are in sight
  await show();
  await screen.findByRole('row', { name: 'Tag 001 1' });
  const rows = screen.getByRole('region', { name: 'Tags' });
  const isAskedAt = (distance: number) => {
    rows.scrollTop = 1_100 - distance;
    fireEvent.scroll(rows);
    return rows.getAttribute('aria-busy');
  };
  expect(isAskedAt(100)).toBe('false');
  expect(isAskedAt(99)).toBe('true');
  await screen.findByRole('row', { name: 'Tag 039 39' });
  expect(heard('GET /tags/')).toHaveLength(2);
});

test('what is saved goes out once, a moment after the click', async () => {
  await show();
  const save = async (button: string, name: string, call: string) => {
    fireEvent.click(await screen.findByRole('button', { name: button }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: name } });
    const begun = performance.now();
    fireEvent.submit(dialog.querySelector('form')!);
    fireEvent.submit(dialog.querySelector('form')!);
    await waitFor(() => expect(heard(call).map(({ body }) => body)).toEqual([{ name }]));
    expect(performance.now() - begun).toBeGreaterThanOrEqual(limits.submitDelayMs - 20);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await save('Editar Tag 001', 'Tag 900', `PUT /tags/${idOf(5, 1)}`);
  await save('Nova tag', 'Tag 901', 'POST /tags');
});

test('who may not change the records sees them, and nothing to change them with', async () => {
  company.me = aUser({ profile: 'user' });
  await show();
  expect(await screen.findByRole('row', { name: 'Tag 001 1' })).toBeTruthy();
  for (const name of ['Nova tag', 'Editar Tag 001', 'Excluir Tag 001']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Ações' })).toBeNull();
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a value that is already used is reported at its field', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Editar Tag 001' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'Tag 002' } });
  refusal = { status: 409, body: { error: 'ERR_DUPLICATED_CONTACT', message: 'm' } };
  fireEvent.submit(dialog.querySelector('form')!);
  expect(await within(dialog).findByText('Já existe um contato com este número.', { selector: '.field .error' })).toBeTruthy();
  expect(dialog.querySelector('.refusal')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Nome'), { target: { value: 'Tag 004' } });
  await waitFor(() => expect(within(dialog).queryByText('Já existe um contato com este número.')).toBeNull());
});

test('of a long list only visible rows are rendered, and its length is announced', async () => {
  count = 190;
  await show();
  await waitFor(() => expect(heard('GET /tags/')).toHaveLength(10));
  await screen.findByText('190 tags');
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('191'));
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
});

test('without a network loaded records stay, and a failure is shown by the banner only', async () => {
  const { store } = await show();
  await screen.findByRole('row', { name: 'Tag 001 1' });
  company.answer = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
  store.dispatch(networkChanged(false));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'tag' } });
  await waitFor(() => expect(heard('GET /tags/')).toHaveLength(2));
  expect(screen.getByRole('row', { name: 'Tag 001 1' })).toBeTruthy();
  expect(screen.queryByText(/Não deu para carregar/)).toBeNull();
  store.dispatch(networkChanged(true));
  expect((await screen.findByRole('alert')).textContent).toContain('Não deu para carregar a lista');
});
