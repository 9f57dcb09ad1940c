import type { Slice, UnknownAction } from '@reduxjs/toolkit';
import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { SagaIterator } from 'redux-saga';

/**
 * What a folder of the PWA gives to the shell: one object, in `{feature}.feature.ts`, listed in `app/features.ts`. Screens stand
 * in `routes` as React's `lazy` components, so that they are loaded when they are first opened.
 */
export type Feature = {
  name: string;
  /** RTK slices, each mounted under its own name. */
  slices?: Slice[];
  /** Runs while somebody is signed in; cancelled and begun anew with each session. */
  saga?: () => SagaIterator;
  /** Below the shell, so with relative paths: `tickets/:ticketId`. */
  routes?: RouteObject[];
  /** Entries of the side drawer, in order. */
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
  /** Key of a text, as `tickets:title`. */
  label: string;
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
