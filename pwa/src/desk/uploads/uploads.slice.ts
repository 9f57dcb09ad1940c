import { createAction, createSelector } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { selectOutbox, sendDropped, sendRetried, type WithMessages } from '../messages/state/messages.slice.ts';
import type { Outgoing } from '../messages/state/outgoing.ts';

/** A file being uploaded. `key` is the Idempotency-Key of its message. Its bytes are in the device's outbox. */
export type Upload = Pick<Outgoing, 'key' | 'ticketId' | 'body' | 'signature' | 'quoted'> & {
  name: string;
  bytes: number;
  /** The type that the browser reports. */
  type?: string | undefined;
  durationMs?: number | undefined;
  waveform?: number[] | undefined;
  state: 'waiting' | 'running' | 'failed';
  /** Progress from 0 to 1. */
  part: number;
  failure: Failure | null;
};

/** Files to be sent; their bytes are in outbox/files.ts until the outbox has stored them. */
export const uploadsAsked = createAction<Upload[]>('uploads/asked');
export const uploadRetried = sendRetried;
/** The upload was cancelled. */
export const uploadGone = sendDropped;

export type WithUploads = WithMessages;
/** The files in the outbox that are not uploaded yet; the same array while nothing changed. */
export const selectUploads = createSelector([selectOutbox], (outbox): Upload[] =>
  outbox.flatMap(({ file, state, part, ...one }) =>
    file?.mediaId !== null || state === 'taken'
      ? []
      : {
          ...one,
          name: file.name,
          bytes: file.bytes ?? 0,
          durationMs: file.durationMs,
          waveform: file.waveform,
          state: state === 'waiting' && part !== undefined ? 'running' : state,
          part: part ?? 0,
        },
  ),
);
