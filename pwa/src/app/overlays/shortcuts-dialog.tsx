import { Fragment, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { letterKeysChosen, selectPreferences } from '../../shell/preferences.slice.ts';
import { shortcutsVersion, shownShortcuts, subscribeToShortcuts } from '../../shell/shortcuts.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './shortcuts-dialog.module.css';

const named: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  'mod+k': 'Ctrl K',
};
const spelled = (key: string): string =>
  named[key] ?? key.replace(/^shift\+/, 'Shift ').replace(/(?<=^|\s).$/, (letter) => letter.toUpperCase());

/** Lists every shortcut of this screen, those of every screen first, with the option to turn single-letter shortcuts off. */
export const ShortcutsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTexts();
  useSyncExternalStore(subscribeToShortcuts, shortcutsVersion);
  const dispatch = useDispatch();
  const { letterKeys } = useSelector(selectPreferences);
  const shown = shownShortcuts();
  const isOfScreen = (group: string) => group !== t('everywhere');
  const groups = [...new Set(shown.map(({ group }) => group))].toSorted((a, b) => Number(isOfScreen(a)) - Number(isOfScreen(b)));
  return (
    <Dialog title={t('shortcutsTitle')} isOpen={isOpen} onClose={onClose}>
      <div className={styles.keysGroup}>
        <Switch checked={letterKeys} onChange={(checked) => dispatch(letterKeysChosen(checked))}>
          {t('letterKeys')}
        </Switch>
      </div>
      {groups.map((group) => (
        <section className={styles.keysGroup} key={group}>
          <h3>{group}</h3>
          <div className={styles.keysList}>
            {shown
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <Fragment key={label}>
                  <span>{label}</span>
                  <span className={styles.keys}>
                    {keys.map((key) => (
                      <Kbd key={key}>{spelled(key)}</Kbd>
                    ))}
                  </span>
                </Fragment>
              ))}
          </div>
        </section>
      ))}
    </Dialog>
  );
};
