/** The keys that lead back, and to the first step, from any other step of a menu; `menuWays` are their titles. */
export const menuKeys = { up: '0', start: '#' } as const;
export const menuWays = { up: 'Voltar', start: 'Início' } as const;

/**
 * The text of a menu's step: the message, the choices by their numbers, and, except at the first step, how to go back. A step
 * without choices ends a branch.
 */
export const menuText = (message: string, titles: readonly string[], isFirst: boolean): string =>
  [
    message.trim(),
    titles.map((title, at) => `${at + 1} - ${title}`).join('\n'),
    isFirst ? '' : `${menuKeys.up} - ${menuWays.up}\n${menuKeys.start} - ${menuWays.start}`,
  ]
    .filter(Boolean)
    .join('\n\n');
