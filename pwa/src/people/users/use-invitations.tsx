import type { UserView } from '@prosa/contracts';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import type { RowAct } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { InvitationDialog } from './invitation-dialog.tsx';

/** The act on users whose invitation is open, and its dialog. */
export const useInvitations = () => {
  const words = useWords('users');
  const [shown, setShown] = useState<UserView | null>(null);
  const actsOf = (user: UserView): RowAct[] =>
    user.invitedAt === null
      ? []
      : [
          {
            id: 'invitation',
            icon: Mail,
            label: words('invitation'),
            title: words('invitationOf', { name: user.name }),
            run: () => setShown(user),
          },
        ];
  return { actsOf, shown: shown && <InvitationDialog user={shown} onClose={() => setShown(null)} /> };
};
