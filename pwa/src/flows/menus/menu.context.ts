import { createContext, type RefObject } from 'react';
import type { useRequest } from '../../kernel/calls/use-request.ts';
import type { Draft, Step } from './menu.calls.ts';

/** The one option that is edited, or begun; `key` makes a repeated creation the same. */
export type Open = { does: 'create'; parentId: string | null; key: string } | { does: 'change'; id: string } | null;

/** The function that saves an unfinished option along with the form around it; resolves with whether that succeeded. */
export type Finishes = RefObject<(() => Promise<boolean>) | null>;

/** The values that the parts of the editor share. */
export type MenuContext = {
  open: Open;
  openOne: (one: NonNullable<Open>) => void;
  close: () => void;
  request: ReturnType<typeof useRequest>;
  /** Whether it was saved. */
  save: (draft: Draft) => Promise<boolean>;
  move: (step: Step, to: { parentId: string | null; option: number }) => void;
  remove: (step: Step) => void;
  removeMedia: (step: Step) => void;
  onUnsaved: (isUnsaved: boolean) => void;
  finishes: Finishes;
  dragged: Step | null;
  drag: (step: Step | null) => void;
  drop: (on: Step) => void;
};
export const MenuContext = createContext<MenuContext>(null as unknown as MenuContext);
