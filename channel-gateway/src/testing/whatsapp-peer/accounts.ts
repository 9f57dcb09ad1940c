import { jidDecode } from '@whiskeysockets/baileys';
import type { Account, DeviceName } from './model.ts';

/** The accounts that the server knows, found by number, by LID or by jid. */
export const directory = () => {
  const accounts = new Map<string, Account>();
  /** Other spellings of a number, like that of a Brazilian number with its ninth digit. */
  const spellings = new Map<string, string>();

  const find = (jid: string): Account | undefined => {
    const user = jidDecode(jid)?.user ?? jid;
    return accounts.get(spellings.get(user) ?? user) ?? [...accounts.values()].find(({ lid }) => lid === user);
  };
  return {
    add: (account: Account): void => void accounts.set(account.number, account),
    all: (): Account[] => [...accounts.values()],
    find,
    spell: (number: string, as: string): void => void spellings.set(as, number),
    /** Throws if there is no such account. */
    get: (jid: string): Account => {
      const account = find(jid);
      if (!account) throw new Error(`Nobody is ${jid}.`);
      return account;
    },
  };
};
export type Directory = ReturnType<typeof directory>;

export const pn = ({ number }: Account, device = 0): string => `${number}${device ? `:${device}` : ''}@s.whatsapp.net`;
export const lid = ({ lid: value }: Account, device = 0): string => `${value}${device ? `:${device}` : ''}@lid`;
/** The name of a device in Signal sessions. */
export const signalName = ({ account, device }: DeviceName): string => `${account.number}.${device}`;
export const deviceOf = (jid: string): number => jidDecode(jid)?.device ?? 0;
