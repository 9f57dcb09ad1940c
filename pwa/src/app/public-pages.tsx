import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ComponentProps, type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { forgetOffline, keeper } from '../kernel/device/offline-store.ts';
import { remember, remembered } from '../kernel/device/storage.ts';
import { type Language, locales } from '../kernel/i18n/languages.ts';
import type { MailPageProps } from '../people/mail/mail-page.tsx';
import type { Arrived, Credentials } from '../people/sessions/sign-in.tsx';
import { ignoreStrayDrops } from '../shell/stray-drops.ts';
import { applyTheme, followScreen, rememberedTheme, type Theme } from '../shell/theme.ts';
import { ToastTexts } from '../ui/fields/fault.tsx';
import { Button } from '../ui/marks/button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import type { App } from './app.tsx';
import { type FirstTexts, firstTexts } from './first-texts.ts';
import { goToPublicPages, leaveOpenPage, type OpenPath, openPage, takeToken } from './public-address.ts';
import { Splash } from './splash.tsx';

type Props = {
  /** Starts the app once; called again if it could not be loaded. */
  load: () => Promise<App>;
  /** The initial language, and its texts. */
  speaks: { language: Language; texts: FirstTexts };
};

/** A page that comes before the sign-in. */
type OpenPage = ComponentType<MailPageProps>;
const loadPage = async (path: OpenPath, language: Language): Promise<OpenPage> =>
  path === '/signup'
    ? (await import('../people/sign-up/load-sign-up.ts')).loadSignUp(language)
    : (await import('../people/mail/load-mail-page.ts')).loadMailPage(path, language);

/** Somebody who is signed in never needs it. */
const loadSignIn = async () => (await import('../people/sessions/sign-in.tsx')).SignInPage;

const nothing = () => () => undefined;

/**
 * The first component to load. A user who is not signed in gets only the sign-in page; the app loads when they focus the form, and carries
 * out the sign-in. After the first sign-in the app's own screens replace it permanently.
 */
export const PublicPages = ({ load, speaks }: Props) => {
  const [app, setApp] = useState<App | null>(null);
  const state = useSyncExternalStore(app?.subscribe ?? nothing, () => app?.state() ?? null);
  const [isIn, setIn] = useState(() => remembered('token') !== null);
  const [spoken, setSpoken] = useState(speaks);
  const [ownTheme, setOwnTheme] = useState(rememberedTheme);
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [page, setPage] = useState(() => openPage(isIn));
  const [token] = useState(() => (page === null ? '' : takeToken()));
  const [arrived, setArrived] = useState<Arrived | null>(null);
  if (app && state && !isIn && !app.isOut(state)) setIn(true);

  const begin = useCallback(async (): Promise<App | null> => {
    try {
      const begun = await load();
      setApp(begun);
      return begun;
    } catch (error) {
      console.warn('The app could not be loaded:', error);
      return null;
    }
  }, [load]);

  useEffect(() => {
    if (page !== null && openPage(true) !== null) {
      // Another link is opened in this tab.
      const handleLink = () => location.reload();
      window.addEventListener('hashchange', handleLink);
      return () => window.removeEventListener('hashchange', handleLink);
    }
    if (isIn) return void begin().then((begun) => setFailed(begun === null));
    goToPublicPages();
    if (keeper() === null) void forgetOffline();
    // Another tab has signed in.
    const handleStorage = ({ key, newValue }: StorageEvent) => {
      if (key === 'token' && newValue !== null) void begin();
    };
    window.addEventListener('storage', handleStorage);
    return () => window.removeEventListener('storage', handleStorage);
  }, [isIn, begin, page]);
  useEffect(ignoreStrayDrops, []);
  useEffect(() => (app ? undefined : followScreen(() => ownTheme)), [app, ownTheme]);
  useEffect(() => {
    if (!isIn) document.documentElement.lang = locales[spoken.language];
  }, [isIn, spoken.language]);

  const { texts, language } = spoken;
  const chooseLanguage = async (chosen: Language) => {
    remember('language', chosen);
    const [words] = await Promise.all([firstTexts(chosen), app?.chooseLanguage(chosen)]);
    setSpoken({ language: chosen, texts: words });
  };
  const chooseTheme = (theme: Theme) => {
    if (app) return app.chooseTheme(theme);
    remember('theme', theme);
    applyTheme(theme);
    setOwnTheme(theme);
  };
  const choices = {
    language,
    onLanguage: (chosen: Language) => void chooseLanguage(chosen),
    onTheme: chooseTheme,
  };
  if (page !== null)
    return (
      <BeforeSignIn
        {...choices}
        path={page}
        token={token}
        theme={ownTheme}
        texts={texts.app}
        onDone={(email) => {
          // The app tells whether it was this session that has ended.
          if (isIn) return location.replace('/');
          leaveOpenPage();
          setArrived({ email, by: page === '/signup' ? 'signedUp' : 'passwordSet' });
          setPage(null);
        }}
      />
    );
  if (isIn && app) return app.screens();
  if (isIn && hasFailed) return <NotLoaded texts={texts.app} />;
  if (isIn) return <Splash />;

  const enter = async (values: Credentials) => {
    setWaiting(true);
    const begun = app ?? (await begin());
    begun?.signIn(values);
    setFailed(begun === null);
    setWaiting(false);
  };
  const entry =
    app && state
      ? app.entryOf(state)
      : {
          ended: null,
          isBusy: false,
          theme: ownTheme,
          recoveryCodes: null,
          failure: hasFailed ? { code: '', text: texts.app.cannotEnter, fields: {}, details: {} } : null,
        };
  return (
    <ToastTexts value={app && state ? app.toasted(state) : []}>
      <SignIn
        {...entry}
        {...choices}
        isBusy={entry.isBusy || isWaiting}
        texts={texts}
        arrived={arrived}
        onSubmit={(values) => void enter(values)}
        onCodesSaved={() => app?.keepCodes()}
        onBegin={() => void begin()}
      />
      {app?.notices()}
    </ToastTexts>
  );
};

/** A component that is loaded once it is shown; null until then. */
const useLoadedPage = <Page,>(load: () => Promise<Page>) => {
  const [page, setPage] = useState<Page | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page itself follows what changes later
  useEffect(() => {
    load().then(
      (loaded) => setPage(() => loaded),
      () => setFailed(true),
    );
  }, []);
  return { page, hasFailed };
};

/** A page that comes before the sign-in, once it is loaded. */
const BeforeSignIn = ({ path, ...props }: MailPageProps & { path: OpenPath; texts: FirstTexts['app'] }) => {
  const { page: Page, hasFailed } = useLoadedPage(() => loadPage(path, props.language));
  if (hasFailed) return <NotLoaded texts={props.texts} />;
  return Page ? <Page {...props} /> : <Splash />;
};

/** The sign-in page, once it is loaded. */
const SignIn = (props: ComponentProps<Awaited<ReturnType<typeof loadSignIn>>> & { texts: FirstTexts }) => {
  const { page: Page, hasFailed } = useLoadedPage(loadSignIn);
  if (hasFailed) return <NotLoaded texts={props.texts.app} />;
  return Page ? <Page {...props} /> : <Splash />;
};

/** A file of the app could not be loaded: a new version replaced it, or there is no network. */
const NotLoaded = ({ texts }: { texts: FirstTexts['app'] }) => (
  <main className="splash">
    <div className="blank bad" role="alert">
      <Icon of={CircleAlert} size="large" />
      <b>{texts.cannotEnter}</b>
      <Button onClick={() => location.reload()}>{texts.reload}</Button>
    </div>
  </main>
);
