import type { SettingKey } from '@prosa/contracts';
import { type ReactNode, useId } from 'react';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import { Fault } from '../../ui/fields/fault.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import styles from './settings.module.css';
import type texts from './settings.screen.pt.json';
import { useSetting } from './use-setting.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    settings: typeof texts;
  }
}

type Props = { setting: SettingKey; title: string; children: ReactNode };

/** A setting that is enabled or disabled. Others than administrators see how it is. */
export const SettingSwitch = ({ setting, title, children }: Props) => {
  const id = useId();
  const { value, mayWrite, failure, choose } = useSetting(setting);
  return (
    <div className={styles.setting}>
      <Switch
        checked={value === 'enabled'}
        disabled={!mayWrite}
        describedBy={id}
        onChange={(isOn) => choose(isOn ? 'enabled' : 'disabled')}
      >
        <b>{title}</b>
      </Switch>
      <div id={id}>{children}</div>
      <Refusal of={failure} />
    </div>
  );
};

/** A setting of several values. */
export const SettingSelect = ({ setting, title, items, children }: Props & { items: { id: string; name: string }[] }) => {
  const id = useId();
  const { value, mayWrite, failure, choose } = useSetting(setting);
  return (
    <div className={`${styles.setting} ${styles.choice}`}>
      <div>
        <label htmlFor={`${id}-choice`}>
          <b>{title}</b>
        </label>
        <div id={id}>{children}</div>
      </div>
      {mayWrite ? (
        <div className={styles.value}>
          <Select
            control={{ id: `${id}-choice`, 'aria-describedby': id }}
            label={title}
            items={items}
            chosen={value}
            onChoose={choose}
          />
        </div>
      ) : (
        <output id={`${id}-choice`}>{items.find((item) => item.id === value)?.name}</output>
      )}
      <Refusal of={failure} />
    </div>
  );
};

/** Why it was not saved. */
export const Refusal = ({ of: failure }: { of: Failure | null }) =>
  failure && (
    <Fault bare className={styles.fault}>
      {errorText(failure)}
    </Fault>
  );
