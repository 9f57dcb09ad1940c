import { beforeEach, expect, test } from '@jest/globals';
import { type AnnouncementView, limits } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { at, idOf } from '../../testing/records.ts';

const CALL = 'GET /announcements/';
const nth = (n: number): AnnouncementView => ({
  id: idOf(9, n),
  companyId: idOf(8, 1),
  priority: 2,
  title: `Aviso ${String(n).padStart(2, '0')}`,
  text: 'Hoje não há expediente.',
  status: true,
  mediaPath: null,
  mediaName: null,
  createdAt: at(1),
  updatedAt: at(1),
});
const all = Array.from({ length: limits.pageSize + 1 }, (_, n) => nth(n));
let fails = 0;

withCompany();
beforeEach(() => {
  company.answer = ({ call, query }) => {
    if (call !== CALL) return undefined;
    const first = (Number(query.get('pageNumber') ?? 1) - 1) * limits.pageSize;
    if (first > 0 && fails-- > 0) return 'gone';
    const records = all.slice(first, first + limits.pageSize);
    return { body: { records, count: all.length, hasMore: first === 0 }, headers: { 'prosa-position': '100' } };
  };
});
const pages = () => heard(CALL).map(({ query }) => query.get('pageNumber') ?? '1');

test('scrolling fetches the next page once; one that failed is fetched again', async () => {
  fails = 1;
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Informativos/ }));
  const popover = within(await screen.findByRole('dialog', { name: 'Informativos' }));
  await popover.findByText('Aviso 00');
  const scroll = () => fireEvent.scroll(popover.getByRole('list'));
  expect(popover.queryByText(`Aviso ${limits.pageSize}`)).toBeNull();
  scroll();
  await waitFor(() => expect(pages()).toEqual(['1', '2']));
  await waitFor(() => {
    scroll();
    expect(pages()).toEqual(['1', '2', '2']);
  });
  await popover.findByText(`Aviso ${limits.pageSize}`);
  scroll();
  expect(popover.getAllByRole('article')).toHaveLength(limits.pageSize + 1);
  expect(pages()).toEqual(['1', '2', '2']);
});

test('an inactive announcement that is deleted leaves the list', async () => {
  company.me = aUser({ profile: 'admin', super: true });
  let records = [{ ...nth(1), status: false }];
  company.answer = ({ call }) => {
    if (call.startsWith('DELETE')) records = [];
    return call === CALL
      ? { body: { records, count: records.length, hasMore: false }, headers: { 'prosa-position': '100' } }
      : undefined;
  };
  await enter('/announcements');
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Aviso 01' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(heard(`DELETE /announcements/${nth(1).id}`)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Aviso 01')).toBeNull());
});
