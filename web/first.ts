/** For the build: a small script in a file of its own that runs before anything is painted, for the security policy wants no script
    within the page itself. It marks the page's root as its owner wishes (`src/lib/marks.ts`), and has fetched beside the page's own script what
    that would ask for only when it runs: the sentences of the reader's language, the lobby's pictures, the parts that an address needs. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type HtmlTagDescriptor, type Plugin, type Rolldown, transformWithOxc } from 'vite';

const SOURCE = new URL('./src/lib/marks.ts', import.meta.url);
const RUN = `
  try {
    mark(document, JSON.parse(localStorage.getItem('sampan.wishes') ?? '{}'));
    const sentences = document.currentScript.dataset;
    const wanted = [localStorage.getItem('sampan.language'), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
    const ask = (href, rel, as) => document.head.append(Object.assign(document.createElement('link'), { rel, href, ...as && { as } }));
    ask(sentences[wanted.find((tag) => tag in sentences) ?? 'en'], 'modulepreload');
    const root = document.querySelector('meta[name=root]').content;
    const [place, game] = location.pathname.slice(root.length + 1).split('/');
    if (place === '') for (const href of sentences.pictures.split(' ')) ask(root + href, 'preload', 'image');
    const parts = JSON.parse(sentences.parts);
    for (const href of [...(parts[place] ?? []), ...(parts[place + '/' + game] ?? [])])
      href.endsWith('.css') ? ask(root + href, 'preload', 'style') : ask(root + href, 'modulepreload');
  } catch {}
`;
/** What every page is set in: it waits for these, and would ask for them only when its script runs. */
const LETTERS = /^(inter-latin-wght|spectral-latin-700)-normal-.*\.woff2$/;
const PICTURE = /src\/games\/\w+\/picture\.svg$/;
const SENTENCES = /paraglide\/messages\/(\w\w)\.js$/;
/** What an address needs besides the page's own script, by its first word, or by that and the game it names. */
const PLACES: [RegExp, (game: string) => string][] = [
  [/table\/TablePage\.svelte$/, () => 'table'],
  [/help\/FirstGame\.svelte$/, () => 'first'],
  [/games\/(\w+)\/index\.ts$/, (game) => `first/${game}`],
];

type Bundle = Rolldown.OutputBundle;
type Styled = { viteMetadata?: { importedCss: Set<string> } };

/** A chunk, all that it imports and their styles. */
function filesOf(bundle: Bundle, name: string, known = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (known.has(name) || chunk?.type !== 'chunk') return known;
  known.add(name);
  for (const style of (chunk as Styled).viteMetadata?.importedCss ?? []) known.add(style);
  for (const other of chunk.imports) filesOf(bundle, other, known);
  return known;
}

/** What the page's own script does not bring, for each place. */
function partsOf(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'index')!;
  const own = filesOf(bundle, entry.fileName);
  const found: Record<string, string[]> = {};
  for (const { facadeModuleId, fileName } of chunks) {
    const [[match, place] = []] = PLACES.map(([module, name]) => [facadeModuleId?.match(module), name] as const).filter(
      ([match]) => match,
    );
    if (match && place)
      found[place(match[1])] = [...filesOf(bundle, fileName)]
        .filter((file) => !own.has(file))
        .map((file) => `/${file}`);
  }
  return found;
}

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
      attrs['data-parts'] = JSON.stringify(partsOf(bundle ?? {}));
      const letters = Object.keys(bundle ?? {}).filter((file) => LETTERS.test(file.replace('assets/', '')));
      const tags = letters.map((file): HtmlTagDescriptor => {
        const asked = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` };
        return { tag: 'link', attrs: asked, injectTo: 'head' };
      });
      // Behind what it changes, and before the styles: behind those it would wait for them.
      const written = Object.entries(attrs).map(([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`);
      return { html: html.replace('</title>', `</title>\n    <script ${written.join(' ')}></script>`), tags };
    },
  };
}
