import type { ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';

/** Drawn here on Lucide's grid; Lucide has no brand icons. */
const drawn: Record<string, ReactNode> = {
  whatsapp: (
    <>
      <path d="M3 21l1.4-4.6A9 9 0 1 1 7.700 19.700z" />
      <path
        d="M8.600 8.200c.3-.7 1.500-.8 1.800 0l.6 1.300c.2.5-.6 1-.5 1.500.5 1.100 1.300 1.900 2.500 2.500.5.1 1-.7 1.500-.5l1.300.6c.8.4.6 1.500 0 1.800-3 1.600-8.600-4-7.200-7.200z"
        fill="currentColor"
        stroke="none"
      />
    </>
  ),
  facebook: <path d="M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z" />,
  instagram: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.200 6.800h.01" />
    </>
  ),
  simulator: (
    <>
      <rect x="7" y="2.500" width="10" height="19" rx="2.500" />
      <path d="M11 17.500h2" />
      <path d="M10.500 7.500 13.500 9.500 10.500 11.500z" fill="currentColor" />
    </>
  ),
};

drawn.sample = drawn.simulator;

/** The mark of a channel, with its name for screen readers (unless `silent`). Unknown channels show nothing. */
export const ChannelIcon = ({ channel, className = '', silent }: { channel: string; className?: string; silent?: boolean }) => {
  const { t } = useTexts('ui');
  const shape = drawn[channel];
  if (!shape) return null;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or the text beside it is enough
    <svg
      className={`icon ${className}`}
      viewBox="0 0 24 24"
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(channel as 'whatsapp') })}
    >
      {shape}
    </svg>
  );
};
