import { limits } from '@prosa/contracts';
import type { Concern } from '../conversation-kernel/concern.ts';
import type { ConversationState } from '../conversation-kernel/conversation.state.ts';
import { type Numbered, numberedIn } from '../conversation-kernel/numbered-answer.ts';
import type { ReceivedKind } from './conversation.commands.ts';

type Own = Pick<ConversationState, 'ratingAsked'>;
const asksNothing = (state: Own): void => {
  state.ratingAsked = null;
};

/** The rating that a customer is asked for when their ticket is closed. */
export const ratings = {
  initial: (): Own => ({ ratingAsked: null }),
  evolve: {
    TicketOpened: asksNothing,
    TicketReopened: asksNothing,
    // A request that waited comes after the closing; any other before it, which says the same.
    MessageSent: (state, { ticketId, origin }, { at }) => {
      if (origin === 'rating') state.ratingAsked = { ticketId, at: at.getTime() };
    },
    TicketClosed: (state, { ticketId, ratingAsked }, { at }) => {
      state.ratingAsked = ratingAsked ? { ticketId, at: at.getTime() } : null;
    },
    RatingGiven: asksNothing,
    TicketDeleted: (state, { ticketId }) => {
      if (state.ratingAsked?.ticketId === ticketId) state.ratingAsked = null;
    },
  },
  decide: {},
} satisfies Concern<never, Own>;

/** The marks, and their names as screens show them. */
const MARKS: readonly Numbered[] = [
  { number: 1, titles: ['insatisfeito', 'insatisfeita', 'unsatisfied', 'dissatisfied', 'insatisfecho', 'insatisfecha'] },
  { number: 2, titles: ['satisfeito', 'satisfeita', 'satisfied', 'satisfecho', 'satisfecha'] },
  {
    number: 3,
    titles: ['muito satisfeito', 'muito satisfeita', 'very satisfied', 'muy satisfecho', 'muy satisfecha'],
  },
];
const MARK =
  'nota|avaliacao|estrelas?|nota final|opcao|rating|score|mark|option|calificacion|puntuacion|puntaje|opcion|valoracion';
const LEADS = [
  `(?:(?:a|la|mi|my|minha|the|sua) )?(?:${MARK})(?: (?:e|is|es|no|n|numero|number|de))?`,
  `(?:eu )?(?:dou|daria|doy|dei|avalio(?: com)?|i give|i d give)(?: (?:a |la |um |uma |un |una )?(?:${MARK}))?`,
  'numero|number|num',
].join('|');
const GOOD =
  'bo[ma]|otim[oa]|excelentes?|perfeit[oa]|maravilhos[oa]|good|great|excellent|buen[oa]?|perfect[oa]?|top|regular|ruim|pessim[oa]|mal[oa]?|bad';
const TAILS = [
  `(?:muito |muy |very |super )?(?:${GOOD})(?: (?:atendimento|servico|atencion|servicio|service))?`,
  `(?:${GOOD}|muito bo[ma]|muy buen[oa]?)`,
  '(?:otimo|excelente|bom|perfeito|pessimo) (?:atendimento|servico)',
  'adorei|gostei|parabens|felicidades|congratulations',
].join('|');
const UNITS = 'estrelas?|estrelinhas?|stars?|estrellas?|pontos?|points?|puntos?';

/** The mark that a customer's words give; null: none. */
export const markIn = (body: string): number | null =>
  numberedIn(body, { choices: MARKS, leads: LEADS, units: UNITS, tails: TAILS, outOf: MARKS.length });

/**
 * Returns the rating that a customer's message gives, with the ticket whose closing asked for it; null for any other message. Applies only
 * if nothing came in between: once the customer has a ticket again, their message belongs to that ticket.
 */
export const ratingIn = (
  { body, sentAt, now, brings }: { body: string; sentAt: string; now: number; brings?: ReceivedKind },
  { unfinished, ratingAsked }: Pick<ConversationState, 'unfinished' | 'ratingAsked'>,
): { ticketId: string; rating: number } | null => {
  // A caption is about its file.
  if (brings?.media || unfinished !== null || ratingAsked === null) return null;
  const rating = markIn(body);
  if (rating === null) return null;
  const isInTime = Math.min(Date.parse(sentAt), now) - ratingAsked.at <= limits.ratingMs;
  return isInTime ? { ticketId: ratingAsked.ticketId, rating } : null;
};
