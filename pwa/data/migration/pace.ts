export interface ReadWatch {
  readonly signal: AbortSignal;
  /** What was read so far; the bytes are those of the file as it lies there. */
  readonly onProgress: (documents: number, bytes: number) => void;
}

const STEP_MS = 50;

export interface Pace {
  /** So many bytes more have come. */
  readonly read: (bytes: number) => void;
  /** A document more has come. */
  readonly step: () => Promise<void>;
  /** Lets the page answer, where it has not for a while. */
  readonly rest: () => Promise<void>;
  readonly end: () => void;
}

/** Says now and then how far the reading has come, and lets the page answer meanwhile. */
export function createPace({ signal, onProgress }: ReadWatch): Pace {
  let [documents, bytes] = [0, 0];
  let [said, paused] = [-STEP_MS, performance.now()];
  function say() {
    signal.throwIfAborted();
    if (performance.now() - said < STEP_MS) return;
    onProgress(documents, bytes);
    said = performance.now();
  }
  async function rest() {
    signal.throwIfAborted();
    if (performance.now() - paused < STEP_MS) return;
    say();
    await new Promise((resolve) => setTimeout(resolve));
    paused = performance.now();
  }
  return {
    read(more) {
      bytes += more;
      say();
    },
    step() {
      documents += 1;
      return rest();
    },
    rest,
    end: () => onProgress(documents, bytes),
  };
}
