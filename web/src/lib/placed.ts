/** Where a move or a piece lies on the page now; one in a drawer that is shut lies where that is opened. A place that makes a
    move several times in a row says how often: `move*2`. */
export function placed(place: string | null): Element | null {
  if (place === null) return null;
  const name = CSS.escape(place);
  const found = [
    ...document.querySelectorAll(`[data-move="${name}"], [data-move="${name}\\*1"], [data-piece="${name}"]`),
  ];
  // What a shut drawer holds may have a size, too, once it has been laid out.
  const seen = found.find((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0);
  return seen ?? found[0]?.closest('details')?.querySelector('summary') ?? null;
}
