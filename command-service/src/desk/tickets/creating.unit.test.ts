import { Refused } from '@prosa/contracts';
import { creating } from './creating.ts';

test('a ticket that could not be written is told as such, and may be created again', async () => {
  await expect(creating(Promise.reject(new Refused('ERR_BUSY')))).rejects.toMatchObject({
    code: 'ERR_CREATING_TICKET',
    status: 503,
  });
  await expect(creating(Promise.reject(new Refused('ERR_NO_CONTACT_FOUND')))).rejects.toMatchObject({
    code: 'ERR_NO_CONTACT_FOUND',
  });
  expect(await creating(Promise.resolve(1))).toBe(1);
});
