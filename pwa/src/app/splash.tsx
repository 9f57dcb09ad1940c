import { ProsaMark } from '../ui/channel-icon.tsx';

/** While there is nothing to show yet. */
export const Splash = () => (
  <main className="splash" aria-busy="true">
    <ProsaMark size={48} />
  </main>
);
