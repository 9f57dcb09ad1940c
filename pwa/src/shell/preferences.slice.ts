import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { remember, remembered } from '../kernel/device/storage.ts';
import { applyTheme, followScreen, rememberedTheme, type Theme } from './theme.ts';

type Preferences = {
  theme: Theme;
  rail: boolean;
  letterKeys: boolean;
  staysAfter: string[];
  railAsked: number;
  topbarHidden: number;
};

const kept = (): Preferences => ({
  theme: rememberedTheme(),
  /** The user has folded the drawer. */
  rail: remembered('rail') === '1',
  /** Whether single letters are shortcuts: users who dictate, or rest a hand on the keys, can turn them off (WCAG 2.1.4). */
  letterKeys: remembered('letterKeys') !== '0',
  /** The users of this device who do not want the next ticket to open after an act. */
  staysAfter: (remembered('staysAfter') ?? '').split(' ').filter(Boolean),
  /** Number of screens that currently need the folded drawer, for the room. */
  railAsked: 0,
  /** Number of screens that currently need a phone's whole height. */
  topbarHidden: 0,
});

const preferences = createSlice({
  name: 'preferences',
  initialState: kept,
  reducers: {
    themeChosen: (state, { payload }: PayloadAction<Theme>) => {
      state.theme = payload;
    },
    railChosen: (state, { payload }: PayloadAction<boolean>) => {
      state.rail = payload;
    },
    letterKeysChosen: (state, { payload }: PayloadAction<boolean>) => {
      state.letterKeys = payload;
    },
    nextOpeningChosen: (state, { payload: { userId, opens } }: PayloadAction<{ userId: string; opens: boolean }>) => {
      const others = state.staysAfter.filter((id) => id !== userId);
      state.staysAfter = opens ? others : [...others, userId];
    },
    railAsked: (state, { payload }: PayloadAction<1 | -1>) => {
      state.railAsked += payload;
    },
    topbarHidden: (state, { payload }: PayloadAction<1 | -1>) => {
      state.topbarHidden += payload;
    },
  },
});
export const { themeChosen, railChosen, letterKeysChosen, nextOpeningChosen, railAsked, topbarHidden } = preferences.actions;
export const preferencesReducer = preferences.reducer;
export type WithPreferences = { preferences: ReturnType<typeof preferencesReducer> };
export const selectPreferences = (state: WithPreferences) => state.preferences;
/** Whether for a user the next ticket opens when they are done with one. */
export const selectOpensNext =
  (userId: string | undefined) =>
  ({ preferences }: WithPreferences): boolean =>
    userId !== undefined && !preferences.staysAfter.includes(userId);

/** Keeps the page and the stored preferences in step with the store, and follows the system's theme. */
export const followPreferences = (store: {
  getState: () => WithPreferences;
  subscribe: (listener: () => void) => () => void;
}): void => {
  let shown = store.getState().preferences;
  applyTheme(shown.theme);
  store.subscribe(() => {
    const now = store.getState().preferences;
    if (now.theme !== shown.theme) {
      remember('theme', now.theme);
      applyTheme(now.theme);
    }
    if (now.rail !== shown.rail) remember('rail', now.rail ? '1' : '0');
    if (now.letterKeys !== shown.letterKeys) remember('letterKeys', now.letterKeys ? '1' : '0');
    if (now.staysAfter !== shown.staysAfter) remember('staysAfter', now.staysAfter.join(' '));
    shown = now;
  });
  followScreen(() => store.getState().preferences.theme);
};
