import type { Me } from '@prosa/contracts';

const id = (last: number) => `0190c1d2-0000-7000-8000-${String(last).padStart(12, '0')}`;

/** A signed-in user for tests, with the given fields. */
export const aUser = ({ company, ...more }: Partial<Omit<Me, 'company'>> & { company?: Partial<Me['company']> } = {}): Me => ({
  id: id(1),
  name: 'Marina Alves',
  email: 'marina@casaipe.test',
  emailVerified: true,
  pendingEmail: null,
  profilePicUrl: null,
  availability: 'available',
  profile: 'admin',
  super: false,
  companyId: id(2),
  queueIds: [],
  queues: [],
  ...more,
  company: {
    id: id(2),
    name: 'Casa Ipê Móveis',
    dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    settings: [],
    tagForce: false,
    timeZone: 'America/Sao_Paulo',
    schedules: [],
    holidays: [],
    ...company,
  },
});
