import type { ReactNode } from 'react';

/** Only for screen readers. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className="hidden-text">{children}</span>;
