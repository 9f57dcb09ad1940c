import { useTexts } from '../../kernel/i18n/use-texts.ts';

type Props = { count: number; alert?: boolean; label?: string };

/** A count on accent, "99+" at most; read as "n não lidas" unless `label` is given ('' hides it from screen readers). Nothing for 0. */
export const Badge = ({ count, alert, label }: Props) => {
  const { t } = useTexts('ui');
  if (count <= 0) return null;
  const said = label ?? t('unread', { count });
  return (
    <span className={`badge ${alert ? 'alert' : ''}`} {...(said ? { role: 'img', 'aria-label': said } : { 'aria-hidden': true })}>
      {count > 99 ? '99+' : count}
    </span>
  );
};
