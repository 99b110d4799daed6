/** The little markup of the rules: a line is a paragraph, or an item after `- `; `{koku}` is a sign, `{=players.cap_koku}`
    a figure from the box, `[[sail]]` a link to another paragraph by its title. */

export type Piece = { text: string } | { sign: string } | { link: string };
export interface Block {
  item: boolean;
  pieces: Piece[];
}

/** What is printed at a place of the box, as text. */
export function printed(box: unknown, path: string): string {
  let found = box;
  for (const key of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[key];
  return Array.isArray(found) ? found.join(', ') : String(found);
}

export function blocks(text: string, box: unknown): Block[] {
  return text
    .split('\n')
    .map((line) => ({ item: line.startsWith('- '), pieces: piecesOf(line.replace(/^- /, ''), box) }));
}

function piecesOf(line: string, box: unknown): Piece[] {
  return line.split(/(\{[^}]+\}|\[\[\w+\]\])/).flatMap((bit): Piece[] => {
    if (bit.startsWith('{=')) return [{ text: printed(box, bit.slice(2, -1)) }];
    if (bit.startsWith('{')) return [{ sign: bit.slice(1, -1) }];
    if (bit.startsWith('[[')) return [{ link: bit.slice(2, -2) }];
    return bit ? [{ text: bit }] : [];
  });
}
