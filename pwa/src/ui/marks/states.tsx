import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';

/** True from `ms` after the first render: what loads sooner needs no skeleton. */
export const useDelayed = (ms = 150): boolean => {
  const [due, setDue] = useState(ms === 0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due;
};

const widths = [
  ['46%', '82%', '38%'],
  ['34%', '64%', '28%'],
  ['52%', '74%', '33%'],
];

/** Placeholder rows while loading, shown after 150 ms. `label` says what is loading. */
export const SkeletonRows = ({ rows = 6, label }: { rows?: number; label?: string }) => {
  const { t } = useTexts('ui');
  const due = useDelayed();
  return (
    <div role="status" aria-busy="true" aria-label={label ?? t('loading')}>
      {due &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical
          <div className="skeleton" key={row}>
            <span className="bone round" />
            {widths[row % widths.length]!.map((width) => (
              <span className="bone" key={width} style={{ width }} />
            ))}
          </div>
        ))}
    </div>
  );
};

/** A placeholder for one line while loading. */
export const Bone = ({ width, height = 10 }: { width: number | string; height?: number }) =>
  useDelayed() ? <span className="bone" style={{ display: 'block', width, height }} /> : null;

type BlankProps = {
  icon: IconType;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It fills the whole screen: its title is the screen's heading. */
  isPage?: boolean;
};

/** An empty state: what it means, and what to do next. */
export const EmptyState = ({ icon, title, children, action, isPage }: BlankProps) => (
  <div className="blank">
    <Icon of={icon} size="large" />
    {isPage ? <h1>{title}</h1> : <b>{title}</b>}
    {children && <span>{children}</span>}
    {action}
  </div>
);

/** A failure shown in place, with a retry button. */
export const ErrorState = ({
  title,
  children,
  onRetry,
  busy,
}: {
  title?: string;
  children?: ReactNode;
  onRetry?: () => void;
  busy?: boolean;
}) => {
  const { t } = useTexts('ui');
  return (
    <div className="blank bad" role="alert">
      <Icon of={CircleAlert} size="large" />
      <b>{title ?? t('errorTitle')}</b>
      {children && <span>{children}</span>}
      {onRetry && (
        <Button icon={RotateCcw} onClick={onRetry} busy={busy ?? false}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
};

type BannerProps = {
  icon: IconType;
  children: ReactNode;
  action?: ReactNode;
  /** A request, not a warning. */
  isCalm?: boolean;
};

/** A line above the screen for a state of the whole app. */
export const Banner = ({ icon, children, action, isCalm = false }: BannerProps) => (
  <div className={isCalm ? 'banner calm' : 'banner'} role="status">
    <Icon of={icon} />
    <span>{children}</span>
    {action}
  </div>
);
