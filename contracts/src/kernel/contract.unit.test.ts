import { z } from 'zod';
import { event, personal } from './contract.ts';

test('a personal field names its subject in its schema', () => {
  const received = event('MessageReceived', z.object({ body: personal(z.string(), 'contact') }));
  expect(received.data.shape.body.meta()).toEqual({ personal: 'contact' });
});
