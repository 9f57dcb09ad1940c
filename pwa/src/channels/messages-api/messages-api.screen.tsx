import { type ReactNode, useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { fork } from 'redux-saga/effects';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { apiKeysSaga, apiKeysSlices } from '../../people/api-keys/api-keys.slice.ts';
import { ApiKeys } from '../../people/api-keys/api-keys.tsx';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { Segmented } from '../../ui/marks/tabs.tsx';
import { ExampleBox } from './example-box.tsx';
import { type Example, type ExampleLanguage, exampleLanguages } from './examples.ts';
import styles from './messages-api.module.css';
import type texts from './messages-api.screen.pt.json';
import { SEND_PATH } from './send-test.ts';
import { TestForm, type Typed } from './test-form.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'messages-api': typeof texts;
  }
}

const NUMBER = '5511900004182';
const nothing: Typed = { token: '', number: '', body: '', file: null };

/** How other systems send messages: what is called, what it answers, and two forms to try it; and the keys of the whole API. */
const MessagesApi = () => {
  const { t } = useTexts('messages-api');
  const mayKey = useSelector(selectMay('api-keys:write'));
  const mayConnect = useSelector(selectMay('connections:read'));
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const [text, setText] = useState(nothing);
  const [file, setFile] = useState(nothing);
  const url = `${window.location.origin}${SEND_PATH}`;
  /** What was typed, and examples for what was not. */
  const exampleOf = ({ token, number, body }: Typed, otherwise: string): Example => ({
    url,
    token: token.trim() || 'TOKEN',
    number: number.trim() || NUMBER,
    body: body || otherwise,
  });
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1>{t('title')}</h1>
          <p className={styles.sub}>{t('lead')}</p>
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Panel title={t('how')}>
            <dl className={styles.facts}>
              <dt>{t('address')}</dt>
              <dd>
                <code>POST {url}</code>
              </dd>
              <dt>{t('authorization')}</dt>
              <dd>
                <code>Authorization: Bearer</code> {t('ofConnection')}{' '}
                {mayConnect ? <Link to="/connections">{t('connections')}</Link> : t('connections')}
              </dd>
              <dt>{t('number')}</dt>
              <dd>
                {t('numberHint')} <code>{NUMBER}</code>
              </dd>
              <dt>
                <code>Idempotency-Key</code>
              </dt>
              <dd>{t('keyHint')}</dd>
              <dt>{t('rate')}</dt>
              <dd>{t('rateHint')}</dd>
            </dl>
          </Panel>
          <Segmented
            className={styles.languages!}
            label={t('languages')}
            items={exampleLanguages.map((id) => ({ id, label: id }))}
            chosen={language}
            onChoose={setLanguage}
          />
          <Panel title={t('text')} note="application/json">
            <ExampleBox
              title={t('textExample')}
              language={language}
              example={exampleOf(text, t('textBody'))}
              isTokenHidden={text.token.trim() !== ''}
            />
          </Panel>
          <Panel title={t('file')} note="multipart/form-data">
            <ExampleBox
              title={t('fileExample')}
              language={language}
              example={{
                ...exampleOf(file, file.file ? '' : t('fileBody')),
                file: file.file?.name ?? 'nota-18442.pdf',
              }}
              isTokenHidden={file.token.trim() !== ''}
            />
          </Panel>
          <Answers />
        </div>
        <div className={styles.column}>
          <TestForm kind="text" typed={text} onChange={setText} />
          <TestForm kind="file" typed={file} onChange={setFile} />
        </div>
      </div>
      {mayKey && <ApiKeys />}
    </div>
  );
};

const Panel = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span>{note}</span>}
      </header>
      {children}
    </section>
  );
};

const answers = ['200', '400 ERR_CHECK_NUMBER', '401', '409 ERR_WAPP_NOT_INITIALIZED', '413', '422', '429'] as const;

/** What the API answers, and how one asks later. */
const Answers = () => {
  const { t } = useTexts('messages-api');
  return (
    <Panel title={t('answers')}>
      <table className={styles.answers} aria-label={t('answers')}>
        <tbody>
          {answers.map((code) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{t(`answer.${code}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.later}>
        {t('later')} <code>GET /api/messages/sent/&#123;id&#125;</code>. {t('laterHint')} <a href="/api/docs">{t('docs')}</a>
      </p>
    </Panel>
  );
};

export const screen: Screen = {
  element: <MessagesApi />,
  slices: apiKeysSlices,
  *saga() {
    yield fork(apiKeysSaga);
  },
  speaks: ['api-keys'],
};
