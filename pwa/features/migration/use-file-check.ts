import { useEffect, useState } from 'react';
import { checkFile, type FileReport } from '#pwa/data/migration/check-file.ts';

export type FileCheck =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly documents: number }
  | { readonly status: 'checked'; readonly report: FileReport }
  | { readonly status: 'failed' };

interface Read {
  readonly file: File;
  readonly key: string;
  readonly check: FileCheck;
}

/** What a file holds, read anew for every other collection: what is right depends on where it goes. */
export function useFileCheck(file: File | undefined, collection: string, idField: string): FileCheck {
  const [read, setRead] = useState<Read>();
  const key = `${collection} ${idField}`;

  useEffect(() => {
    if (!file || collection === '') return undefined;
    const abort = new AbortController();
    const say = (check: FileCheck) => {
      if (!abort.signal.aborted) setRead({ file, key, check });
    };
    const watch = {
      signal: abort.signal,
      onProgress: (documents: number) => say({ status: 'reading', documents }),
    };
    checkFile(file, { collection, ...(idField === '' ? {} : { idField }) }, watch).then(
      (report) => say({ status: 'checked', report }),
      // The file was moved or changed since it was chosen.
      () => say({ status: 'failed' }),
    );
    return () => abort.abort();
  }, [file, collection, idField, key]);

  if (!file || collection === '') return { status: 'none' };
  return read?.file === file && read.key === key ? read.check : { status: 'reading', documents: 0 };
}
