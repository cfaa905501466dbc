/**
 * Where a browser looks for a picture: empty for an address within the shop, otherwise an origin such as
 * `https://images.example`, or only a scheme such as `data:`.
 */
export function toPictureOrigin(address: string): string {
  // Browsers ignore these characters, so `/\t/images.example` names a host.
  const text = address.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '');
  const [origin] = /^https?:\/\/[^/?#\\]*/i.exec(text) ?? /^[a-z][a-z\d+.-]*:/i.exec(text) ?? [];
  if (origin !== undefined) return origin.toLowerCase();
  const [, host] = /^[/\\]{2}([^/?#\\]*)/.exec(text) ?? [];
  return host === undefined ? '' : `//${host.toLowerCase()}`;
}

/** Whether the pages' Content-Security-Policy allows a picture. @param origins allowed besides the shop's own paths */
export function isAllowedPicture(address: string, origins: readonly string[]): boolean {
  const origin = toPictureOrigin(address);
  return origin === '' || origins.includes(origin);
}
