import { companyRoutes, IntegrationKey, limits, shownKey } from '@prosa/contracts/schemas';
import { useCallback, useState } from 'react';
import { useSelector } from 'react-redux';
import { api } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectSetting } from '../../people/sessions/sessions.slice.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Refusal } from './setting-switch.tsx';
import styles from './settings.module.css';
import { useChange } from './use-setting.ts';

/** Addresses and keys of other systems: once saved, nobody sees more than the end of one. */
export const Integrations = () => {
  const { t } = useTexts('settings');
  const { reply, failure, again } = useAnswer(() => api.call(companyRoutes.settings, {}));
  return (
    <section className={styles.panel} aria-labelledby="settings-integrations">
      <header>
        <h2 id="settings-integrations">{t('integrations')}</h2>
        <span>{t('integrationsHint')}</span>
      </header>
      {reply ? (
        IntegrationKey.options.map((name) => (
          <KeyField key={name} name={name} begun={reply.data.find(({ key }) => key === name)?.value ?? ''} />
        ))
      ) : failure ? (
        <ErrorState title={t('integrationsFailed')} onRetry={again}>
          {errorText(failure)}
        </ErrorState>
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </section>
  );
};

const KeyField = ({ name, begun }: { name: IntegrationKey; begun: string }) => {
  const { t } = useTexts('settings');
  const pushed = useSelector(selectSetting(name));
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [sent, setSent] = useState('');
  const onSaved = useCallback(() => {
    setSaved(shownKey(sent));
    setTyped(null);
  }, [sent]);
  const { isBusy, failure, change } = useChange(name, onSaved);
  const shown = pushed ?? saved ?? begun;
  const isChanged = typed !== null && typed.trim() !== shown;
  const handleSave = () => {
    if (!isChanged || isBusy) return;
    setSent(typed.trim());
    change(typed.trim());
  };
  return (
    <form
      className={`${styles.setting} ${styles.key}`}
      onSubmit={(event) => {
        event.preventDefault();
        handleSave();
      }}
    >
      <Field label={t(`integrationKeys.${name}`)}>
        {(control) => (
          <TextInput
            {...control}
            name={name}
            value={typed ?? shown}
            maxLength={limits.integrationKey}
            autoComplete="off"
            spellCheck={false}
            // The shown text is no key to extend: the focus selects it.
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        busy={isBusy}
        disabled={!isChanged}
        steady={`key ${name}`}
        aria-label={t('saveKey', { key: t(`integrationKeys.${name}`) })}
      >
        {t('saveShort')}
      </Button>
      <Refusal of={failure} />
    </form>
  );
};
