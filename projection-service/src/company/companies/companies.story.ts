import { companyEvents, protocolEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.company();
  there.company({ tagForce: true });
  here.tell(`protocol-${who.company}`, protocolEvents.NumbersTaken, { from: 1, to: 20 });
  here.tell(`company-${who.company}`, companyEvents.CompanyChanged, { companyId: who.company, tagForce: true });
  here.tell(`company-${who.company}`, companyEvents.CompanyHoursChanged, {
    companyId: who.company,
    schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' }],
    holidays: ['2026-12-25'],
  });
  here.tell(`company-${who.company}`, companyEvents.CompanyReferred, { companyId: who.company, by: who.foreign });
  here.setting('VerFilaCinza', 'enabled');
  here.setting('userRating', 'enabled');
  here.setting('VerFilaCinza', 'disabled');
  for (const shown of ['********0001', ''])
    here.tell(`company-${who.company}`, companyEvents.IntegrationKeySet, { companyId: who.company, key: 'asaas', shown });
  const theirs = `company-${who.foreign}`;
  const companyId = who.foreign;
  for (const invoiceId of [null, who.ana]) {
    const renewed = { companyId, dueDate: '2027-02-28T12:00:00.000Z', day: 31, invoiceId };
    there.tell(theirs, companyEvents.CompanyRenewed, renewed);
  }
  there.tell(theirs, companyEvents.CompanyDeleted, { companyId, erasesAt: '2027-01-30T12:00:00.000Z', wasActive: true });
  there.tell(theirs, companyEvents.CompanyRestored, { companyId });
  there.tell(theirs, companyEvents.CompanyErased, { companyId });
  return [...here.take(), ...there.take()];
};
