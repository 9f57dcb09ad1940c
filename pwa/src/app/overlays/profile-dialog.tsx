import { useContext, useEffect, useState } from 'react';
import { useLoaded } from '../../kernel/calls/use-loaded.ts';
import { BringContext } from '../../shell/features-context.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { profile } from './later-profile.ts';

/** The signed-in user's own data, opened from the account menu; mounted only while it is open. */
export const ProfileDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const bring = useContext(BringContext);
  const file = useLoaded(profile, true);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!file) return;
    bring('users users', file.screen);
    setReady(true);
  }, [file, bring]);
  return file && isReady && <file.Profile onClose={onClose} />;
};
