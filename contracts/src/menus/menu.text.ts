/** What leads from any step of a menu but the first back, and to the first; and how the customer reads them. */
export const menuKeys = { up: '0', start: '#' } as const;
export const menuWays = { up: 'Voltar', start: 'Início' } as const;

/**
 * What the customer reads at a step of a menu: the message, the choices by their numbers, and, but at the first step, how to go back. A step
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
