/** Colours that mean something; each has a mark beside it. */

export const REGION_COLOURS = ['#9b7be0', '#56b36b', '#d9ad45', '#dc6450', '#38b3a8', '#5a93ea'];
export const CLAN_COLOURS: Record<string, string> = {
  crab: '#5d94f2',
  mantis: '#4cba6b',
  crane: '#eef2fb',
  scorpion: '#ee5a50',
};
export const TYPE_COLOURS: Record<string, string> = {
  port: '#1d6289',
  market: '#a4680f',
  manor: '#674895',
  shrine: '#a92f29',
};

export const clanColour = (clan: string | null): string => (clan && CLAN_COLOURS[clan]) || '#d8c48c';
