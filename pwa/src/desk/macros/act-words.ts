import type { MacroAct } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import ListTree from 'lucide-react/icons/list-tree';
import Lock from 'lucide-react/icons/lock';
import MessageSquareCheck from 'lucide-react/icons/message-square-check';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Tag from 'lucide-react/icons/tag';
import User from 'lucide-react/icons/user';
import Zap from 'lucide-react/icons/zap';
import { useCallback } from 'react';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { IconType } from '../../ui/marks/icon.tsx';
import type { ActNames } from './macros.model.ts';
import type texts from './macros.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    macros: typeof texts;
  }
}

export const actIcons: Record<MacroAct['do'], IconType> = {
  message: MessageSquareText,
  reply: Zap,
  tags: Tag,
  queue: ListTree,
  user: User,
  observation: Lock,
  snooze: AlarmClock,
  resolve: MessageSquareCheck,
};

/** A Monday. */
const WEEK = Date.parse('2026-11-30T12:00Z');
const DAY_MS = 86_400_000;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A weekday's name; null for what is none. */
export const weekdayName = (until: string, weekday: 'short' | 'long'): string | null => {
  const at = weekdays.indexOf(until);
  if (at < 0) return null;
  return new Intl.DateTimeFormat(locales[currentLanguage()], { weekday, timeZone: 'UTC' }).format(WEEK + at * DAY_MS);
};

/** Names acts in few words: what they name, otherwise what they do. */
export const useActWords = (names: ActNames): ((act: MacroAct) => string) => {
  const { t } = useTexts('macros');
  return useCallback(
    (act) => {
      switch (act.do) {
        case 'tags':
          return act.tagIds.map((id) => nameOr(names.tag(id), t('gone.tags'))).join(', ');
        case 'queue':
          return nameOr(names.queue(act.queueId), t('gone.queue'));
        case 'user':
          return nameOr(names.user(act.userId), t('gone.user'));
        case 'reply':
          return nameOr(names.reply(act.quickMessageId), t('gone.reply'));
        case 'snooze':
          if (act.until === 'hour') return t('inAnHour');
          return `${weekdayName(act.until, 'short') ?? t('tomorrow')}, ${act.time}`;
        default:
          return t(`short.${act.do}`);
      }
    },
    [names, t],
  );
};

/** Empty until it is known. */
const nameOr = (found: { name: string } | null | undefined, gone: string): string =>
  found === null ? gone : (found?.name ?? '…');
