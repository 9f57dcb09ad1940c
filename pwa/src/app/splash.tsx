import { ProsaMark } from '../ui/prosa-mark.tsx';
import styles from './splash.module.css';

/** Shown until there is something to show. */
export const Splash = () => (
  <main className={styles.splash} aria-busy="true">
    <ProsaMark size={48} />
  </main>
);
