import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory, useLocation, useRoutes } from 'react-router-dom';
import { Addressed, routerOf } from './address.tsx';

const Place = () => <p>{useLocation().pathname}</p>;
/** A screen with a file that never comes. */
const Late = lazy(() => new Promise<never>(() => undefined));
const routes = [
  { path: '/late', element: <Late /> },
  { path: '*', element: <Place /> },
];
const Routed = () => <Suspense fallback={<p>waiting</p>}>{useRoutes(routes)}</Suspense>;

/** The app at `/a`. */
const start = () => {
  const router = routerOf(createMemoryHistory({ initialEntries: ['/a'], v5Compat: true }));
  render(
    <Addressed router={router}>
      <Routed />
    </Addressed>,
  );
  return router;
};

test('an address is shown once what it is to come after has come', async () => {
  const router = start();
  let come: () => void = () => undefined;
  const after = new Promise<void>((resolve) => (come = resolve));
  await act(() => router.navigate('/b', { after }));
  expect(router.state.location.pathname).toBe('/b');
  expect(screen.getByText('/a')).toBeTruthy();
  await act(async () => come());
  expect(screen.getByText('/b')).toBeTruthy();
});

test('an address that was left before that is not shown any more', async () => {
  const router = start();
  let come: () => void = () => undefined;
  const after = new Promise<void>((resolve) => (come = resolve));
  await act(() => router.navigate('/b', { after }));
  await act(() => router.navigate('/c', { after: null }));
  await act(async () => come());
  expect(screen.getByText('/c')).toBeTruthy();
});

test('an address with nothing to come after is rendered in one piece; any other leaves the screen before while its file is loaded', async () => {
  const beside = start();
  await act(() => beside.navigate('/late'));
  expect(screen.getByText('/a')).toBeTruthy();
  expect(screen.queryByText('waiting')).toBeNull();
  await act(() => beside.navigate('/late', { after: null }));
  expect(screen.getByText('waiting')).toBeTruthy();
});
