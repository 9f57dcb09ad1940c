import type { ConnectionFields } from './connections.decider.ts';

/** The fields of a simulator connection without queues or texts. */
export const connectionFields = (more: Partial<ConnectionFields> = {}): ConnectionFields => ({
  name: 'Loja',
  channel: 'simulator',
  isDefault: false,
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  provider: 'beta',
  finishBotUrl: '',
  webhookUrl: '',
  closeAfterMinutes: 0,
  ...more,
});
