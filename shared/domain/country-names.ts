/** ISO 3166 codes of the countries whose names take an article in a sentence. */
const WITH_ARTICLE =
  'AE AX BQ BS CC CF CK DO FK FO GB GM HM IM IO KM KY MH MP MV NL PH PN PS SB SC TC TF UM US VG VI';

let names: Intl.DisplayNames | undefined;

/** A country's name on its own, e.g. in an address. @param code ISO 3166; anything else is returned unchanged */
export function toCountryName(code: string): string {
  names ??= new Intl.DisplayNames('en-AU', { type: 'region' });
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

/** A country's name in a sentence, e.g. `the United States`. @param code as `toCountryName` */
export function toCountryInSentence(code: string): string {
  const name = toCountryName(code);
  return WITH_ARTICLE.split(' ').includes(code) ? `the ${name}` : name;
}
