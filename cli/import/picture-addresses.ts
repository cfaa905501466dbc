const ADDRESS = /https?:(?:\\?\/){2}[^\s"'<>]*/gi;

/**
 * Replaces web addresses in a text of any format: JSON, also with escaped slashes, or a table, where a delimiter follows.
 * @param toOther `undefined` leaves an address as it is
 */
export function replaceAddresses(text: string, toOther: (address: string) => string | undefined): string {
  return text.replace(ADDRESS, (found) => {
    const address = unescapeJson(found);
    const other = toOther(address);
    if (other !== undefined || address !== found) return other ?? found;
    for (let end = lastDelimiter(found, found.length); end > 0; end = lastDelimiter(found, end)) {
      const shorter = toOther(found.slice(0, end));
      if (shorter !== undefined) return shorter + found.slice(end);
    }
    return found;
  });
}

function unescapeJson(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replace(/\\u00([0-7][\da-f])/gi, (_match, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
}

function lastDelimiter(text: string, before: number): number {
  return Math.max(...[',', ';', '\\'].map((delimiter) => text.lastIndexOf(delimiter, before - 1)));
}
