import type { RecordEntry, RecordHistory } from '@prosa/contracts';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';

const OWN = 'record-histories';
/** A text of the own ones, if there is one under this key. */
export const ownText = (key: string): string | undefined => findText(OWN, key);

/** Who did it, as one text. */
export const actorOf = ({ actor }: RecordEntry): string => (actor.kind === 'system' ? 'system' : `${actor.kind} ${actor.id}`);

/** What a record is called whose name may not be read, or is gone, by the first word of the event. */
const kindOf = (type: string): string => /^(Contact|User|Email|Queue|Invoice)/.exec(type)?.[0] ?? '';

/** Says who did what: a text with bold parts, and its values. */
export const useEntryWords = () => {
  const { t } = useTexts(OWN);
  const who = (entry: RecordEntry): string => {
    const { kind, name, isPlatform } = entry.actor;
    if (kind === 'system') return t('actor-system');
    if (isPlatform) return name === null ? t('actor-platform') : t('fromPlatform', { name });
    return name ?? t(`actor-${kind}`);
  };
  const wordsOf = (entry: RecordEntry, names: RecordHistory['names']) => {
    const { type, about } = entry;
    const nameless = ownText(`nameless.${kindOf(type)}`) ?? t('gone');
    const named = about === null ? null : (names[about] ?? nameless);
    const text = (named === null ? undefined : ownText(`eventsAbout.${type}`)) ?? ownText(`events.${type}`) ?? t('event');
    return { text, values: { by: who(entry), about: named ?? '' } };
  };
  return { who, wordsOf };
};
