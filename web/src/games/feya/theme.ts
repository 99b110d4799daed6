/** Colors of the banks, by day and by night: one picture, which no style reaches. */

const PLANTS = {
  leaf: '#3f9a5b',
  leafEdge: '#17512d',
  leafVein: '#7fcf8f',
  petal: '#ffd7ec',
  petalEdge: '#b25b8a',
  heart: '#ffd25e',
  stem: '#6f8f45',
  cattail: '#7a4a24',
};
export const BANKS = {
  day: { ...PLANTS, moss: '#cddcae', bank: '#9bb070', shoreline: '#b8975c' },
  night: { ...PLANTS, moss: '#122019', bank: '#3d5a2e', shoreline: '#6b5330' },
};
