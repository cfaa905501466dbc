import { useEffect, useState } from 'react';
import { AppError } from '#shared/kernel/app-error.ts';
import { checkFile, type FileReport, type FileTarget } from '#pwa/data/migration/check-file.ts';

export type FileCheck =
  | { readonly status: 'none' }
  /** The share of the file, from 0 to 1. */
  | { readonly status: 'reading'; readonly documents: number; readonly share: number }
  | { readonly status: 'checked'; readonly report: FileReport }
  | { readonly status: 'failed'; readonly reason: string };

export interface CheckedFile {
  readonly check: FileCheck;
  /** What the file was taken for, also while it is read anew. */
  readonly format: FileReport['format'] | undefined;
}

interface Read {
  readonly file: File;
  readonly key: string;
  readonly check: FileCheck;
  readonly format: FileReport['format'] | undefined;
}

const GONE = 'The file can’t be read any more: it was moved or changed since. Choose it again.';
const AT_FIRST: FileCheck = { status: 'reading', documents: 0, share: 0 };

/** What a file holds, read anew for every other target: what is right depends on where it goes. */
export function useFileCheck(file: File | undefined, target: FileTarget | undefined): CheckedFile {
  const [read, setRead] = useState<Read>();
  const key = target && JSON.stringify(target);

  useEffect(() => {
    if (!file || key === undefined) return undefined;
    const abort = new AbortController();
    const say = (check: FileCheck) => {
      if (abort.signal.aborted) return;
      const format = check.status === 'checked' ? check.report.format : undefined;
      setRead((last) => ({
        file,
        key,
        check,
        format: format ?? (last?.file === file ? last.format : undefined),
      }));
    };
    const watch = {
      signal: abort.signal,
      onProgress: (documents: number, bytes: number) =>
        say({ status: 'reading', documents, share: bytes / Math.max(file.size, 1) }),
    };
    checkFile(file, JSON.parse(key) as FileTarget, watch).then(
      (report) => say({ status: 'checked', report }),
      (error: unknown) => say({ status: 'failed', reason: error instanceof AppError ? error.message : GONE }),
    );
    return () => abort.abort();
  }, [file, key]);

  if (!file || key === undefined) return { check: { status: 'none' }, format: undefined };
  const current = read?.file === file ? read : undefined;
  return { check: current?.key === key ? current.check : AT_FIRST, format: current?.format };
}
