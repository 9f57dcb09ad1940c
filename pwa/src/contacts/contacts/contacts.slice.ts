import type { ContactView, PushFrame } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { createContact } from './contacts.commands.ts';

type Looked = { at: string; contact: ContactView | null; failure: Failure | null };
export type ContactsState = {
  /** Contacts that were viewed, each with the position it is valid at. */
  byId: Record<string, Looked>;
  /** The last contact created here, and the `ref` of its caller. */
  made: { ref: string; contact: ContactView } | null;
};

const KEPT = 50;

const slice = createSlice({
  name: 'contacts',
  initialState: { byId: {}, made: null } as ContactsState,
  reducers: {
    /** Restores what this device last stored; answers received meanwhile take precedence. */
    contactsRestored: plain<ContactsState, PayloadAction<ContactsState['byId']>>((state, { payload }) => ({
      ...state,
      byId: { ...payload, ...state.byId },
    })),
    contactAnswered: plain<ContactsState, PayloadAction<{ contact: ContactView; position: string | null; frames: PushFrame[] }>>(
      (state, { payload: { contact, position, frames } }) => {
        const { [contact.id]: _, ...others } = state.byId;
        const kept = Object.fromEntries(Object.entries(others).slice(1 - KEPT));
        const looked: Looked = { at: position ?? '0', contact, failure: null };
        return frames.reduce(fold, { ...state, byId: { ...kept, [contact.id]: looked } });
      },
    ),
    contactFailed: plain<ContactsState, PayloadAction<{ id: string; failure: Failure }>>(
      (state, { payload: { id, failure } }) => ({
        ...state,
        byId: { ...state.byId, [id]: { at: state.byId[id]?.at ?? '0', contact: state.byId[id]?.contact ?? null, failure } },
      }),
    ),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        liveFrame,
        plain<ContactsState, PayloadAction<PushFrame>>((state, { payload }) => fold(state, payload)),
      )
      .addCase(
        createContact.succeeded,
        plain<ContactsState, ReturnType<typeof createContact.succeeded>>((state, { payload, meta }) => ({
          ...state,
          made: { ref: meta.of.ref, contact: payload },
        })),
      ),
});

const fold = (state: ContactsState, { channel, action, record, position }: PushFrame): ContactsState => {
  const { id } = record as { id: string };
  if (channel !== 'contact' || record.partial || !state.byId[id] || !isNewer(position, state.byId[id].at)) return state;
  const looked: Looked = { at: position, contact: action === 'delete' ? null : (record as ContactView), failure: null };
  return { ...state, byId: { ...state.byId, [id]: looked } };
};

export const { contactAnswered, contactFailed, contactsRestored } = slice.actions;
export const contactsSlice = slice;

export type WithContacts = { contacts: ContactsState };
export const selectContact =
  (id: string) =>
  (state: WithContacts): Looked | undefined =>
    state.contacts.byId[id];
export const selectMade = (state: WithContacts): ContactsState['made'] => state.contacts.made;
