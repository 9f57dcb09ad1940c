import type texts from './ui.pt.json';

declare module '../kernel/i18n/texts.ts' {
  interface Texts {
    ui: typeof texts;
  }
}
