// Runs before the first paint: applies the chosen theme, otherwise the system's. A separate file, because inline scripts are not allowed
// here.
// zod reads this setting when it is loaded: the page's security policy forbids compiled validators.
globalThis.__zod_globalConfig = { jitless: true };
(() => {
  let theme = null;
  let token = null;
  try {
    theme = localStorage.getItem('theme');
    token = localStorage.getItem('token');
  } catch {
    theme = null; // storage is blocked: follow the system
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // The files behind the sign-in, or those of the sign-in page, as the build names them, come beside the first ones, not after them.
  const { inside = '', outside = '' } = document.currentScript?.dataset ?? {};
  const names = token === null ? outside : inside;
  for (const name of names.split(' ').filter(Boolean))
    document.head.append(
      Object.assign(
        document.createElement('link'),
        name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' },
        { crossOrigin: '', href: `/${name}` },
      ),
    );
  // And who is signed in is asked beside that: src/kernel/asked-ahead.ts takes the answer.
  if (token === null) return;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = fetch('/api/auth/me', { headers, cache: 'no-store', signal: AbortSignal.timeout(20_000) });
  answer.catch(() => undefined);
  globalThis.prosaAhead = { path: '/auth/me', token, answer, at: performance.now() };
})();
