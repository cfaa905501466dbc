import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppStore } from '#pwa/data/app-store.ts';
import { deleteUpload, uploadFile } from '#pwa/data/migration/upload-file.ts';
import { useConnection } from '#pwa/data/sync/use-connection.ts';
import { toReason } from '../to-reason.ts';
import { useRepeat } from './use-repeat.ts';

export type Upload =
  | { readonly status: 'none' }
  | { readonly status: 'sending'; readonly bytes: number }
  /** The connection was lost; the server keeps what has arrived. */
  | { readonly status: 'cut'; readonly bytes: number; readonly resume: () => void }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'sent'; readonly id: string };

export interface UploadedFile {
  readonly upload: Upload;
  /** Says whether a job uses the upload. If none does, the next file or leaving the screen deletes it. */
  readonly setUsed: (isUsed: boolean) => void;
}

const RETRY_MS = 10_000;

/** Uploads a file as soon as it is chosen, and resumes automatically after a lost connection. */
export function useUpload(file: File | undefined): UploadedFile {
  const app = useAppStore();
  const { isOnline } = useConnection();
  const [known, setKnown] = useState<{ readonly file: File; readonly upload: Upload }>();
  const isUsed = useRef(false);
  const upload: Upload =
    file === undefined
      ? { status: 'none' }
      : known?.file === file
        ? known.upload
        : { status: 'sending', bytes: 0 };

  useEffect(() => {
    if (!file) return undefined;
    const abort = new AbortController();
    let sent: string | undefined;
    let bytes = 0;
    isUsed.current = false;
    const report = (next: Upload) => {
      if (!abort.signal.aborted) setKnown({ file, upload: next });
    };
    uploadFile(app, file, {
      signal: abort.signal,
      onProgress(done) {
        bytes = done;
        report({ status: 'sending', bytes });
      },
      onCut(start) {
        const resume = () => {
          report({ status: 'sending', bytes });
          start();
        };
        report({ status: 'cut', bytes, resume });
      },
    }).then(
      (id) => {
        sent = id;
        report({ status: 'sent', id });
        if (abort.signal.aborted) void deleteUpload(app, id);
      },
      (error: unknown) => report({ status: 'failed', reason: toReason(error) }),
    );
    return () => {
      abort.abort();
      if (sent !== undefined && !isUsed.current) void deleteUpload(app, sent);
    };
  }, [app, file]);

  function resume() {
    if (upload.status === 'cut') upload.resume();
  }
  const resumeOnline = useEffectEvent(resume);
  useEffect(() => {
    if (isOnline) resumeOnline();
  }, [isOnline]);
  useRepeat(resume, RETRY_MS, isOnline && upload.status === 'cut');

  return {
    upload,
    setUsed(used) {
      isUsed.current = used;
    },
  };
}
