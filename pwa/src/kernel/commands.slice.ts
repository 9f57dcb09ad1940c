import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './api-error.ts';

/** One act of a person that a command carries out: under way, or failed and free to be tried again. */
export type Act = {
  status: 'running' | 'failed';
  /** What it sends, to know a retry of the same from a new act. */
  payload: string;
  idempotencyKey: string;
  failure: Failure | null;
};

const commands = createSlice({
  name: 'commands',
  initialState: {
    acts: {} as Record<string, Act>,
    /** Acts whose failure stands where the person looks, by name, with how many places show it. */
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
    /** A dialog waits for this act, or no longer (-1). */
    attended: ({ attended }, { payload: { act, by } }: PayloadAction<{ act: string; by: 1 | -1 }>) => {
      const count = (attended[act] ?? 0) + by;
      if (count > 0) attended[act] = count;
      else delete attended[act];
    },
    /** A failure was seen and dismissed. */
    dismissed: ({ acts }, { payload }: PayloadAction<{ act: string }>) => {
      if (acts[payload.act]?.status === 'failed') delete acts[payload.act];
    },
  },
});

export const { begun, done, failed, attended, dismissed } = commands.actions;
export const commandsReducer = commands.reducer;
export type CommandsState = { commands: ReturnType<typeof commandsReducer> };

/** An act as it stands; undefined where it is neither running nor failed. */
export const selectAct =
  (act: string) =>
  (state: CommandsState): Act | undefined =>
    state.commands.acts[act];
/** Whether a failure of it is shown in its place, and so needs no toast. */
export const selectIsAttended =
  (act: string) =>
  (state: CommandsState): boolean =>
    act in state.commands.attended;
export const selectIsRunning =
  (act: string) =>
  (state: CommandsState): boolean =>
    state.commands.acts[act]?.status === 'running';
