import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { withCompany } from '../desk/tickets/screen.fixture.tsx';
import { afterFirstScreen, firstScreenShown } from '../kernel/loading/first-screen.ts';
import { startApp } from '../testing/app.tsx';

withCompany();

test('what no first screen needs begins when the first one is rendered, or when that one says that its data have come', async () => {
  let begun = 0;
  afterFirstScreen(() => (begun += 1));
  const at = (path: string, more: { saysShown?: true }) => ({
    path,
    load: async () => ({ screen: { element: <p>{`the screen at ${path}`}</p>, ...more } }),
  });
  const { router } = await startApp('/first', [{ name: 'tags', screens: [at('first', { saysShown: true }), at('second', {})] }]);
  await screen.findByText('the screen at first');
  expect(begun).toBe(0);
  await router.navigate('/second');
  await screen.findByText('the screen at second');
  await waitFor(() => expect(begun).toBe(1));
  firstScreenShown();
  expect(begun).toBe(1);
});
