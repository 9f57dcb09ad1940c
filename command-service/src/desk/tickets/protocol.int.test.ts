import { allEvents, newId } from '@prosa/contracts';
import { AppendOutcomeUnknown, type Store } from '@prosa/infra/runtime';
import { createHandler } from '../../kernel/handler.ts';
import { startStore } from '../../testing/store.fixture.ts';
import { protocolOf } from '../conversation-kernel/protocol.ts';

const { store, codec, log, close } = await startStore(allEvents);
afterAll(close);

test('numbers whose append was not answered remain a gap, and others are assigned', async () => {
  let lost = 0;
  const forgetful: Store = {
    ...store,
    append: async (...args) => {
      const written = await store.append(...args);
      lost += 1;
      if (lost === 1) throw new AppendOutcomeUnknown(args[0]);
      return written;
    },
  };
  const { next } = protocolOf(createHandler({ store: forgetful, codec, log }));
  const companyId = newId();
  expect(await Promise.all([next(companyId), next(companyId)])).toEqual(['000021', '000022']);
});

test('all callers of a process share one block', async () => {
  const handle = createHandler({ store, codec, log });
  const companyId = newId();
  const [call, customer] = [protocolOf(handle), protocolOf(handle)];
  expect([await call.next(companyId), await customer.next(companyId), await call.next(companyId)]).toEqual([
    '000001',
    '000002',
    '000003',
  ]);
  expect((await store.load(`protocol-${companyId}`)).length).toBe(1);
});
