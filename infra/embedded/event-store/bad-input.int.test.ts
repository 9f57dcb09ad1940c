import { once } from 'node:events';
import {
  eventTypeFilter,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { collect, events, failureOf, fresh, temporaryStore, ways } from './temporary-store.ts';

let store: Awaited<ReturnType<typeof temporaryStore>>;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.stop());

describe.each(ways)('by $way', ({ options }) => {
  it('an append that contains an event with an invalid id or without a type is refused completely, and concurrent appends are written', async () => {
    const [bad, good] = [fresh(), fresh()];
    const noUuid = jsonEvent({ id: 'one', type: 'Counted', data: {} });
    const noType = jsonEvent({ type: '', data: {} });
    const attempts = [noUuid, noType].map((event) =>
      failureOf(store.client().appendToStream(bad, [...events(1), event], options)),
    );
    const beside = await store.client().appendToStream(good, events(2), options);
    for (const error of await Promise.all(attempts)) expect(error).toBeInstanceOf(Error);
    expect(beside.nextExpectedRevision).toBe(1n);
    expect(await failureOf(collect(store.client().readStream(bad)))).toBeInstanceOf(StreamNotFoundError);
  });

  it('a stream must have a name', async () => {
    expect(await failureOf(store.client().appendToStream('', events(1), options))).toBeInstanceOf(Error);
  });
});

it('a filter with an invalid regular expression ends the subscription with an error', async () => {
  const subscription = store
    .client()
    .subscribeToAll({ filter: eventTypeFilter({ regex: '(' }) })
    .on('data', () => {});
  const [error] = await once(subscription, 'error').catch((cause: unknown) => [cause]);
  expect(error).toMatchObject({ code: 2 });
});

it('methods that are not implemented are refused as such', async () => {
  const settings = persistentSubscriptionToStreamSettingsFromDefaults();
  const error = await failureOf(store.client().createPersistentSubscriptionToStream(fresh(), 'group', settings));
  expect(error).toMatchObject({ code: 12 });
});
