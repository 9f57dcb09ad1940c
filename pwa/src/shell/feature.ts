import type { Slice, UnknownAction } from '@reduxjs/toolkit';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { SagaIterator } from 'redux-saga';
import type { Language } from '../i18n/languages.ts';

/**
 * What a folder of the PWA gives to the shell: `feature`, in `{feature}.feature.ts`, found by that name. All that it imports is there
 * from the first screen on, so `slices` and `saga` are those that the shell or the inbox needs; a screen brings the others along.
 */
export type Feature = {
  name: string;
  /** RTK slices, each mounted under its own name. */
  slices?: Slice[];
  /** Runs while somebody is signed in; cancelled and begun anew with each session. */
  saga?: () => SagaIterator;
  /** Below the shell, so with relative paths: `tickets/:ticketId`. */
  screens?: ScreenAt[];
  /** Routes that need nothing to be loaded. */
  routes?: RouteObject[];
  /** Entries of the side drawer. */
  nav?: NavItem[];
  /** Puts a list into the bell's popover, and its length onto the bell and into the document's title. */
  notices?: NoticeSource;
  /** How many things someone has done that no server has: signing out asks before it drops them. */
  unsent?: (state: never) => number;
  /** What of its state is kept on this device, to be shown where Prosa is opened without a network. */
  keeps?: Keeping;
  /** Finds things of its own by words, for the palette. */
  finds?: Finder;
};

export type ScreenAt = {
  path: string;
  /** Its file, as `() => import('./tags.screen.tsx')`; it comes when the screen is first opened, and `{feature}.screen.*.json` with it. */
  load: () => Promise<{ screen: Screen }>;
};
/** What a screen's file exports as `screen`. */
export type Screen = {
  element: ReactElement;
  /** From the first visit on as a feature's own. */
  slices?: Slice[];
  saga?: () => SagaIterator;
  /** Folders whose screen's texts it speaks too. */
  speaks?: readonly string[];
};

export type Finder = {
  /** Key of the heading above what was found, as `tickets:title`. */
  title: string;
  /** A hook: what is found for the words now. Empty words find nothing. */
  use: (words: string) => Finding;
};
export type Finding = {
  items: { id: string; label: string; detail: string; icon: ReactNode; to: string }[];
  /** More may come. */
  isBusy: boolean;
  /** What could not be asked for is not among them. */
  hasFailed: boolean;
};

export type Keeping = {
  /** What there is, by name; a part is the same object while nothing in it changed. */
  parts: (state: never) => Record<string, unknown>;
  /** What is kept of a part: plain data, and no more of it than a screen or two show. */
  packed: (part: never) => unknown;
  /** Puts back what was kept, by the same names. */
  restored: (parts: Record<string, unknown>) => UnknownAction;
};

export type NavItem = {
  to: string;
  /** In each language: it is there before the screen's texts are. */
  label: Record<Language, string>;
  /** Where it stands: the lowest first. */
  place: number;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>;
  /** Who sees it; left out: everybody. */
  adminOnly?: boolean;
  /** A quiet number at the right, from the store. */
  count?: (state: never) => number | null;
};

export type NoticeSource = {
  /** How many there are in all: may be more than are listed. */
  count: (state: never) => number;
  list: (state: never) => Notice[];
};

/** One line of the bell. Texts are ready to be read. */
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
  /** Somebody else is at it: the bell has it, the browser keeps quiet. */
  isOthers: boolean;
};
