/** Which plural a number takes. Stands in for the compiled sentences' own, which reads the language's rules anew for every number. */

export * from '../paraglide/registry.js'; // whatever else sentences may ask for

const read = new Map<string, Intl.PluralRules>();

export function plural(language: string, input: unknown): string {
  let rules = read.get(language);
  if (!rules) read.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(Number(input));
}
