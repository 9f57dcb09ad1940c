import { limits, type MessageView, messageRoutes } from '@prosa/contracts';
import TextSearch from 'lucide-react/icons/text-search';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { useFound, wordsOf } from '../../../kernel/calls/use-found.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import type { Finder, Finding, FoundItem } from '../../../shell/feature.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { hitState } from '../../message-search/hit-state.ts';
import { viewChanged } from '../state/tickets.slice.ts';
import { HitLine } from './hit-line.tsx';

/** Number of messages offered; the "Busca" tab finds the others. */
const MOST = 3;

type Found = { messages: MessageView[]; count: number; atLeast: boolean };
/** The first messages, and how many there are. */
const foundIn = ({ messages, count, atLeast }: Found) =>
  messages.length === 0 ? [] : [{ messages: messages.slice(0, MOST), count, atLeast }];
const asDescription = (description: string): object => ({ description });

/** Finds messages by their words, newest first; each opens its conversation there. */
const useFoundMessages = (query: string): Finding => {
  const { t } = useTexts('message-search');
  const { t: ofMessages } = useTexts('messages');
  const { rowTime, count: written } = useFormat();
  const dispatch = useDispatch();
  const words = wordsOf(query).length < limits.searchMin ? '' : wordsOf(query);
  const { items: found, ...rest } = useFound(messageRoutes.search, foundIn, words, asDescription);
  const items = useMemo(
    () =>
      found.flatMap(({ messages, count, atLeast }): FoundItem[] => [
        ...messages.map((message) => ({
          id: `message ${message.id}`,
          label: message.contact.name || ofMessages('customer'),
          detail: <HitLine message={message} sought={words} />,
          isTall: true,
          end: rowTime(message.createdAt),
          icon: <Avatar name={message.contact.name} picture={null} size={28} />,
          to: `/tickets/${message.ticketId}?goMessage=${message.id}`,
          state: hitState(words),
        })),
        {
          id: 'messages in search',
          label: t('inSearch', { count, shown: written(count, atLeast) }),
          icon: <Icon of={TextSearch} />,
          to: '/tickets',
          onChosen: () => dispatch(viewChanged({ tab: 'search', text: words })),
        },
      ]),
    [found, words, t, ofMessages, rowTime, written, dispatch],
  );
  return { items, ...rest };
};

export const finder: Finder = { title: 'messages:messages', place: 15, speaks: 'message-search', use: useFoundMessages };
