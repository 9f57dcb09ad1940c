// Before the first paint: the chosen theme, else the system's. A file of its own, as inline scripts are not allowed here.
// zod reads its settings when it is loaded: the page's security policy lets it compile nothing.
globalThis.__zod_globalConfig = { jitless: true };
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    theme = null; // storage is blocked: follow the system
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
