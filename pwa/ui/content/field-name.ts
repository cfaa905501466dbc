/** Fields whose stored names aren't words. */
const NAMES: Readonly<Record<string, string>> = { FBUID: 'Id', STUPID: 'Payment product' };

/** A readable field name: `contactName` → `Contact name`. */
export function toFieldName(field: string): string {
  const known = Object.hasOwn(NAMES, field) ? NAMES[field] : undefined;
  const words = known ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A readable path: `['productPrices', 0, 'value']` → `Product prices 1, value`. */
export function toPathName(path: readonly (string | number)[]): string {
  const [field = '', ...inner] = path;
  const steps = inner.map((step) =>
    typeof step === 'number' ? ` ${step + 1}` : `, ${isField(step) ? toFieldName(step).toLowerCase() : step}`,
  );
  return [toFieldName(String(field)), ...steps].join('');
}

/** Fields start with a small letter; names of list entries, such as order parts, stay as they are. */
function isField(step: string): boolean {
  return /^[a-z]\w*$/.test(step);
}
