import { newId } from '../../kernel/ids.ts';
import { ScheduleFields, scheduleFaults } from './schedules.contract.ts';

test.each(['9999-12-31T23:59', '9999-12-31T23:59:59-03:00', '9999-12-31T00:00:00Z', '0001-01-01T00:00', '0000-05-05T05:05'])(
  'a time that some zone cannot write with four digits of a year is refused at its field: %s',
  (sendAt) => {
    const checked = ScheduleFields.safeParse({ contactId: newId(), body: 'Bom dia!', sendAt });
    expect(checked.error?.issues).toMatchObject([{ path: ['sendAt'], message: scheduleFaults.time }]);
  },
);
