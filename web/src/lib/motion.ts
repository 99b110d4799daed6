/** Whether the system asks for stillness. */

const still = matchMedia('(prefers-reduced-motion: reduce)');
export const calm = (): boolean => still.matches;
