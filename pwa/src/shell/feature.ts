import type { Permission, TicketView } from '@prosa/contracts';
import type { Slice, UnknownAction } from '@reduxjs/toolkit';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { SagaIterator } from 'redux-saga';
import type { Language } from '../kernel/i18n/languages.ts';
import type { Later } from '../kernel/loading/later.ts';
import type { Flag } from './flag.ts';

/**
 * The contribution of a folder of the PWA to the shell: `feature` in `{feature}.feature.ts`, found by that name. Everything that
 * it imports is loaded from the first screen on, so `slices` and `saga` are those that the shell or the inbox needs; a screen
 * brings the others. In `{feature}.later.ts` it is loaded after the first screen, with its entries of the drawer: only `slices`,
 * `saga`, `screens`, `nav`, `bar`, and what it adds to tickets.
 */
export type Feature = {
  name: string;
  /** Its screens and its entries in the drawer exist only where the sign-in has stored this flag; its value is irrelevant. */
  flag?: Flag;
  /** RTK slices, each mounted under its own name. */
  slices?: Slice[];
  /** Runs while a user is signed in; cancelled and restarted with each session. */
  saga?: () => SagaIterator;
  /** Screens below the shell, so with relative paths: `tickets/:ticketId`. */
  screens?: ScreenAt[];
  /** Routes that load nothing on demand. */
  routes?: RouteObject[];
  /** Entries of the side drawer. */
  nav?: NavItem[];
  /** Buttons of the top bar, after the bell. */
  bar?: { place: number; element: ComponentType }[];
  /** Adds a list to the bell's popover, and its length to the bell and to the document's title. */
  notices?: NoticeSource;
  /** Actions for a ticket, besides what tickets offer themselves. */
  ticketActs?: TicketAct[];
  /** What stands above the quick replies behind the composer's slash. */
  slash?: Later<SlashPart>;
  /** What stands among the chips above the tickets. */
  views?: Later<ViewsPart>;
  /** Number of the user's acts that have not reached the server: signing out asks before it drops them. */
  unsent?: (state: never) => number;
  /** Unsent messages on this device, for the shell's indicator. */
  waits?: Waits;
  /** Whether a reload of the page would lose something of the feature: a new version waits meanwhile. */
  holds?: (state: never) => boolean;
  /** The part of its state that is kept on this device, to be shown when Prosa is opened without a network. */
  keeps?: Keeping;
};

/** An act on a ticket: an entry in its menus, perhaps a key for the list and the conversation, and an action of the palette. */
export type TicketAct = {
  id: string;
  /** In each language, because it comes without texts of its own. */
  label: Record<Language, string>;
  icon: NavItem['icon'];
  /** A letter. */
  key?: string;
  /** It concerns the contact, whose menu offers it too. */
  ofContact?: true;
  /** Only who has this permission; default: everybody. */
  may?: Permission;
  offers: (ticket: TicketView) => boolean;
  start: (of: { ticketId: string; contactId: string }) => UnknownAction;
};

/** What a feature offers behind the composer's slash: found by its word, and done to the ticket when it is chosen. */
export type SlashPart = {
  Slash: ComponentType<{
    ticketId: string;
    /** What is typed behind the slash; null while the list is closed. */
    query: string | null;
    /** The name above its messages; null: they are not signed. */
    signature: string | null;
    /** Fills in the ticket's variables. */
    fill: (text: string) => string;
    children: (offer: SlashOffer) => ReactNode;
  }>;
};
/** `found` says how many there are; `foot` stands below the list. */
export type SlashOffer = { heading: string; found: string; entries: SlashEntry[]; foot: ReactNode };
/** `does`: what Enter does, in words. */
export type SlashEntry = { id: string; shortcode: string; title: string; shown: ReactNode; does: string; run: () => void };

/** The saved view that is shown, as the first of the chips, and the button of all of them at their end. */
export type ViewsPart = { ActiveView: ComponentType; ViewsButton: ComponentType };

export type Waits = {
  /** Number of messages that wait for a connection or were refused. */
  count: (state: never) => number;
  /** The dialog that lists them. */
  part: Later<{ WaitingList: ComponentType<{ onClose: () => void }> }>;
};

