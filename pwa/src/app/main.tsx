import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isMetaReturn } from '../channels/connections/meta-window.ts';
import { remembered } from '../kernel/device/storage.ts';
import { preferredLanguage } from '../kernel/i18n/languages.ts';
import { firstTexts } from './first-texts.ts';
import '../ui/styles/styles.css';
import { registerServiceWorker } from './overlays/update.ts';
import { loadApp } from './preload.ts';
import { PublicPages } from './public-pages.tsx';

const language = preferredLanguage();

const start = async (): Promise<void> => {
  // A signed-in user's app begins to load before anything else.
  if (remembered('token') !== null) loadApp().catch(() => undefined);
  const texts = await firstTexts(language);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <PublicPages load={loadApp} speaks={{ language, texts }} />
    </StrictMode>,
  );
  registerServiceWorker();
};

// The window of a sign-in with Meta is none of the app's screens. Not awaited here: its file imports what this one is bundled with, and would
// wait for it.
if (isMetaReturn())
  void import('../channels/connections/meta-return.ts').then(({ passMetaAnswerOn }) => passMetaAnswerOn(language));
else void start();
