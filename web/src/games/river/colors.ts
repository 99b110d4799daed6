/** Colors that mean something, from the theme; each has a mark beside it. */

export const REGION_COLORS = [1, 2, 3, 4, 5, 6].map((region) => `var(--region-${region})`);
export const buildingColor = (type: string): string => `var(--building-${type})`;
export const clanColor = (clan: string | null): string => `var(--clan-${clan ?? 'none'})`;
