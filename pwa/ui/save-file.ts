const URL_LIFETIME_MS = 60_000;

/** Saves a text as a download. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Like `saveFile`, for content that is binary or too long for a string. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the file after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
