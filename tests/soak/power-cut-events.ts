/** A process's file operations in one folder and its messages, in order. */
export type DiskEvent =
  | { readonly kind: 'create'; readonly name: string; readonly file: number }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly file: number }
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync'; readonly file: number }
  | { readonly kind: 'sync folder' }
  /** Written to the message file. */
  | { readonly kind: 'said'; readonly text: string };

/** Name of the message file of a recorded process; the compiler uses standard output too. */
export const SAID = 'said';

/** Parses the output of `strace -f -y -xx`. Files are numbered as created, because a name may be reused. */
export function createTraceReader(folder: string): (line: string) => readonly DiskEvent[] {
  const begun = new Map<string, string>();
  const files = new Map<string, number>();
  let made = 0;

  /** The file name of a path inside the folder. */
  const nameOf = (hex: string) => {
    const path = decode(hex).toString();
    return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
  };

  function open(name: string, flags: string): readonly DiskEvent[] {
    const file = files.get(name);
    if (file !== undefined) return flags.includes('O_TRUNC') ? [{ kind: 'truncate', file, size: 0 }] : [];
    made += 1;
    files.set(name, made);
    return [{ kind: 'create', name, file: made }];
  }

  function move(from: string, to: string): readonly DiskEvent[] {
    const file = files.get(from);
    if (file === undefined) throw new Error(`${from} was renamed without having been made.`);
    files.delete(from);
    files.set(to, file);
    return [{ kind: 'rename', from, to, file }];
  }

  function toEvents(call: string, text: string): readonly DiskEvent[] {
    const [first = '', second = ''] = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
    const path = /^\(\d+<([^>]*)>/.exec(text)?.[1] ?? '';
    const file = files.get(nameOf(path) ?? '');
    if (call === 'write' && nameOf(path) === SAID) return [{ kind: 'said', text: decode(first).toString() }];
    if (call === 'fsync' || call === 'fdatasync') {
      if (decode(path).toString() === folder) return [{ kind: 'sync folder' }];
      return file === undefined ? [] : [{ kind: 'sync', file }];
    }
    const name = nameOf(first);
    if (call === 'openat') return name === undefined ? [] : open(name, text);
    if (call.startsWith('unlink')) {
      return name !== undefined && files.delete(name) ? [{ kind: 'unlink', name }] : [];
    }
    if (call.startsWith('rename')) {
      return name === undefined ? [] : move(name, nameOf(second) ?? '');
    }
    if (file === undefined) return [];
    const [, number = ''] = /(\d+)\)\s+=/.exec(text) ?? [];
    if (call === 'ftruncate') return [{ kind: 'truncate', file, size: Number(number) }];
    if (call === 'pwrite64') return [{ kind: 'write', file, at: Number(number), data: decode(first) }];
    throw new Error(`A power cut after ${call} isn't modelled.`);
  }

  return (line) => {
    const [, process = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    // Interrupted by another thread's call: the first half has the arguments, the second the result.
    const half = rest.replace(/ <unfinished \.\.\.>$/, '');
    if (half !== rest) {
      begun.set(process, half);
      return [];
    }
    const whole = rest.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(process) ?? '');
    const [, call = '', text = ''] = /^(\w+)(\(.*\)\s+= \d.*)$/.exec(whole) ?? [];
    return call === '' ? [] : toEvents(call, text);
  };
}

function decode(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
