/** Measures what is on the screen, in the browser: boxes of texts and controls, and all that could cut or cover them.
    What that means is for `finders.ts` to say. */

import type { Page } from 'playwright-core';
import type { Clip, Piece, Rect, Screen } from './finders';

type Measured = Omit<Screen, 'name' | 'touch' | 'moved'>;

export const measured = (page: Page): Promise<Measured> => page.evaluate(measure);

/** Runs in the page, so all it needs is in it. */
function measure(): Measured {
  const TARGETS =
    'button, a[href], input:not([type=file]):not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio], [role=spinbutton]';
  const rectOf = ({ left, top, right, bottom }: Rect): Rect => ({ left, top, right, bottom });
  const root = document.documentElement;
  const view = { left: 0, top: 0, right: root.clientWidth, bottom: innerHeight };
  const page = {
    left: -scrollX,
    top: -scrollY,
    right: Math.max(root.scrollWidth, root.clientWidth) - scrollX,
    bottom: Math.max(root.scrollHeight, innerHeight) - scrollY,
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (of: Element): CSSStyleDeclaration => {
    const known = styles.get(of) ?? getComputedStyle(of);
    styles.set(of, known);
    return known;
  };

  /** While a dialog or the menu is open, nothing else counts. */
  const modals = document.querySelectorAll('[aria-modal=true], dialog[open], button.away + *');
  const top = modals[modals.length - 1] ?? document.body;

  const nameOf = (of: Element): string => {
    const data = [...of.attributes].find(({ name }) => /^data-(?!piece|help|tip|svelte)/.test(name));
    const piece = of.closest('[data-piece]')?.getAttribute('data-piece');
    const letters = typeof of.className === 'string' ? of.className : '';
    const first = letters.split(/\s+/).filter((part) => part && !part.startsWith('svelte-'))[0];
    const own = `${of.tagName.toLowerCase()}${first ? `.${first}` : ''}${data ? `[${data.name}${data.value ? `=${data.value}` : ''}]` : ''}`;
    return piece && !own.includes(piece) ? `${own} of ${piece}` : own;
  };

  // ---------------------------------------------------------------- what cuts
  const clipOf = new Map<Element, Clip | null>();
  function ownClip(of: Element): Clip | null {
    const known = clipOf.get(of);
    if (known !== undefined) return known;
    const style = styleOf(of);
    const paints = /paint|strict|content/.test(style.contain);
    const boxed = style.display !== 'contents'; // else there is no box to cut with
    const hides = boxed && ([style.overflowX, style.overflowY].some((way) => way !== 'visible') || paints);
    let found: Clip | null = null;
    if (hides && of !== document.body && of !== root && !(of instanceof SVGElement && !(of instanceof SVGSVGElement))) {
      const box = of.getBoundingClientRect();
      const [aside, along] = [style.overflowX, style.overflowY].map(
        (way) => /auto|scroll/.test(way) && of instanceof HTMLElement,
      );
      const [left, up] = [box.left - of.scrollLeft, box.top - of.scrollTop];
      found = {
        what: nameOf(of),
        shows: rectOf(box),
        reach:
          aside || along
            ? {
                left: aside ? Math.min(left, box.left) : box.left,
                top: along ? Math.min(up, box.top) : box.top,
                right: aside ? Math.max(left + of.scrollWidth + 2, box.right) : box.right,
                bottom: along ? Math.max(up + of.scrollHeight + 2, box.bottom) : box.bottom,
              }
            : null,
      };
    }
    clipOf.set(of, found);
    return found;
  }
  const holds = (style: CSSStyleDeclaration): boolean =>
    style.transform !== 'none' || style.willChange === 'transform' || /paint|strict|layout|content/.test(style.contain);
  function clipsAround(of: Element): Clip[] {
    const clips: Clip[] = [];
    let waits: 'none' | 'absolute' | 'fixed' = 'none'; // for the block that holds what is positioned
    for (let at: Element | null = of; at && at !== root; at = at.parentElement) {
      const style = styleOf(at);
      if (at !== of || !(of instanceof SVGElement)) {
        if (waits === 'absolute' && (style.position !== 'static' || holds(style))) waits = 'none';
        if (waits === 'fixed' && holds(style)) waits = 'none';
        const clip = waits === 'none' ? ownClip(at) : null;
        if (clip && (at !== of || of instanceof HTMLElement)) clips.push(clip);
      }
      if (style.position === 'absolute' && waits === 'none') waits = 'absolute';
      if (style.position === 'fixed') waits = 'fixed';
    }
    const scrolls =
      waits !== 'fixed' && !/hidden|clip/.test(styleOf(document.body).overflowY + styleOf(root).overflowY);
    return [...clips, { what: 'the window', shows: view, reach: scrolls ? page : null }];
  }

  // ---------------------------------------------------------------- what counts
  /** Pictures in the rules show a part of a board, on purpose, and nothing can be done there. */
  const pictured = (of: Element): boolean => of instanceof SVGElement && of.closest('.diagram, .picture') !== null;
  const hidden = (of: Element): boolean => {
    if (!of.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }))
      return true;
    for (let at: Element | null = of; at; at = at.parentElement) {
      const style = styleOf(at);
      if (style.clipPath !== 'none' && at.clientWidth <= 1) return true;
    }
    return false;
  };
  function layerOf(of: Element): string {
    for (let at: Element | null = of; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      const above = /absolute|sticky/.test(style.position) && Number(style.zIndex) >= 1;
      const floats = style.position === 'fixed' || above;
      if (floats || at.getAttribute('aria-modal') === 'true') return nameOf(at);
    }
    return '';
  }
  const FAINT = '.skip, .flights, .tip, .ring, .figure i, .drop';
  const blocks = new Map<Element, number>();
  function blockOf(of: Element): number {
    let at = of;
    while (at.parentElement && /inline/.test(styleOf(at).display) && !(at instanceof SVGElement)) at = at.parentElement;
    if (!blocks.has(at)) blocks.set(at, blocks.size);
    return blocks.get(at)!;
  }
  const says = (of: Element): string =>
    (of.getAttribute('aria-label') ?? of.getAttribute('data-move') ?? of.textContent ?? '').trim().replace(/\s+/g, ' ');

  const pieces: Piece[] = [];
  const numbers = new Map<Element, number>();
  const around = (of: Element): number[] => {
    const found: number[] = [];
    for (let at = of.parentElement; at; at = at.parentElement) {
      const number = numbers.get(at);
      if (number !== undefined) found.push(number);
    }
    return found;
  };
  const drawnIn = (of: Element): boolean =>
    of instanceof SVGElement && of.closest('svg svg, .board svg, svg.board, .diagram svg, .canvas svg') !== null;

  const ruler = document.createElement('canvas').getContext('2d')!;
  function wants(of: HTMLElement, text: string): number {
    const style = styleOf(of);
    ruler.font = style.font;
    const arrow = of instanceof HTMLSelectElement ? 18 : 0;
    const sides = ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'] as const;
    return ruler.measureText(text).width + arrow + sides.reduce((sum, side) => sum + parseFloat(style[side]), 0);
  }

  const add = (piece: Partial<Piece> & Pick<Piece, 'kind' | 'says' | 'lines'>, of: Element): void => {
    const part = of.closest('svg') !== null && !(of instanceof HTMLElement);
    pieces.push({
      what: nameOf(of),
      laid: of.closest('.board') !== null,
      sum: top !== document.body && of.closest('tfoot') !== null,
      drawn: part && drawnIn(of),
      layer: layerOf(of),
      block: blockOf(of),
      within: around(of),
      clips: clipsAround(of),
      faint: of.closest(FAINT) !== null,
      inline: false,
      open: true,
      needs: 0,
      coveredBy: '',
      size: 0,
      ...piece,
    });
  };

  // ---------------------------------------------------------------- controls
  for (const of of top.querySelectorAll(TARGETS)) {
    if (hidden(of) || pictured(of) || of.closest('[inert]')) continue;
    const label = of instanceof HTMLInputElement && /checkbox|radio/.test(of.type) ? of.closest('label') : null;
    const box = rectOf((label ?? of).getBoundingClientRect());
    if (box.right - box.left <= 1) continue;
    const x = (Math.max(0, box.left) + Math.min(view.right, box.right)) / 2;
    const y = (Math.max(0, box.top) + Math.min(view.bottom, box.bottom)) / 2;
    const clips = clipsAround(of);
    const whole = clips.every(
      ({ shows }) =>
        box.left >= shows.left - 1 &&
        box.top >= shows.top - 1 &&
        box.right <= shows.right + 1 &&
        box.bottom <= shows.bottom + 1,
    );
    const above = whole && of instanceof HTMLElement ? document.elementFromPoint(x, y) : null;
    const free = !above || above.contains(of) || of.contains(above) || label?.contains(above) || above.closest(FAINT);
    const beside = [...(of.parentElement?.childNodes ?? [])].some(
      (one) => one !== of && one.nodeType === 3 && one.textContent?.trim(),
    );
    numbers.set(of, pieces.length);
    if (label) numbers.set(label, pieces.length);
    add(
      {
        kind: 'target',
        says: says(of),
        lines: [box],
        inline: beside && /^inline(-block)?$/.test(styleOf(of).display) && of.tagName !== 'SELECT',
        open: of.classList.contains('target') ? of.classList.contains('open') : true,
        coveredBy: free ? '' : nameOf(above!),
      },
      of,
    );
    const shown =
      of instanceof HTMLSelectElement
        ? (of.selectedOptions[0]?.textContent ?? '')
        : of instanceof HTMLInputElement && /text|search|url/.test(of.type)
          ? of.value || of.placeholder
          : '';
    if (shown && of instanceof HTMLElement)
      add(
        {
          kind: 'text',
          says: shown,
          lines: [box],
          within: [numbers.get(of)!, ...around(of)],
          needs: wants(of, shown.trim()),
          size: parseFloat(styleOf(of).fontSize),
        },
        of,
      );
  }

  // ---------------------------------------------------------------- texts
  const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const of = node.parentElement;
    if (!text || !of || pictured(of)) continue;
    if (of.closest('select, textarea, script, style, title, desc, option, noscript') || hidden(of)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines: Rect[] = [];
    for (const box of range.getClientRects()) {
      if (box.width <= 0.5 || box.height <= 0) continue;
      const last = lines[lines.length - 1];
      if (last && Math.abs(last.top - box.top) < 3) last.right = Math.max(last.right, box.right);
      else lines.push(rectOf(box));
    }
    if (!lines.length) continue;
    let holder: Element = of;
    while (holder.parentElement && styleOf(holder).display === 'inline') holder = holder.parentElement;
    const dots = styleOf(holder).textOverflow === 'ellipsis' && holder.scrollWidth > holder.clientWidth;
    const matrix = of instanceof SVGGraphicsElement ? of.getScreenCTM() : null;
    const scale = matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    add(
      {
        kind: 'text',
        says: text.replace(/\s+/g, ' '),
        within: [...(numbers.has(of) ? [numbers.get(of)!] : []), ...around(of)],
        lines: dots ? [rectOf(holder.getBoundingClientRect())] : lines,
        needs: dots ? holder.scrollWidth : 0,
        size: parseFloat(styleOf(of).fontSize) * scale,
      },
      of,
    );
  }

  // ---------------------------------------------------------------- the board, and what a hint speaks of
  const drawings = [...document.querySelectorAll<SVGSVGElement>('.board svg[viewBox], svg.board[viewBox]')]
    .map((of) => ({ of, box: of.getBoundingClientRect() }))
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  const [largest] = top === document.body ? drawings : [];
  let board: Measured['board'] = null;
  if (largest && !hidden(largest.of)) {
    const { width, height } = largest.of.viewBox.baseVal;
    const scale = Math.min(largest.box.width / width, largest.box.height / height);
    const [x, y] = [(largest.box.left + largest.box.right) / 2, (largest.box.top + largest.box.bottom) / 2];
    const [wide, deep] = [(width * scale) / 2, (height * scale) / 2];
    const main = largest.of.closest('main') ?? document.body;
    const area = largest.of.closest('.area, [data-wall] > [inert]') ?? main;
    board = {
      drawn: { left: x - wide, top: y - deep, right: x + wide, bottom: y + deep },
      room: rectOf(area.getBoundingClientRect()),
      scrolls: area === main && /auto|scroll|visible/.test(styleOf(main).overflowY),
    };
  }
  const [ring, panel] = ['.ring', '.panel'].map((one) => document.querySelector(one)?.getBoundingClientRect());
  const advised = ring && panel ? { ring: rectOf(ring), panel: rectOf(panel) } : null;
  return { window: view, pieces, page, board, advised };
}
