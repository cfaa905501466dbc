/** Product id from its name: `  Recon VTOL (Agri) ` → `recon-vtol-agri`. Empty without a letter or digit. */
export function toSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
