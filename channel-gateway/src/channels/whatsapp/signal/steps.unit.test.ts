import { addTransactionCapability, initAuthCreds, type SignalDataSet, type SignalKeyStore } from '@whiskeysockets/baileys';
import { commitBeforeSending, countedKeys, type Transactional } from './steps.ts';

const ACCOUNT = '5511900000001:1@s.whatsapp.net';
const silent = { trace: () => undefined, debug: () => undefined, warn: () => undefined, error: () => undefined } as never;

const opened = () => {
  const written: SignalDataSet[] = [];
  const store = {
    get: async () => ({}),
    set: async (data: SignalDataSet) => void written.push(data),
  } as unknown as SignalKeyStore;
  const keys = addTransactionCapability(store, silent, { maxCommitRetries: 1, delayBetweenTriesMs: 0 });
  commitBeforeSending(keys as unknown as Transactional, () => ACCOUNT);
  return { keys, written };
};
const step = { session: { carla: new Uint8Array([1]) } };

test('what a message is encrypted with is written before the transaction of the account, in which it is sent, ends', async () => {
  const { keys, written } = opened();
  await keys.transaction(async () => {
    await keys.transaction(async () => keys.set(step), 'carla');
    expect(written).toEqual([step]);
  }, ACCOUNT);
  expect(written).toEqual([step]);
});

test('one transaction of the account after the other, and those of others are written at their end', async () => {
  const { keys, written } = opened();
  const order: string[] = [];
  const sending = (name: string) =>
    keys.transaction(async () => {
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
    }, ACCOUNT);
  await Promise.all([sending('one'), sending('two')]);
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  await keys.transaction(async () => {
    await keys.set(step);
    expect(written).toEqual([]);
  }, 'carla');
  expect(written).toEqual([step]);
});

test('new one-time keys are counted with them, those that are used up are not; a device that is not linked has nothing to keep', () => {
  const unlinked = initAuthCreds();
  const creds = { ...unlinked, nextPreKeyId: 31, firstUnuploadedPreKeyId: 31, me: { id: ACCOUNT, lid: '9:1@lid' } };
  expect(countedKeys({ 31: {}, 35: {} }, creds)).toEqual({ ...creds, nextPreKeyId: 36, firstUnuploadedPreKeyId: 36 });
  expect(countedKeys({ 7: {} }, creds)).toEqual(creds);
  expect(countedKeys({ 31: null }, creds)).toBeNull();
  expect(countedKeys(undefined, creds)).toBeNull();
  expect(countedKeys({ 31: {} }, unlinked)).toBeNull();
});
