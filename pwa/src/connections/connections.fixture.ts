import { type ConnectionStatus, type ConnectionView, HIDDEN_TOKEN } from '@prosa/contracts';
import { idOf } from '../testing/records.ts';

/** A connection by QR code, unless `more` says otherwise. */
export const aConnection = (n: number, status: ConnectionStatus, more: Partial<ConnectionView> = {}): ConnectionView => ({
  id: idOf(7, n),
  companyId: idOf(8, 1),
  name: `Loja ${n}`,
  channel: 'whatsapp',
  kind: 'whatsapp',
  provider: 'beta',
  status,
  reason: null,
  until: null,
  session: null,
  token: HIDDEN_TOKEN,
  phoneNumberId: null,
  wabaId: null,
  accessToken: null,
  appSecret: null,
  isDefault: false,
  queueIds: [],
  queues: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  closeAfterMinutes: 0,
  finishBotUrl: '',
  webhookUrl: '',
  createdAt: '2026-11-17T12:00:00.000Z',
  updatedAt: '2026-11-17T12:58:00.000Z',
  ...more,
});
