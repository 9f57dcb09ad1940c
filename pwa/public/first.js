// Runs before the first paint: applies the chosen theme, otherwise the system's. A separate file, because inline scripts are not allowed
// here.
// zod reads this setting when it is loaded: the page's security policy forbids compiled validators.
globalThis.__zod_globalConfig = { jitless: true };
// The browser may offer to install the app before the app runs: the account menu takes the offer (kernel/device/installing.ts).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  globalThis.prosaInstall = event;
});
addEventListener('appinstalled', () => {
  globalThis.prosaInstall = undefined;
});
(() => {
  let theme = null;
  let token = null;
  let firstTickets = null;
  try {
    theme = localStorage.getItem('theme');
    token = localStorage.getItem('token');
    firstTickets = localStorage.getItem('firstTickets');
  } catch {
    theme = null; // storage is blocked: follow the system
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // The files behind the sign-in, or those of the sign-in page, as the build names them, come beside the first ones, not after
  // them: found by the scripts, the list would be painted 450 ms later on Lighthouse's phone (decision 36).
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
  // And what the app asks first is asked beside that: who is signed in, and the list of tickets that the last page asked first.
  // src/kernel/calls/prefetched.ts takes the answers. Asked by the app, the list would be painted 300 ms later (decision 36).
  if (token === null) return;
  const at = performance.now();
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const paths = ['/auth/me'];
  if (firstTickets !== null && /^\/tickets(\/|$)/.test(location.pathname)) paths.push(firstTickets);
  const answers = paths.map((path) => {
    const answer = fetch(`/api${path}`, { headers, cache: 'no-store', signal: AbortSignal.timeout(20_000) });
    answer.catch(() => undefined);
    return [path, answer];
  });
  globalThis.prosaAhead = { token, at, answers: new Map(answers) };
})();
