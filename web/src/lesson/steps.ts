/** The steps of a guided first game, and where among them a table stands. */

export interface Step {
  id: string;
  show?: string; // the piece or move to point at; without it the move's own place
  tab?: 'board' | 'mine' | 'players'; // where a phone finds it
  move?: string; // what I must do; without it the step only tells something
  then?: string[]; // what follows by itself: my opponent's moves, or the rest of mine
}

/** How many moves have been made before each step, and the whole line of moves. */
export function laidOut(steps: Step[]): { starts: number[]; line: string[] } {
  const starts: number[] = [];
  const line: string[] = [];
  for (const step of steps) {
    starts.push(line.length);
    if (step.move) line.push(step.move, ...(step.then ?? []));
  }
  return { starts, line };
}

/** The step to show after so many moves: on from the current one, or back where moves were taken back. */
export function stepAfter(steps: Step[], now: number, moves: number): number {
  const { starts } = laidOut(steps);
  let at = now;
  while (at > 0 && starts[at] > moves && !(steps[at - 1].move && moves > starts[at - 1])) at--;
  while (at < steps.length - 1 && steps[at].move && moves > starts[at]) at++;
  return at;
}
