import { grants, type Me, type Permission } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { remembered } from '../../kernel/device/storage.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { foldMe } from './me.ts';

/**
 * Why nobody is signed in: `left`: by choice; `elsewhere`: the user signed in elsewhere. The others come from the server: `safety`: two
 * parties used one session; `passwordChanged`: an administrator set a new password; `stopped`: the company was stopped; `expired`: no
 * further reason.
 */
export type Ended = 'left' | 'expired' | 'elsewhere' | 'safety' | 'passwordChanged' | 'stopped' | null;

const endings: Partial<Record<string, Ended>> = {
  ERR_SESSION_ENDED_FOR_SAFETY: 'safety',
  ERR_PASSWORD_CHANGED: 'passwordChanged',
  ERR_COMPANY_STOPPED: 'stopped',
};
/** The reason to show for a refusal of the session. */
export const endedBy = (code: string): Ended => endings[code] ?? 'expired';
export type SessionState = {
  /** `entering`: there is a stored token, and its user is being requested. */
  status: 'out' | 'entering' | 'in';
  user: Me | null;
  ended: Ended;
  /** Why the user could not be requested. */
  failure: Failure | null;
  /** There was no server: the user is this device's copy. */
  isUnconfirmed: boolean;
  /** The recovery codes that a sign-in shows once the second step is set up, before it goes on. */
  recoveryCodes: string[] | null;
};

const nobody = { user: null, ended: null, failure: null, isUnconfirmed: false, recoveryCodes: null };

const initialState = (): SessionState => ({
  status: remembered('token') === null ? 'out' : 'entering',
  ...nobody,
});

const session = createSlice({
  name: 'session',
  initialState,
  reducers: {
    entering: () => ({ status: 'entering' as const, ...nobody }),
    entered: (_, { payload }: PayloadAction<Me>) => ({ status: 'in' as const, ...nobody, user: payload }),
    /** Without a server: the user as this device last saw them. */
    enteredOffline: (_, { payload }: PayloadAction<Me>) => ({
      status: 'in' as const,
      ...nobody,
      user: payload,
      isUnconfirmed: true,
    }),
    /** The same session, with the user from a refresh. */
    userChanged: (state, { payload }: PayloadAction<Me>) => {
      if (state.status !== 'in') return;
      state.user = payload;
      state.isUnconfirmed = false;
    },
    entryFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.failure = payload;
    },
    codesIssued: (state, { payload }: PayloadAction<string[]>) => {
      state.recoveryCodes = payload;
    },
    ended: (_, { payload }: PayloadAction<Ended>) => ({ status: 'out' as const, ...nobody, ended: payload }),
  },
  extraReducers: (builder) =>
    builder.addCase(liveFrame, (state, { payload }) => {
      if (state.user) state.user = foldMe(state.user, payload);
    }),
});
export const { entering, entered, enteredOffline, userChanged, entryFailed, codesIssued, ended } = session.actions;
export const sessionReducer = session.reducer;

export type WithSession = { session: SessionState };
export const selectSession = (state: WithSession): SessionState => state.session;
/** The signed-in user; null if nobody is. */
export const selectMe = (state: WithSession): Me | null => state.session.user;
/** The company's time zone (IANA); undefined before sign-in, when the browser's own applies. */
export const selectZone = (state: WithSession): string | undefined => state.session.user?.company.timeZone;
export const selectMay =
  (permission: Permission) =>
  (state: WithSession): boolean =>
    state.session.user !== null && grants(permission, state.session.user);
/** Whether the user serves tickets: auditors only read them. */
export const selectServes = selectMay('tickets:serve');
/** A setting of the user's company, or `undefined`. */
export const selectSetting =
  (key: string) =>
  (state: WithSession): string | undefined =>
    state.session.user?.company.settings.find((setting) => setting.key === key)?.value;
