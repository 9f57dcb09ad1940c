import { useSelector } from 'react-redux';
import { selectPreferences } from '../shell/preferences.slice.ts';
import { Toasts } from '../ui/toasts.tsx';

/** The toasts, where on phones they do not cover what is newest: a conversation, which hides the top bar, has that at its foot. */
export const PlacedToasts = () => <Toasts isAtHead={useSelector(selectPreferences).topbarHidden > 0} />;
