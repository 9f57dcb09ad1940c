import { csvLine } from '@prosa/contracts';
import type { ShippedRow } from './campaigns.queries.ts';

export type Language = 'pt' | 'en' | 'es';
const heads: Record<Language, readonly string[]> = {
  pt: ['nome', 'número', 'resultado', 'motivo', 'confirmação pedida', 'confirmou', 'enviada', 'entregue', 'lida', 'respondeu'],
  en: ['name', 'number', 'result', 'reason', 'confirmation requested', 'confirmed', 'sent', 'delivered', 'read', 'answered'],
  es: [
    'nombre',
    'número',
    'resultado',
    'motivo',
    'confirmación pedida',
    'confirmó',
    'enviado',
    'entregado',
    'leído',
    'respondió',
  ],
};
type Result = 'skipped' | 'waiting' | 'asked' | 'answered' | 'failed' | 'unsure' | 'under way' | 'sent' | 'delivered' | 'read';
const results: Record<Language, Record<Result, string>> = {
  pt: {
    skipped: 'não recebe',
    waiting: 'espera a vez',
    asked: 'espera a confirmação',
    answered: 'não confirmou',
    failed: 'não enviada',
    unsure: 'sem certeza',
    'under way': 'a caminho',
    sent: 'enviada',
    delivered: 'entregue',
    read: 'lida',
  },
  en: {
    skipped: 'left out',
    waiting: 'waits',
    asked: 'waits for confirmation',
    answered: 'not confirmed',
    failed: 'not sent',
    unsure: 'uncertain',
    'under way': 'under way',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
  },
  es: {
    skipped: 'no recibe',
    waiting: 'espera su turno',
    asked: 'espera la confirmación',
    answered: 'no confirmó',
    failed: 'no enviado',
    unsure: 'incierto',
    'under way': 'en camino',
    sent: 'enviado',
    delivered: 'entregado',
    read: 'leído',
  },
};

const resultOf = (row: ShippedRow): Result => {
  if (row.skipped !== '') return 'skipped';
  if (row.messageId === null) return 'waiting';
  if (row.state !== null) return row.state;
  if (row.readAt) return 'read';
  if (row.deliveredAt) return 'delivered';
  if (row.sentAt) return 'sent';
  if (!row.confirmationRequestedAt || row.confirmedAt) return 'under way';
  return row.answeredAt ? 'answered' : 'asked';
};

export const recipientHead = (language: Language): readonly string[] => heads[language];
/** The line of a recipient. Reasons stand as their codes. */
export const recipientLine = (language: Language, row: ShippedRow): string => {
  const { name, number, failure, skipped, confirmationRequestedAt, confirmedAt, sentAt, deliveredAt, readAt, answeredAt } = row;
  const times = [confirmationRequestedAt, confirmedAt, sentAt, deliveredAt, readAt, answeredAt];
  return csvLine([
    name,
    number,
    results[language][resultOf(row)],
    skipped || failure,
    ...times.map((time) => time?.toISOString() ?? null),
  ]);
};
