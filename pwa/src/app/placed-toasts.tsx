import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectToasts } from '../kernel/calls/toasts.slice.ts';
import { selectPreferences } from '../shell/preferences.slice.ts';
import { ToastTexts } from '../ui/fields/fault.tsx';
import { Toasts } from '../ui/toasts.tsx';

/** The toasts, where on phones they do not cover what is newest: a conversation, which hides the top bar, has that at its foot. */
export const PlacedToasts = () => <Toasts isAtHead={useSelector(selectPreferences).topbarHidden > 0} />;

/** Screens with their toasts, whose sentences no form repeats meanwhile. */
export const Toasted = ({ children }: { children: ReactNode }) => (
  <ToastTexts value={useSelector(selectToasts).map(({ text }) => text)}>
    {children}
    <PlacedToasts />
  </ToastTexts>
);
