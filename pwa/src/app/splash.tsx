import { ProsaMark } from '../ui/prosa-mark.tsx';

/** While there is nothing to show yet. */
export const Splash = () => (
  <main className="splash" aria-busy="true">
    <ProsaMark size={48} />
  </main>
);
