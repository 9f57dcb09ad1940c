import { expect, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DateInput } from './date-input.tsx';

const Form = ({ first = '' }: { first?: string }) => {
  const [value, setValue] = useState(first);
  return (
    <>
      <DateInput aria-label="Dia" value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('')}>
        Limpar
      </button>
    </>
  );
};
const field = () => screen.getByLabelText<HTMLInputElement>('Dia');
const given = () => screen.getByRole('status').textContent;

test('a day is typed and shown as dd/MM/yyyy, and reported as yyyy-MM-dd', async () => {
  render(<Form />);
  await userEvent.type(field(), '17112026');
  expect([field().value, given()]).toEqual(['17/11/2026', '2026-11-17']);
  await userEvent.clear(field());
  expect([field().value, given()]).toEqual(['', '']);
  await userEvent.type(field(), '1/2/2026');
  expect([field().value, given()]).toEqual(['1/2/2026', '2026-02-01']);
});

test('a text that is not a day is reported as typed, and can be corrected', async () => {
  render(<Form first="2026-11-30" />);
  expect(field().value).toBe('30/11/2026');
  await userEvent.type(field(), '{Backspace}');
  expect(given()).toBe('30/11/202');
  await userEvent.clear(field());
  await userEvent.type(field(), '31/02/2026');
  expect([field().value, given()]).toEqual(['31/02/2026', '31/02/2026']);
  await userEvent.type(field(), '{Backspace>7/}8');
  expect(field().value).toBe('31/8');
});

test('a day can be pasted, chosen in the calendar, and set by the form', async () => {
  const { container } = render(<Form />);
  await userEvent.click(field());
  await userEvent.paste('2026-11-17');
  expect([field().value, given()]).toEqual(['17/11/2026', '2026-11-17']);
  fireEvent.change(container.querySelector('[type="date"]')!, { target: { value: '2026-12-24' } });
  expect([field().value, given()]).toEqual(['24/12/2026', '2026-12-24']);
  await userEvent.click(screen.getByText('Limpar'));
  expect(field().value).toBe('');
});
