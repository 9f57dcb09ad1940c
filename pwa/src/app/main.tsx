import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preferredLanguage } from '../i18n/languages.ts';
import { remembered } from '../kernel/storage.ts';
import { firstTexts } from './first-texts.ts';
import '../styles/styles.css';
import { Door } from './door.tsx';
import { loadApp } from './preload.ts';
import { registerServiceWorker } from './update.ts';

// A signed-in user's app begins to load before anything else.
if (remembered('token') !== null) loadApp().catch(() => undefined);
const language = preferredLanguage();
const texts = await firstTexts(language);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Door load={loadApp} speaks={{ language, texts }} />
  </StrictMode>,
);
registerServiceWorker();
