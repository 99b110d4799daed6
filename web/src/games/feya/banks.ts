/** The banks around the water: moss, reeds, lily pads; scattered, but always the same for the same map. One picture, for nothing in it
    ever changes: what is drawn above it need not go through every stem again. */

import { BANKS } from './theme';
import { chance, type Chart, corners, outline, R } from './chart';

type Colors = (typeof BANKS)['day'];
const signsIn = (colors: Colors): string => `
  <symbol id="lily" viewBox="0 0 24 24"><path d="M12 12L21.500 8.500A10 8.500 0 1 1 18 4.500z" fill="${colors.leaf}" stroke="${colors.leafEdge}" stroke-width="1" /><path d="M12 12L3.500 14M12 12l-5-7M12 12l2 8.500M12 12l-8-2" stroke="${colors.leafVein}" stroke-width=".7" /></symbol>
  <symbol id="flower" viewBox="0 0 24 24"><g fill="${colors.petal}" stroke="${colors.petalEdge}" stroke-width=".8"><ellipse cx="12" cy="7" rx="3.200" ry="5.500" /><ellipse cx="7" cy="11" rx="3" ry="5.200" transform="rotate(-55 7 11)" /><ellipse cx="17" cy="11" rx="3" ry="5.200" transform="rotate(55 17 11)" /></g><circle cx="12" cy="12" r="2.600" fill="${colors.heart}" /></symbol>
  <symbol id="reed" viewBox="0 0 24 36"><g fill="none" stroke="${colors.stem}" stroke-width="1.600" stroke-linecap="round"><path d="M12 36C11 24 11 14 13 5M8 36C7 26 5 18 3 13M16 36c1-9 3-15 6-20" /></g><path d="M13.400 2.500c1.400 0 2 3.500 1.500 8h-3c-.2-4.500.2-8 1.500-8z" fill="${colors.cattail}" /><path d="M3 10c1 .1 2 2.500 2.200 6l-2.200.2C2 12.600 2 10 3 10z" fill="${colors.cattail}" /></symbol>
`;
interface Plant {
  sign: string;
  x: number;
  y: number;
  size: number;
  turn: number;
}

/** Something grows at every few of the corners where the swamp ends. */
function plantsOf(chart: Chart): Plant[] {
  const found: Plant[] = [];
  for (const cell of chart.cells.values()) {
    const beside = chart.beside.get(cell.name)!;
    if (beside.length > 4) continue;
    const centre = beside.map((name) => chart.cells.get(name)!.at);
    const inside = [0, 1].map((k) => centre.reduce((sum, at) => sum + at[k], 0) / centre.length);
    const out = corners(cell.at, R * 1.08).sort(
      (a, b) => Math.hypot(b[0] - inside[0], b[1] - inside[1]) - Math.hypot(a[0] - inside[0], a[1] - inside[1]),
    );
    out.slice(0, 2).forEach((corner, k) => {
      const luck = chance(cell.name, k);
      if (luck < 0.62)
        found.push({ sign: 'reed', x: corner[0], y: corner[1], size: 20 + luck * 16, turn: (luck - 0.3) * 30 });
    });
    if (chance(cell.name, 5) < 0.55 && !/^[A-E]$/.test(cell.token)) {
      const corner = out[2];
      const [x, y] = [cell.at[0] + (corner[0] - cell.at[0]) * 0.72, cell.at[1] + (corner[1] - cell.at[1]) * 0.72];
      found.push({ sign: 'lily', x, y, size: 11 + chance(cell.name, 7) * 6, turn: chance(cell.name, 8) * 360 });
      if (chance(cell.name, 9) < 0.3) found.push({ sign: 'flower', x: x + 4, y: y - 3, size: 9, turn: 0 });
    }
  }
  return found;
}

function drawn({ sign, x, y, size, turn }: Plant): string {
  const [above, deep, more] = sign === 'reed' ? [size * 1.2, size * 1.5, ''] : [size / 2, size, ' opacity=".85"'];
  return `<use href="#${sign}" x="${x - size / 2}" y="${y - above}" width="${size}" height="${deep}" transform="rotate(${turn} ${x} ${y})"${more}/>`;
}

/** What of it lies in the part of the swamp that is `cut` out: left, top, width, height. */
export function banks(chart: Chart, cut: number[], day: boolean): string {
  const colors = BANKS[day ? 'day' : 'night'];
  const edge = outline(chart, chart.cells.keys());
  const moss = `<path d="M-2000-2000H${chart.width + 2000}V${chart.height + 2000}H-2000Z${edge}" fill-rule="evenodd" fill="${colors.moss}"/>`;
  const line = (colour: string, width: number): string =>
    `<path d="${edge}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-opacity=".75"/>`;
  const all = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${cut.join(' ')}" width="${cut[2]}" height="${cut[3]}"><defs>${signsIn(colors)}</defs>${moss}${line(colors.bank, 13)}${line(colors.shoreline, 4)}${plantsOf(chart).map(drawn).join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(all)}`;
}
