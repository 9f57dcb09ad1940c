import { type AccountView, monthOn, wallTimeAt } from '@prosa/contracts';

/** The fields of the form as they are typed; days as yyyy-MM-dd. */
export const billingNames = [
  'billingName',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const;
const textNames = ['name', 'email', 'phone', ...billingNames] as const;
export type TextName = (typeof textNames)[number];
export const switchNames = ['status', 'campaignsEnabled', 'tagForce'] as const;
export type AccountFields = Record<TextName | 'password' | 'dueDate' | 'trialExpiration', string> &
  Record<(typeof switchNames)[number], boolean> & { planId: string | null };

const dayOf = (at: string | null, zone: string): string => (at === null ? '' : wallTimeAt(new Date(at), zone).slice(0, 10));

/** A new company is due in a month. */
export const newFields = (now: number, zone: string): AccountFields => ({
  name: '',
  email: '',
  phone: '',
  password: '',
  planId: null,
  dueDate: dayOf(monthOn(new Date(now), zone).toISOString(), zone),
  status: true,
  campaignsEnabled: true,
  tagForce: false,
  trialExpiration: '',
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
});

export const fieldsOf = (account: AccountView): AccountFields => ({
  ...account,
  email: account.email ?? '',
  password: '',
  dueDate: dayOf(account.dueDate, account.timeZone),
  trialExpiration: dayOf(account.trialExpiration, account.timeZone),
});

/** What a new company is created with; a trial lasts until the due date unless another day is given. */
export const creationOf = ({ trialExpiration, dueDate, password, ...fields }: AccountFields) => ({
  ...fields,
  dueDate: dueDate || undefined,
  ...(password !== '' && { password }),
  ...(trialExpiration !== '' && { trialExpiration }),
});

/** Only what was changed: a day that stays keeps its hour. */
export const changesOf = (account: AccountView, { password: _, ...fields }: AccountFields): Record<string, unknown> => {
  const before = fieldsOf(account);
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const changed = names.filter((name) => fields[name] !== before[name]);
  return Object.fromEntries(
    changed.map((name) => [name, name === 'trialExpiration' && fields[name] === '' ? null : fields[name]]),
  );
};
