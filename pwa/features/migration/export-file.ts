import { saveBlob } from '#pwa/ui/save-file.ts';

/** A file being written; its content becomes visible only when it is closed. */
export interface ExportFile {
  readonly name: string;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

interface SavePicker {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/**
 * Asks where to save and streams the file there; browsers without a save picker download it once it is complete.
 * @param type media type, e.g. `application/json`
 * @returns `undefined` if the person cancels
 */
export async function openExportFile(name: string, type: string): Promise<ExportFile | undefined> {
  const picker = window as SavePicker;
  if (!picker.showSaveFilePicker) return toDownload(name, type);
  try {
    const extension = name.slice(name.lastIndexOf('.'));
    const types = [{ accept: { [type]: [extension] } }];
    return await toPickedFile(await picker.showSaveFilePicker({ suggestedName: name, types }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return toDownload(name, type);
  }
}

async function toPickedFile(handle: FileSystemFileHandle): Promise<ExportFile> {
  const stream = await handle.createWritable();
  return {
    name: handle.name,
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    discard: () => stream.abort(),
  };
}

function toDownload(name: string, type: string): ExportFile {
  // Browsers can move blobs to disk, unlike byte arrays and strings.
  let parts: Blob[] = [];
  return {
    name,
    async write(bytes) {
      parts.push(new Blob([bytes]));
    },
    async close() {
      saveBlob(name, new Blob(parts, { type }));
    },
    async discard() {
      parts = [];
    },
  };
}
