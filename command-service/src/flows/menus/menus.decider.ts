import { limits, type MenuFact, Refused, type Unstored } from '@prosa/contracts';
import { below, siblings } from '../../desk/conversation-kernel/menu.tree.ts';
import type { Decider } from '../../kernel/decider.ts';
import { keeps, type ReferenceOption } from '../../kernel/reference-data.records.ts';
import { differing } from '../../records/changes.ts';

type Event = Unstored<MenuFact>;
type Media = ReferenceOption['media'];
/** `parentId` null is the top; `option` undefined the last place. */
type Place = { parentId: string | null; option: number | undefined };

export type MenuCommand =
  | ({ do: 'create option'; id: string; queueId: string; title: string; message: string; media: Media } & Place)
  | { do: 'change option'; id: string; changes: { title?: string; message?: string; media?: Media }; to?: Partial<Place> }
  | { do: 'delete option'; id: string };
/** `made` are all that there ever were. */
export type MenuState = { options: Map<string, ReferenceOption>; made: Set<string> };

/** The menus of a company's queues. */
export const menus: Decider<MenuCommand, MenuState, Event> = {
  initial: () => ({ options: new Map(), made: new Set() }),

  decide(command, { options, made }) {
    switch (command.do) {
      case 'create option': {
        const { do: _, id, option, ...fields } = command;
        if (made.has(id)) return [];
        const ofQueue = options.values().filter(({ queueId }) => queueId === fields.queueId);
        if (ofQueue.toArray().length >= limits.menuOptions)
          throw limit(`O menu de uma fila tem no máximo ${limits.menuOptions} opções.`);
        assertPlace(options, fields.queueId, fields.parentId, null);
        const others = siblings(options, fields.queueId, fields.parentId);
        assertRoom(others.length);
        const at = Math.min(option ?? others.length + 1, others.length + 1);
        const created = { type: 'OptionCreated' as const, data: { ...fields, optionId: id, option: at } };
        return [...renumbered(others.toSpliced(at - 1, 0, { ...fields, id, option: at }), fields.parentId), created];
      }
      case 'change option': {
        const { id, changes, to = {} } = command;
        const option = the(options, id);
        const differ = differing(option, changes);
        return [
          ...(differ ? [{ type: 'OptionChanged' as const, data: { ...differ, optionId: id } }] : []),
          ...moved(options, option, to),
        ];
      }
      case 'delete option': {
        const option = the(options, command.id);
        const left = siblings(options, option.queueId, option.parentId).filter(({ id }) => id !== option.id);
        return [
          ...[option, ...below(options, option.id)].map(({ id }) => ({ type: 'OptionDeleted' as const, data: { optionId: id } })),
          ...renumbered(left, option.parentId),
        ];
      }
    }
  },

  evolve(state, { type, data }) {
    const { options, made } = state;
    const before = options.get(data.optionId);
    switch (type) {
      case 'OptionCreated': {
        const { optionId: id, ...fields } = data;
        options.set(id, { ...fields, id });
        made.add(id);
        return state;
      }
      case 'OptionChanged': {
        const { title = before?.title, message = before?.message, media = before?.media } = data;
        if (before) options.set(before.id, { ...before, title, message, media } as ReferenceOption);
        return state;
      }
      case 'OptionMoved':
        if (before) options.set(before.id, { ...before, parentId: data.parentId, option: data.option });
        return state;
      case 'OptionDeleted':
        options.delete(data.optionId);
        return state;
      default:
        data satisfies never;
        return state;
    }
  },
};

const the = (options: MenuState['options'], id: string): ReferenceOption => {
  const option = options.get(id);
  if (!option) throw new Refused('ERR_NO_OPTION_FOUND');
  return option;
};
const limit = (message: string): Refused => new Refused('ERR_MENU_LIMIT', { message });

const assertRoom = (others: number): void => {
  if (others >= limits.menuChoices) throw limit(`Um passo do menu tem no máximo ${limits.menuChoices} opções.`);
};

/** Throws Refused if the parent is not of the queue, is the option itself or below it, or if the menu would have too many steps. */
const assertPlace = (
  options: MenuState['options'],
  queueId: string,
  parentId: string | null,
  moving: ReferenceOption | null,
): void => {
  let steps = 1 + (moving ? heightOf(options, moving.id) : 0);
  for (let id = parentId; id !== null; steps += 1) {
    const parent = options.get(id);
    if (!parent || parent.queueId !== queueId || parent.id === moving?.id)
      throw new Refused('ERR_VALIDATION', { fields: { parentId: 'Invalid value' } });
    id = parent.parentId;
  }
  if (steps > limits.menuDepth) throw limit(`Um menu tem no máximo ${limits.menuDepth} passos.`);
};

/** How many steps there are below an option. */
const heightOf = (options: MenuState['options'], id: string): number =>
  Math.max(
    0,
    ...options
      .values()
      .filter(({ parentId }) => parentId === id)
      .map((child) => 1 + heightOf(options, child.id)),
  );

/** Moves an option and closes the gap that it leaves. */
const moved = (options: MenuState['options'], option: ReferenceOption, to: Partial<Place>): Event[] => {
  const { queueId } = option;
  const parentId = to.parentId === undefined ? option.parentId : to.parentId;
  if (parentId === option.parentId && to.option === undefined) return [];
  assertPlace(options, queueId, parentId, option);
  const others = siblings(options, queueId, parentId).filter(({ id }) => id !== option.id);
  if (parentId !== option.parentId) assertRoom(others.length);
  const at = Math.min(to.option ?? others.length + 1, others.length + 1);
  const left =
    parentId === option.parentId ? [] : siblings(options, queueId, option.parentId).filter(({ id }) => id !== option.id);
  return [...renumbered(others.toSpliced(at - 1, 0, option), parentId), ...renumbered(left, option.parentId)];
};

/** Gives each the number of its place, where it has another one; `parentId` is where they are now. */
const renumbered = (options: readonly ReferenceOption[], parentId: string | null): Event[] =>
  options.flatMap(({ id, option, parentId: before }, at) =>
    option === at + 1 && before === parentId ? [] : [{ type: 'OptionMoved', data: { optionId: id, parentId, option: at + 1 } }],
  );

export const keptMenus = keeps('menus', menus, ({ options }) => options);
