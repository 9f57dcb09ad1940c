import type { TwoStepFact, UserFact } from '@prosa/contracts';
import { changed, follow, type Source, type Told, withheld } from './telling.ts';

const fields = ['name', 'email', 'profile', 'super', 'queueIds', 'sectorId'] as const;
const personal = ['name', 'email', 'pendingEmail'];

/** A user in the stream of their company's, and their second step. Passwords and codes are in no event. */
export const userSources = (companyId: string, userId: string): Source[] => {
  const known = follow({ personal });
  let isErased = false;
  /** Ends with a changed e-mail and with a new password, which say so themselves. */
  let pending: string | null = null;

  const tell = ({ type, data }: UserFact): Told | null => {
    if (data.userId !== userId) return null;
    switch (type) {
      case 'UserCreated':
        isErased = (data.name as string | null) === null;
        if (isErased) known.erased();
        return { changes: known.changes(data, fields) };
      case 'UserChanged':
        if (data.email !== undefined) pending = null;
        return { changes: known.changes(data, fields) };
      case 'EmailChangeRequested': {
        const before = pending;
        pending = data.email;
        return { changes: [isErased ? withheld('pendingEmail', 'erased') : changed('pendingEmail', before, data.email)] };
      }
      case 'EmailChangeDropped': {
        const before = pending;
        pending = null;
        return { changes: [isErased ? withheld('pendingEmail', 'erased') : changed('pendingEmail', before, null)] };
      }
      case 'PasswordChanged':
        pending = null;
        return { changes: [withheld('password', 'secret')] };
      case 'UserPictureChanged':
        return { changes: [changed('picture', data.replaces !== null, data.mediaId !== null)] };
      default:
        return {};
    }
  };
  return [
    { stream: `users-${companyId}`, telling: (fact) => tell(fact as UserFact) },
    {
      stream: `two-step-${userId}`,
      telling: (fact) => {
        const { type } = fact as TwoStepFact;
        const isOn = type === 'TwoStepTurnedOn';
        return { changes: [changed('twoStep', !isOn, isOn)] };
      },
    },
  ];
};
