import { type ReactNode, useEffect, useRef } from 'react';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { EntryPage, type FrameProps, OtherForm } from '../sessions/entry-page.tsx';
import type texts from './mail.screen.pt.json';
import styles from './mail-page.module.css';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    mail: typeof texts;
  }
}

export type MailPageProps = FrameProps & {
  /** The token of the link that was opened; empty if its address was incomplete. */
  token: string;
  /** Called with the e-mail of somebody who has set their password, and may sign in now. */
  onDone: (email: string) => void;
};

/** A page of somebody who is not signed in, in the language that they choose. */
export const MailPage = ({ frame, ...page }: { frame: FrameProps; title: string; lead?: string; children: ReactNode }) => {
  const { language } = frame;
  useEffect(() => void changeLanguage(language), [language]);
  return <EntryPage {...frame} {...page} />;
};

/** The message of the page instead of a form, with the way on. It takes the focus, and so is read out. */
export const Said = ({ children, isBad = false }: { children: ReactNode; isBad?: boolean }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className={styles.said} role={isBad ? 'alert' : 'status'} tabIndex={-1} ref={ref}>
      {children}
    </div>
  );
};

/** A link that looks like a button: the page that it leads to loads anew. */
export const WayOn = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="button primary wide" href={to}>
    {children}
  </a>
);

export const ToSignIn = ({ question = 'remembered' }: { question?: 'remembered' | 'hasPassword' }) => {
  const { t } = useTexts('mail');
  return (
    <OtherForm question={t(question)} to="/login">
      {t('signIn')}
    </OtherForm>
  );
};
