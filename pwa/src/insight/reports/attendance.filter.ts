import type { Days } from './period-form.tsx';

/** Synthetic, or analytical. */
export type Kind = '0' | '1';
export type AttendanceFilter = Days & { kind: Kind; searchParam: string };
