/** Following a guided first game as a learner does. */

import type { Visitor } from './stage';

/** Follow a guided first game to its last step, doing what each card asks; `at` is told of each before it is done. */
export async function learn(
  visitor: Visitor,
  address: string,
  game: string,
  shots: string,
  at: (step: string) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const { page } = visitor;
  await page.goto(address);
  await page.locator(`[data-lesson="${game}"]`).click();
  await page.waitForSelector('.lesson');
  const seen: string[] = [];
  for (let n = 0; n < 400; n++) {
    const now = await page.evaluate(() => {
      const card = document.querySelector<HTMLElement>('.lesson');
      const words = card?.querySelector('p')?.textContent ?? '';
      const [go, ring] = [
        card?.querySelector<HTMLElement>('.gold'),
        document.querySelector('.ring')?.getBoundingClientRect(),
      ];
      return {
        step: card?.dataset.step,
        words,
        go: go !== null && go !== undefined,
        ring: ring ? [ring.left + ring.width / 2, ring.top + ring.height / 2] : null,
      };
    });
    if (now.step === undefined) break;
    if (now.step !== seen[seen.length - 1] && now.words.length > 40) {
      seen.push(now.step);
      if (['build', 'deliver', 'lay'].includes(now.step)) await visitor.shot(`${shots}-${now.step}`);
      await at(now.step);
    }
    if (await page.locator('[data-presence]').count()) throw new Error('the lesson says whether the tutor is here');
    if (now.step === 'done' && seen.includes('done')) return seen;
    if (now.words.length <= 40)
      await page.waitForTimeout(20); // its words are still on their way
    else if (now.go) await page.locator('.lesson .gold').click();
    else if (now.ring) await page.mouse.click(now.ring[0], now.ring[1]);
    await page.waitForTimeout(120);
    if (await page.locator('[data-move=confirm]').isVisible()) await page.keyboard.press('y');
  }
  throw new Error(`the lesson stopped after ${seen.join(', ')}`);
}
