import { saveBlob } from '#pwa/ui/save-file.ts';

/** A file that is being written; nothing of it is seen before it is closed. */
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
 * Asks where to, and writes there bit by bit; where a browser can't, the file comes as a download once it is whole.
 * @param type such as `application/json`
 * @returns `undefined` when the person has thought better of it
 */
export async function openExportFile(name: string, type: string): Promise<ExportFile | undefined> {
  const picker = window as SavePicker;
  if (!picker.showSaveFilePicker) return toDownload(name, type);
  try {
    const extension = name.slice(name.lastIndexOf('.'));
    const types = [{ accept: { [type]: [extension] } }];
    return await toPlace(await picker.showSaveFilePicker({ suggestedName: name, types }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return toDownload(name, type);
  }
}

async function toPlace(handle: FileSystemFileHandle): Promise<ExportFile> {
  const stream = await handle.createWritable();
  return {
    name: handle.name,
    write: (bytes) => stream.write(bytes),
    close: () => stream.close(),
    discard: () => stream.abort(),
  };
}

function toDownload(name: string, type: string): ExportFile {
  // The browser may keep these on its disk, which it can't with bytes or texts.
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