export type ScreenAt = {
  path: string;
  /** Everybody else is led to their tickets; default: it is open to everybody. */
  adminOnly?: boolean;
  /** So is who does not have this permission. */
  may?: Permission;
  /** Auditors may open it, whatever these two say: it shows what there is to read. */
  auditors?: boolean;
  /** How long toasts stay while it is shown; default: `limits.toastMs`. */
  toastMs?: number;
  /** False: all its texts are loaded with the app, so there is no `{feature}.screen.*.json`. */
  hasTexts?: boolean;
  /** Its file, as `() => import('./tags.screen.tsx')`; loaded when the screen is first opened, together with `{feature}.screen.*.json`. */
  load: () => Promise<{ screen: Screen }>;
};
/** The value that a screen's file exports as `screen`. */
export type Screen = {
  element: ReactElement;
  /** Treated like a feature's own from the first visit on. */
  slices?: Slice[];
  saga?: () => SagaIterator;
  /** Further folders whose screen texts it uses. */
  speaks?: readonly string[];
  /** It calls `firstScreenShown` when its data have come; for other screens that is done when they are rendered. */
  saysShown?: true;
};

/** Searches a feature's records by words, for the palette: `finder` in `{feature}.finder.tsx`, found by that name and loaded with it. */
export type Finder = {
  /** Position of its results among those of others: the lowest first. */
  place: number;
  /** Key of the heading above the results, such as `tickets:title`. */
  title: string;
  /** The folder of the screen texts that it uses. */
  speaks?: string;
  /** A hook that returns the current results for the words. Empty words find nothing. */
  use: (words: string) => Finding;
};
export type Finding = {
  items: FoundItem[];
  /** More results may follow. */
  isBusy: boolean;
  /** Results are missing, because a request failed. */
  hasFailed: boolean;
};

export type FoundItem = {
  id: string;
  label: string;
  detail?: ReactNode;
  /** The detail stands below the label. */
  isTall?: boolean;
  /** What stands at the end of the line, such as a time. */
  end?: string;
  icon: ReactNode;
  to: string;
  /** What stays with the entry of the browser's history. */
  state?: object;
  /** What is done before the address is opened. */
  onChosen?: () => void;
};

export type Keeping = {
  /** The parts to keep, by name; a part is the same object while nothing in it changed. */
  parts: (state: never) => Record<string, unknown>;
  /** The stored form of a part: plain data, limited to what one or two screens show. */
  packed: (part: never, name: string) => unknown;
  /** Restores the kept parts, by the same names. */
  restored: (parts: Record<string, unknown>) => UnknownAction;
};

export type NavGroup = {
  id: string;
  label: Record<Language, string>;
  icon: NavItem['icon'];
  /** The beginnings of further addresses that belong to it, without an entry of their own. */
  also?: readonly string[];
};

export type NavItem = {
  to: string;
  /** In each language, because it is shown before the screen's texts are loaded. */
  label: Record<Language, string>;
  /** Position in the drawer: the lowest first. */
  place: number;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
  /** Only administrators have this entry; default: everybody. Who may open the screen is up to the screen. */
  adminOnly?: boolean;
  /** Auditors have it too, whatever else it is for. */
  auditors?: boolean;
  /** Only who has this permission has this entry. */
  may?: Permission;
  /** Only platform-level users have this entry. */
  superOnly?: boolean;
  /** Whether this device has the entry at all; default: yes. */
  isHere?: () => boolean;
  /** Listed under the heading "Administration", after all others, and only for administrators. */
  isAdministration?: boolean;
  /** Entries of one group are listed together, below its name, which folds them; on the rail each has its own icon. */
  within?: NavGroup;
  /** A count at the right, from the store. */
  count?: (state: never) => number | null;
  /** A dot at the right while something on the screen is new, and what it says to screen readers. */
  dot?: { shows: (state: never) => boolean; label: Record<Language, string> };
  /** An exclamation mark at the right while something on the screen needs attention, and what it says to screen readers. */
  alarm?: { shows: (state: never) => boolean; label: Record<Language, string> };
};

export type NoticeSource = {
  /** The number of those that are for the user: may be greater than that of the list. */
  count: (state: never) => number;
  list: (state: never) => Notice[];
  /** Whether the list is the server's and complete; false while it is still to be fetched. */
  isWhole?: (state: never) => boolean;
};

/** One line of the bell. Texts are shown as they are. */
export type Notice = {
  id: string;
  title: string;
  text: string;
  /** ISO time. */
  at: string;
  unread: number;
  to: string;
  channel: string;
  picture: string | null;
  /** `waiting`: for anybody, so it is listed by itself and not counted. `late`, `handed`, `mentioned`: its
   * text says why it is listed. */
  kind: 'unread' | 'late' | 'handed' | 'mentioned' | 'waiting';
};
