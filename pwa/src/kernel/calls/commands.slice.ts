import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './api-error.ts';

/** A user's act that a command carries out: running, or failed and open for a retry. */
export type Act = {
  status: 'running' | 'failed';
  /** The serialised payload, which distinguishes a retry from a new act. */
  payload: string;
  idempotencyKey: string;
  failure: Failure | null;
};

const commands = createSlice({
  name: 'commands',
  initialState: {
    acts: {} as Record<string, Act>,
    /** Acts whose failure is shown in place, by name, with the number of places that show it. */
    attended: {} as Record<string, number>,
  },
  reducers: {
    begun: ({ acts }, { payload }: PayloadAction<{ act: string; payload: string; idempotencyKey: string }>) => {
      acts[payload.act] = { status: 'running', payload: payload.payload, idempotencyKey: payload.idempotencyKey, failure: null };
    },
    done: ({ acts }, { payload }: PayloadAction<{ act: string }>) => {
      delete acts[payload.act];
    },
    failed: ({ acts }, { payload: { act, failure } }: PayloadAction<{ act: string; failure: Failure }>) => {
      const known = acts[act];
      if (known) Object.assign(known, { status: 'failed', failure });
    },
    /** A dialog shows this act's failure (1), or no longer does (-1). */
    attended: ({ attended }, { payload: { act, by } }: PayloadAction<{ act: string; by: 1 | -1 }>) => {
      const count = (attended[act] ?? 0) + by;
      if (count > 0) attended[act] = count;
      else delete attended[act];
    },
    /** The user has dismissed a failure. */
    dismissed: ({ acts }, { payload }: PayloadAction<{ act: string }>) => {
      if (acts[payload.act]?.status === 'failed') delete acts[payload.act];
    },
  },
});

export const { begun, done, failed, attended, dismissed } = commands.actions;
export const commandsReducer = commands.reducer;
export type CommandsState = { commands: ReturnType<typeof commandsReducer> };

/** The state of an act; undefined if it is neither running nor failed. */
export const selectAct =
  (act: string) =>
  (state: CommandsState): Act | undefined =>
    state.commands.acts[act];
/** Whether its failure is shown in place, so that no toast is needed. */
export const selectIsAttended =
  (act: string) =>
  (state: CommandsState): boolean =>
    act in state.commands.attended;
export const selectIsRunning =
  (act: string) =>
  (state: CommandsState): boolean =>
    state.commands.acts[act]?.status === 'running';
