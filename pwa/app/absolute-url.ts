/**
 * The whole address of something a document names, for who reads it elsewhere.
 * @returns `undefined` for what is no address of the web
 */
export function toAbsoluteUrl(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined;
  const { protocol, href } = new URL(address, origin);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
