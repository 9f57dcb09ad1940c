import { remembered } from '../kernel/device/storage.ts';

/** A flag that the sign-in stores in this browser. It is no permission: the server decides who may do anything. */
export type Flag = 'cshow';

/** Whether there is no flag to look for, or this browser has it, whatever its value. */
export const hasFlag = (flag: Flag | undefined): boolean => flag === undefined || remembered(flag) !== null;
