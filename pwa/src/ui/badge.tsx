import { useTranslation } from 'react-i18next';

type Props = { count: number; alert?: boolean; label?: string };

/** A count on accent, "99+" at most; says "n não lidas" unless told another `label` ('' keeps it silent). Nothing for 0. */
export const Badge = ({ count, alert, label }: Props) => {
  const { t } = useTranslation('ui');
  if (count <= 0) return null;
  const said = label ?? t('unread', { count });
  return (
    <span className={`badge ${alert ? 'alert' : ''}`} {...(said ? { role: 'img', 'aria-label': said } : { 'aria-hidden': true })}>
      {count > 99 ? '99+' : count}
    </span>
  );
};
