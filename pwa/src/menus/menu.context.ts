import { createContext } from 'react';
import type { useRequest } from '../kernel/use-request.ts';
import type { Draft, Step } from './menu.calls.ts';

/** The one option that is edited, or begun; `key` makes a repeated creation the same. */
export type Open = { does: 'create'; parentId: string | null; key: string } | { does: 'change'; id: string } | null;

/** What the parts of the editor share. */
export type MenuContext = {
  open: Open;
  openOne: (one: NonNullable<Open>) => void;
  close: () => void;
  request: ReturnType<typeof useRequest>;
  save: (draft: Draft) => void;
  move: (step: Step, to: { parentId: string | null; option: number }) => void;
  remove: (step: Step) => void;
  removeMedia: (step: Step) => void;
  onUnsaved: (isUnsaved: boolean) => void;
  dragged: Step | null;
  drag: (step: Step | null) => void;
  drop: (on: Step) => void;
};
export const MenuContext = createContext<MenuContext>(null as unknown as MenuContext);
