import type { PushFrame, ShownSession } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { plain } from '../../kernel/lists/plain.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { createConnection } from './connections.commands.ts';

/** The codes by which a connection links a device. `heard` counts the pushes: an answer from before one is known as old. */
type Shown = Pick<ShownSession, 'qrcode' | 'pairingCode' | 'codeUntil'>;
type Code = Shown & { heard: number };
type State = Record<string, Code>;

const shownIn = ({ qrcode, pairingCode, codeUntil }: Shown): Shown => ({ qrcode, pairingCode, codeUntil });

const codes = createSlice({
  name: 'connectionCodes',
  initialState: {} as State,
  reducers: {
    codeRead: plain<State, PayloadAction<{ id: string; heard: number } & Shown>>((state, { payload: { id, heard, ...shown } }) =>
      (state[id]?.heard ?? 0) === heard ? { ...state, [id]: { ...shownIn(shown), heard } } : state,
    ),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<State, PayloadAction<PushFrame>>((state, { payload: { channel, record } }) => {
        if (channel !== 'whatsappSession') return state;
        const shown = record as ShownSession;
        const { id } = shown;
        return { ...state, [id]: { ...shownIn(shown), heard: (state[id]?.heard ?? 0) + 1 } };
      }),
    ),
});

/** A new connection whose device is to be linked at once, by its id. */
const linking = createSlice({
  name: 'connectionLinking',
  initialState: null as string | null,
  reducers: { linkingEnded: () => null },
  extraReducers: (builder) =>
    builder.addCase(createConnection.succeeded, (state, { payload, meta }) => {
      const { channel, provider } = meta.of.values;
      return channel === 'whatsapp' && provider === 'beta' ? (payload?.id ?? state) : state;
    }),
});

export const linkingSlice = linking;
export const { linkingEnded } = linking.actions;
export const selectLinking = (state: unknown): string | null => (state as { connectionLinking: string | null }).connectionLinking;
export const codesSlice = codes;
export const { codeRead } = codes.actions;
/** The code of a connection; undefined until it is known. */
export const selectCode =
  (id: string) =>
  (state: unknown): Code | undefined =>
    (state as { connectionCodes: State }).connectionCodes[id];
