import type { TicketView } from '@prosa/contracts';
import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { useCalmMotion } from './use-calm-motion.ts';
import '../../../testing/queries.ts';

const List = ({ rows }: { rows: TicketView[] }) => {
  const ref = useRef<HTMLUListElement>(null);
  useCalmMotion(ref, rows);
  return <ul ref={ref} />;
};

test('rows are animated for a single change, and not while changes follow each other closely', async () => {
  const { rerender } = render(<List rows={[]} />);
  const isRushed = () => screen.getByRole('list').dataset.rushed !== undefined;
  expect(isRushed()).toBe(false);
  rerender(<List rows={[]} />);
  expect(isRushed()).toBe(true);
  await waitFor(() => expect(isRushed()).toBe(false), { timeout: 3_000 });
  rerender(<List rows={[]} />);
  expect(isRushed()).toBe(false);
});
