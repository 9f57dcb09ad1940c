import type { ReactNode } from 'react';

/** A key cap. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="kbd">{children}</kbd>;
