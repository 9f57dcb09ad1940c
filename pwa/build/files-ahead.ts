import type { Plugin, Rolldown } from 'vite';

/** The entries of a signed-in user's first screen, which `src/app/preload.ts` loads. */
export const ENTRIES = ['src/app/app.tsx', 'src/app/features.ts', 'src/app/inside.tsx', 'src/desk/tickets/tickets-screen.tsx'];

/** The page of those who are not signed in, which `src/app/public-pages.tsx` loads. */
export const SIGN_IN = 'src/people/sessions/sign-in.tsx';

/**
 * Names the files behind the sign-in, and those of the sign-in page, with their styles, on the page's first script, which has the browser
 * fetch the ones or the others at once: found by the scripts themselves, they would be asked for one round trip later (decision 36).
 */
export const filesAhead = (): Plugin => ({
  name: 'files-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const filesOf = (entries: readonly string[]): string => {
        const found = new Set<string>();
        const add = (chunk: Rolldown.OutputChunk | undefined): void => {
          if (!chunk || found.has(chunk.fileName) || html.includes(chunk.fileName)) return;
          found.add(chunk.fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) if (!html.includes(style)) found.add(style);
          for (const name of chunk.imports) add(byName.get(name));
        };
        for (const entry of entries) {
          const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
            [facadeModuleId, ...moduleIds].some((id) => id?.endsWith(`/${entry}`)),
          );
          if (!chunk) throw new Error(`No file has ${entry}.`);
          add(chunk);
        }
        return [...found].join(' ');
      };
      const ahead = `data-inside="${filesOf(ENTRIES)}" data-outside="${filesOf([SIGN_IN])}"`;
      return html.replace('<script src="/first.js"', `<script src="/first.js" ${ahead}`);
    },
  },
});
