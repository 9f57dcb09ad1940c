import type { ReactNode } from 'react';
import { filled } from '../../kernel/i18n/filled.ts';
import { type Language, languages } from '../../kernel/i18n/languages.ts';
import { type Theme, themeAfter } from '../../shell/theme.ts';
import { useTitle } from '../../shell/title.ts';
import { Fault } from '../../ui/fields/fault.tsx';
import { ProsaMark } from '../../ui/marks/prosa-mark.tsx';
import styles from './entry-page.module.css';

export type FrameProps = {
  /** The app's texts for language and theme. */
  texts: Record<Language | Theme | 'language' | 'chooseLanguage' | 'theme', string>;
  language: Language;
  onLanguage: (language: Language) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
};
type Props = FrameProps & {
  title: string;
  lead?: string;
  /** A line about what has just happened. */
  notice?: string | null;
  /** Its form has two columns. */
  isWide?: boolean;
  children: ReactNode;
};

/** The page of somebody who is not signed in: a form in the middle, language and theme below. It needs no store, router or dictionary. */
export const EntryPage = ({ title, lead, notice = null, isWide = false, children, ...frame }: Props) => {
  useTitle(title);
  return (
    <div className={isWide ? `${styles.entry} ${styles.wide}` : styles.entry}>
      <main>
        <p className={styles.brand}>
          <ProsaMark size={28} />
          Prosa
        </p>
        <h1>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {notice !== null && (
          <p className={styles.noticeLine} role="status">
            {notice}
          </p>
        )}
        {children}
      </main>
      <Footer {...frame} />
    </div>
  );
};

/** Why the form was refused, above its fields. */
export const FormRefusal = ({ children }: { children: string }) => <Fault className={styles.formError}>{children}</Fault>;

/** The way to the other form, by its address: the page loads anew. */
export const OtherForm = ({ question, to, children }: { question: string; to: string; children: string }) => (
  <p className={styles.other}>
    {question} <a href={to}>{children}</a>
  </p>
);

/** The way to another password, by its address. */
export const ForgottenLink = ({ children }: { children: string }) => (
  <p className={styles.forgotten}>
    <a href="/forgot">{children}</a>
  </p>
);

const Footer = ({ texts, language, onLanguage, theme, onTheme }: FrameProps) => (
  <footer>
    {/* The browser's own select lies invisibly over the text: Blueprint's menu would be a large part of the app. */}
    <span className={styles.language}>
      <span aria-hidden="true">{filled(texts.language, { language: texts[language] })}</span>
      <select
        aria-label={texts.chooseLanguage}
        value={language}
        onChange={({ target }) => {
          const chosen = languages.find((one) => one === target.value);
          if (chosen) onLanguage(chosen);
        }}
      >
        {languages.map((one) => (
          <option key={one} value={one} lang={one}>
            {texts[one]}
          </option>
        ))}
      </select>
    </span>
    <button type="button" onClick={() => onTheme(themeAfter(theme))}>
      {filled(texts.theme, { theme: texts[theme] })}
    </button>
  </footer>
);
