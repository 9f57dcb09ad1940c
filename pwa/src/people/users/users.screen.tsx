import { servesTickets, userEmbeds } from '@prosa/contracts';
import UsersRound from 'lucide-react/icons/users';
import { useSelector } from 'react-redux';
import { fork } from 'redux-saga/effects';
import { recordScreen } from '../../records/record-screen.tsx';
import type { Screen } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { sectors } from '../sectors/sectors.slice.ts';
import { invitationCommands } from './invitations.ts';
import { resetTwoStep, useUserActs } from './use-user-acts.tsx';
import { NameCell, OnlineCell, ProfileCell, QueuesCell, SectorCell } from './user-cells.tsx';
import { UserForm } from './user-form.tsx';
import { userRecord } from './users.record.ts';
import { users } from './users.slice.ts';

/** Auditors take no user of the plan. */
const useSeats = (): number | null => {
  const all = users.useAll();
  const isKnown = useSelector(users.selectState).live.asOf !== null;
  return isKnown ? all.filter(servesTickets).length : null;
};

const made = recordScreen({
  record: userRecord,
  icon: UsersRound,
  columns: [
    { field: 'name', cell: (user) => <NameCell user={user} /> },
    { field: 'profile', cell: (user) => <ProfileCell user={user} /> },
    { field: 'sectorId', cell: (user) => <SectorCell user={user} />, onPhone: 'nowhere' },
    { field: 'queueIds', cell: (user) => <QueuesCell user={user} />, onPhone: 'nowhere' },
    { field: 'online', cell: (user) => <OnlineCell user={user} />, onPhone: 'end' },
  ],
  sorts: [
    { by: 'name', column: 'name' },
    { by: 'email', column: 'name' },
  ],
  fields: [],
  inPlan: 'users',
  useCounted: useSeats,
  embeds: userEmbeds,
  picture: ({ name, profilePicUrl }) => <Avatar name={name} picture={profilePicUrl} />,
  dialog: UserForm,
  confirms: true,
  useActs: useUserActs,
  // As the service decides: nobody deletes themselves, and platform-level users are only changed by such.
  mayAct: (does, user, me) => (user.id === me.id ? does === 'change' : me.super || !user.super),
});

/** For the own profile. */
export const { parts } = made;

export const screen: Screen = {
  ...made,
  speaks: [...made.speaks!, 'mail'], // its refusals
  slices: [...made.slices!, sectors.slice],
  *saga() {
    yield fork(sectors.saga);
    yield fork(invitationCommands);
    yield fork(resetTwoStep.saga);
    yield fork(made.saga!);
  },
};
