const LIFE_MS = 60_000;

/** Hands a text to the browser as a download. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), LIFE_MS);
}
