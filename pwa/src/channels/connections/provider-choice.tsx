import { useWords } from '../../records/use-words.ts';
import styles from './connections.module.css';

/** How a number of WhatsApp is connected. */
export type Provider = 'beta' | 'cloud';
const providers: Provider[] = ['beta', 'cloud'];

/** Chooses how a new number is connected: as a further device of its phone, or by Meta's own API. It cannot change afterwards. */
export const ProviderChoice = ({ chosen, onChoose }: { chosen: Provider; onChoose: (provider: Provider) => void }) => {
  const words = useWords('connections');
  return (
    <fieldset className={styles.providers}>
      <legend>{words('fields.provider')}</legend>
      {providers.map((provider) => (
        // The focus stays in the name, which would else be reported as missing.
        <label key={provider} className={styles.provider} onMouseDown={(event) => event.preventDefault()}>
          <input type="radio" name="provider" checked={provider === chosen} onChange={() => onChoose(provider)} />
          <span className={styles.lines}>
            <b>{words(`providers.${provider}`)}</b>
            <small>{words(`providerHints.${provider}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
};
