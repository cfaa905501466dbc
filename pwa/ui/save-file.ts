const LIFE_MS = 60_000;

/** Hands a text to the browser as a download. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  saveBlob(name, new Blob([text], { type }));
}

/** The same for what is no text or too long for one. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the file a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), LIFE_MS);
}
