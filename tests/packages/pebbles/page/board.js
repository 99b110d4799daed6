/** Pebbles on the page: a row of pebbles, the last of which are taken by clicking the first one to go. */

export function mount(element, first) {
  let table = first;
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL('board.css', import.meta.url).href;
  const row = document.createElement('div');
  row.className = 'pebbles';
  element.append(sheet, row);

  /** Taking a pebble takes all behind it, too. */
  function pebble(place) {
    const move = `take:${table.view.heap - place}`;
    const open = table.legal.includes(move);
    const button = document.createElement('button');
    button.className = open ? 'pebble open' : 'pebble';
    button.textContent = 'o';
    button.setAttribute('aria-label', table.say('pebbles_move_take', { number: table.view.heap - place }));
    button.onclick = () => (open ? table.play(move) : table.why(move));
    return button;
  }
  const draw = () => row.replaceChildren(...Array.from({ length: table.view.heap }, (_, place) => pebble(place)));
  draw();
  return {
    update(next) {
      table = next;
      draw();
    },
    destroy: () => element.replaceChildren(),
  };
}
