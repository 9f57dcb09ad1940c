import { ProsaMark } from '../ui/prosa-mark.tsx';
import styles from './splash.module.css';

/** While there is nothing to show yet. */
export const Splash = () => (
  <main className={styles.splash} aria-busy="true">
    <ProsaMark size={48} />
  </main>
);
