import { allRoutes } from './catalogue.ts';
import { mayCall } from './permissions.ts';

const auditor = { profile: 'auditor' } as const;
const admin = { profile: 'admin' } as const;
const sorted = (calls: string[]) => calls.toSorted();
const isPublic = ({ may }: { may: string }) => may === 'public';

/** What any person may do to their own account, and the export, which changes nothing that anybody else sees. */
const written = [
  'DELETE /auth/logout',
  'DELETE /auth/picture',
  'DELETE /push-subscriptions',
  'POST /auth/two-step',
  'POST /auth/two-step/off',
  'POST /auth/two-step/recovery-codes',
  'POST /auth/verify/mail',
  'POST /exports',
  'PUT /auth/picture',
  'PUT /auth/two-step',
  // Of their own: name, e-mail and password.
  'PUT /users/:id',
];

/** What administrators read and auditors do not. */
const unread = {
  secrets: ['GET /api-keys', 'GET /whatsapp/:id', 'GET /users/two-step'],
  money: ['GET /companies/:companyId/history', 'GET /invoices/:id', 'GET /invoices/all', 'GET /subscription'],
  'talk among colleagues': ['GET /chats', 'GET /chats/:id', 'GET /chats/:id/messages'],
  'a step of work that they do not do': [
    'GET /contacts/numbers',
    'GET /imports',
    'GET /imports/:id',
    'GET /imports/:id/lines',
    'GET /imports/:id/report',
    'GET /queue/:id/attendants',
    'GET /tickets/:ticketId/mentionable',
  ],
};

test('an auditor writes nothing but their own account', () => {
  const writes = allRoutes.filter((route) => !route.call.startsWith('GET ') && !isPublic(route));
  expect(sorted(writes.filter((route) => mayCall(route, auditor)).map(({ call }) => call))).toEqual(sorted(written));
});

test('an auditor reads what administrators read, except secrets, money, chats and steps of work', () => {
  const reads = allRoutes.filter(({ call }) => call.startsWith('GET '));
  const refused = reads.filter((route) => mayCall(route, admin) && !mayCall(route, auditor)).map(({ call }) => call);
  expect(sorted(refused)).toEqual(sorted(Object.values(unread).flat()));
  expect(reads.filter((route) => mayCall(route, auditor) && !mayCall(route, admin))).toEqual([]);
});
