/** Colours text on a terminal; elsewhere returns it unchanged. */
export interface Colours {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** Whether a stream shows colours: it is a terminal, and neither NO_COLOR nor TERM=dumb is set. */
export function hasColours(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}

export function createColours(isOn: boolean): Colours {
  const paint = (code: number) => (text: string) => (isOn ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: paint(31), green: paint(32), faint: paint(2) };
}
