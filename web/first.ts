/** For the build: a small script in a file of its own that runs before anything is painted, for the security policy wants no script
    within the page itself. It marks the page's root as its owner wishes (`src/lib/marks.ts`). */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = new URL('./src/lib/marks.ts', import.meta.url);
const RUN = `try { mark(document, JSON.parse(localStorage.getItem('sampan.wishes') ?? '{}')); } catch {}`;

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
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `./${name}` }, injectTo: 'head' }],
  };
}
