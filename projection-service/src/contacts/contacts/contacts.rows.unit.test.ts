import { contactEvents as c, newId } from '@prosa/contracts';
import { fact, forgotten, given } from '../../testing/fold.ts';
import { contactRows } from './contacts.rows.ts';

const contactId = newId();
const extraInfo = [{ id: newId(), name: 'CPF', value: '123' }];
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const created = fact(
  c.ContactCreated,
  { contactId, name: 'Érica Conceição', number: '5511987654321', email: 'Erica@Exemplo.com.br', extraInfo, channel: 'simulator' },
  { at: first },
);
const changed = (changes: object) => fact(c.ContactChanged, { contactId, ...changes }, { at: later });

test('a contact is searched by name without accents, number and e-mail', () =>
  given(contactRows, created).gives({
    name: 'Érica Conceição',
    extraInfo,
    channel: 'simulator',
    search: 'erica conceicao 5511987654321 551187654321 erica@exemplo.com.br',
    createdAt: first,
    updatedAt: first,
  }));

test('a change changes what it names, and what is searched', () => {
  given(contactRows, created, changed({ name: 'Zoé' })).gives({
    name: 'Zoé',
    number: '5511987654321',
    extraInfo,
    search: 'zoe 5511987654321 551187654321 erica@exemplo.com.br',
    createdAt: first,
    updatedAt: later,
  });
  given(contactRows, created, changed({ email: null, extraInfo: [] })).gives({
    email: null,
    extraInfo: [],
    search: 'erica conceicao 5511987654321 551187654321',
  });
});

test.each([
  ['551187654321', '551187654321 5511987654321'],
  ['551133221100', '551133221100'],
  ['4915112345678', '4915112345678'],
  ['99887766@lid', '99887766@lid'],
])('a Brazilian mobile number is found with and without its ninth digit, others as they are: %s', (number, search) =>
  given(contactRows, created, changed({ name: 'Zoé', number, email: null })).gives({ search: `zoe ${search}` }),
);

test('of the company’s fields those that are named change; one without a value is none', () => {
  const [one, two] = [newId(), newId()];
  const valued = (...fields: { fieldId: string; value: string }[]) =>
    fact(c.ContactFieldsChanged, { contactId, fields }, { at: later });
  const first = valued({ fieldId: one, value: 'Ouro' }, { fieldId: two, value: '2024-05-01' });
  given(contactRows, created, first, valued({ fieldId: one, value: 'Prata' })).gives({
    fields: [
      { fieldId: two, value: '2024-05-01' },
      { fieldId: one, value: 'Prata' },
    ],
    updatedAt: later,
  });
  given(contactRows, created, first, valued({ fieldId: two, value: '' })).gives({ fields: [{ fieldId: one, value: 'Ouro' }] });
  given(contactRows, created, first, forgotten(valued({ fieldId: one, value: 'Prata' }), 'fields')).gives({ fields: [] });
});

test('of a forgotten one nothing is left but that it was', () => {
  const names = ['name', 'number', 'email', 'extraInfo'];
  const nothing = { id: contactId, name: null, number: null, email: null, extraInfo: [], search: '' };
  given(contactRows, forgotten(created, ...names)).gives(nothing);
  given(
    contactRows,
    forgotten(created, ...names),
    forgotten(changed({ name: 'Zoé', number: '5511900000000' }), 'name', 'number'),
  ).gives(nothing);
});

test('claims of identities are none of its rows', () => {
  const claims = [
    fact(c.ClaimClosed, { contactId, identity: 'identity-00' }),
    fact(c.IdentityClaimed, { contactId }),
    fact(c.IdentityReleased, { contactId }),
    fact(c.Abandoned, {}),
    fact(c.ContactMergeBegun, { contactId, into: newId() }),
    fact(c.ContactAbsorbed, { contactId, absorbed: newId() }),
  ];
  expect(given(contactRows, ...claims).rows()).toEqual([]);
});

test('a further number is searched too, in both spellings; other identities are not', () => {
  const identified = (kind: 'phone' | 'lid', value: string) => fact(c.ContactIdentified, { contactId, kind, value });
  const known = [created, identified('lid', '998877@lid'), identified('phone', '5511970001111')];
  given(contactRows, ...known).gives({
    otherNumbers: ['5511970001111'],
    search: 'erica conceicao 5511987654321 551187654321 5511970001111 551170001111 erica@exemplo.com.br',
  });
  given(contactRows, forgotten(created, 'name', 'number', 'email', 'extraInfo'), forgotten(known[2]!, 'value')).gives({
    otherNumbers: [],
    search: '',
  });
});

test('a contact known by an address shows the number as soon as it is learnt, and never the address as a name', () => {
  const lid = '99887766@lid';
  const unknown = fact(c.ContactCreated, { contactId, name: lid, number: lid, email: null, extraInfo, channel: 'whatsapp' });
  given(contactRows, unknown).gives({ name: '', number: lid });
  const known = [unknown, fact(c.ContactIdentified, { contactId, kind: 'phone', value: '5511970001111' })];
  given(contactRows, ...known).gives({ name: '', number: '5511970001111', search: '5511970001111 551170001111' });
  given(contactRows, ...known, changed({ name: 'Zoé' })).gives({ name: 'Zoé', number: '5511970001111' });
});

test('a merged contact leaves the lists as a deleted one', () =>
  given(contactRows, created, fact(c.ContactMerged, { contactId, into: newId() })).gives({
    deleted: true,
    name: 'Érica Conceição',
  }));
