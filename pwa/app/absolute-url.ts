/**
 * Resolves an address from a document for readers outside this site.
 * @returns `undefined` unless it is an HTTP or HTTPS address
 */
export function toAbsoluteUrl(address: string, origin: string): string | undefined {
  if (address === '' || !URL.canParse(address, origin)) return undefined;
  const { protocol, href } = new URL(address, origin);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
