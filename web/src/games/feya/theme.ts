/** Colors of the banks: one picture, which no style reaches. */

export const BANKS = {
  leaf: '#3f9a5b',
  leafEdge: '#17512d',
  leafVein: '#7fcf8f',
  petal: '#ffd7ec',
  petalEdge: '#b25b8a',
  heart: '#ffd25e',
  stem: '#6f8f45',
  cattail: '#7a4a24',
  moss: '#122019',
  bank: '#3d5a2e',
  shoreline: '#6b5330',
};
