/** A stored field name for people: `contactName` → `Contact name`. */
export function toFieldName(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
