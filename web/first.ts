/** For the build: a small script in a file of its own that runs before anything is painted, for the security policy wants no script
    within the page itself. It marks the page's root as its owner wishes (`src/lib/marks.ts`), and has the sentences of the reader's language
    fetched beside the page's own script, which would ask for them only when it runs, as for its letters, and for the lobby's pictures. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type HtmlTagDescriptor, type Plugin, transformWithOxc } from 'vite';

const SOURCE = new URL('./src/lib/marks.ts', import.meta.url);
const RUN = `
  try {
    mark(document, JSON.parse(localStorage.getItem('sampan.wishes') ?? '{}'));
    const sentences = document.currentScript.dataset;
    const wanted = [localStorage.getItem('sampan.language'), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = sentences[wanted.find((tag) => tag in sentences) ?? 'en'];
    document.head.append(link);
    const root = document.querySelector('meta[name=root]').content;
    if (location.pathname === root + '/')
      for (const href of sentences.pictures.split(' '))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: root + href }));
  } catch {}
`;
/** What every page is set in: it waits for these, and would ask for them only when its script runs. */
const LETTERS = /^(inter-latin-wght|spectral-latin-700)-normal-.*\.woff2$/;
const PICTURE = /src\/games\/\w+\/picture\.svg$/;
const SENTENCES = /paraglide\/messages\/(\w\w)\.js$/;

export function marksFirst(): Plugin {
  let name = '';
  return {
    name: 'marks-first',
    apply: 'build',
    async buildStart() {
      this.addWatchFile(SOURCE.pathname);
      const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf-8'), 'marks.ts');
      const source = `(() => { ${code.replace('export ', '')}\n${RUN} })();\n`;
      name = `assets/first-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: name, source });
    },
    transformIndexHtml(html, { bundle }) {
      const attrs: Record<string, string> = { src: `./${name}` };
      for (const chunk of Object.values(bundle ?? {})) {
        const language = chunk.type === 'chunk' && chunk.facadeModuleId?.match(SENTENCES)?.[1];
        if (language) attrs[`data-${language}`] = `./${chunk.fileName}`;
      }
      const pictures = Object.values(bundle ?? {}).filter(
        (file) => file.type === 'asset' && file.originalFileNames.some((name) => PICTURE.test(name)),
      );
      attrs['data-pictures'] = pictures.map(({ fileName }) => `/${fileName}`).join(' ');
      const letters = Object.keys(bundle ?? {}).filter((file) => LETTERS.test(file.replace('assets/', '')));
      const tags = letters.map((file): HtmlTagDescriptor => {
        const asked = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` };
        return { tag: 'link', attrs: asked, injectTo: 'head' };
      });
      // Behind what it changes, and before the styles: behind those it would wait for them.
      const written = Object.entries(attrs).map(([name, value]) => `${name}="${value}"`);
      return { html: html.replace('</title>', `</title>\n    <script ${written.join(' ')}></script>`), tags };
    },
  };
}
