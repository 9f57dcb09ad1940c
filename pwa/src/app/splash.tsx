import { ProsaMark } from '../ui/marks/prosa-mark.tsx';

/** Shown until there is something to show. */
export const Splash = () => (
  <main className="splash" aria-busy="true">
    <ProsaMark size={48} />
  </main>
);
