/** A text to the clipboard; says whether it got there. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  // A page that did not come by https has no clipboard of its own, but may still copy what is selected.
  const field = document.createElement('textarea');
  field.value = text;
  const before = document.activeElement as HTMLElement | null;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  before?.focus();
  return done;
}
