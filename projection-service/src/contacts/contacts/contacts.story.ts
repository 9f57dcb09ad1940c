import { contactEvents, exportEvents, importEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  here.tell(`identity-${'a'.repeat(32)}`, contactEvents.IdentityClaimed, { contactId: who.maria });
  here.contact(who.maria, 'Maria José', '5511987654321', 'maria@exemplo.com.br');
  here.contact(who.joao, 'João', '5511912345678');
  here.contactChanged(who.maria, { name: 'Maria José da Silva', number: '5511987650000' });
  here.contactChanged(who.joao, { email: 'joao@exemplo.com.br' });
  const [profile, since] = [uuid(58), uuid(59)];
  for (const [contactId, fields] of [
    [
      who.maria,
      [
        { fieldId: profile, value: 'Ouro' },
        { fieldId: since, value: '2024-05-01' },
      ],
    ],
    [who.maria, [{ fieldId: profile, value: '' }]],
  ] as const)
    here.tell(`contact-${contactId}`, contactEvents.ContactFieldsChanged, { contactId, fields: [...fields] });
  here.tell(`identity-${'b'.repeat(32)}`, contactEvents.IdentityReleased, { contactId: who.joao });
  here.tell(`contact-${who.abandoned}`, contactEvents.Abandoned, {});
  here.contact(who.forgotten, 'Ninguém', '5511900000000');
  const secret = { contactId: who.forgotten, fields: [{ fieldId: profile, value: 'Prata' }] };
  here.tell(`contact-${who.forgotten}`, contactEvents.ContactFieldsChanged, secret);
  here.tell(`contact-${who.joao}`, contactEvents.ContactDeleted, { contactId: who.joao });
  here.tell(`contact-${who.maria}`, contactEvents.ContactIdentified, {
    contactId: who.maria,
    kind: 'phone',
    value: '5511911112222',
  });
  const picture = { contactId: who.maria, mediaId: uuid(951), replaces: null };
  here.tell(`contact-${who.maria}`, contactEvents.ContactPictureChanged, picture);
  for (const [optedOut, at] of [
    [false, '2026-03-01T12:00:00.000Z'],
    [true, '2026-03-02T12:00:00.000Z'],
  ] as const)
    here.tell(`contact-${who.maria}`, contactEvents.ContactPreferenceTold, { contactId: who.maria, optedOut, at });
  here.contact(who.late, 'Maria J.', '5511911112222');
  const merge = { contactId: who.late, into: who.maria };
  here.tell(`merges-${who.company}`, contactEvents.ContactMergeBegun, merge);
  here.tell(`contact-${who.late}`, contactEvents.ContactMerged, merge);
  here.tell(`contact-${who.maria}`, contactEvents.ContactAbsorbed, { contactId: who.maria, absorbed: who.late });
  const columns = { name: 0, number: 1, email: null };
  here.tell(`import-${uuid(61)}`, importEvents.ImportStarted, { importId: uuid(61), dryRun: false, columns });
  here.tell(`import-${uuid(61)}`, importEvents.ImportCancelled, { importId: uuid(61) });
  const also = { contactId: who.forgotten, kind: 'phone', value: '5511933334444' } as const;
  here.tell(`contact-${who.forgotten}`, contactEvents.ContactIdentified, also);
  here.tell(`contact-${who.forgotten}`, contactEvents.ContactDeleted, { contactId: who.forgotten });
  for (const contactId of [who.forgotten, who.late])
    here.tell(`contact-${contactId}`, contactEvents.ContactForgotten, { contactId });
  there.contact(who.farMaria, 'Outra Maria', '5521987654321');
  const far = { contactId: who.farMaria };
  there.tell(`contact-${who.farMaria}`, contactEvents.ContactIdentified, { ...far, kind: 'lid', value: '99887766@lid' });
  there.tell(`contact-${who.farMaria}`, contactEvents.ClaimClosed, { ...far, identity: `identity-${'c'.repeat(32)}` });
  const asked = { exportId: uuid(62), ticketIds: null, language: 'pt' as const };
  here.tell(`export-${uuid(62)}`, exportEvents.ExportRequested, asked);
  here.tell(`export-${uuid(62)}`, exportEvents.ExportFetched, { exportId: uuid(62) });
  return [...here.take(), ...there.take()];
};
