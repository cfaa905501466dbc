/** File operations of processes below one folder and their messages, in order. Names are paths below it. */
export type DiskEvent =
  | { readonly kind: 'create folder'; readonly name: string }
  | { readonly kind: 'create'; readonly name: string; readonly file: number }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly file: number }
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly data: Buffer }
  | { readonly kind: 'truncate'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync'; readonly file: number }
  /** The recorded folder has an empty name. */
  | { readonly kind: 'sync folder'; readonly name: string }
  /** Written to the message file. */
  | { readonly kind: 'said'; readonly text: string };

/** Name of the message file of a recorded process; the compiler uses standard output too. */
export const SAID = 'said';

/** Parses the output of `strace -f -y -xx`. Files are numbered as created, because a name may be reused. */
export function createTraceReader(folder: string): (line: string) => readonly DiskEvent[] {
  const begun = new Map<string, string>();
  const files = new Map<string, number>();
  const folders = new Set(['']);
  /** Where the next write without a place goes. */
  const places = new Map<number, number>();
  const lengths = new Map<number, number>();
  let made = 0;

  /** The name of a path, which may be relative to an open folder. */
  const nameOf = (hex: string, from = '') => {
    const path = decode(hex).toString();
    const whole = path.startsWith('/') ? path : `${decode(from).toString()}/${path}`;
    if (whole === folder) return '';
    return whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : undefined;
  };

  function open(name: string, flags: string): readonly DiskEvent[] {
    const file = files.get(name);
    if (folders.has(name)) return [];
    const length = flags.includes('O_TRUNC') ? 0 : (lengths.get(file ?? 0) ?? 0);
    places.set(file ?? made + 1, flags.includes('O_APPEND') ? length : 0);
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
    const strings = [...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
    const [first = '', second = ''] = strings;
    const path = /^\((?:\d+|AT_FDCWD)<([^>]*)>/.exec(text)?.[1] ?? '';
    const file = files.get(nameOf(path) ?? '');
    if (call === 'write' && nameOf(path) === SAID) return [{ kind: 'said', text: decode(first).toString() }];
    if (call === 'fsync' || call === 'fdatasync') {
      const name = nameOf(path);
      if (name !== undefined && folders.has(name)) return [{ kind: 'sync folder', name }];
      return file === undefined ? [] : [{ kind: 'sync', file }];
    }
    const name = nameOf(first, path);
    if (call.startsWith('mkdir') && name !== undefined) {
      folders.add(name);
      return [{ kind: 'create folder', name }];
    }
    if (call === 'rmdir' || text.includes('AT_REMOVEDIR'))
      return name !== undefined && folders.delete(name) ? [{ kind: 'unlink', name }] : [];
    if (call === 'openat') return name === undefined ? [] : open(name, text);
    if (call.startsWith('unlink')) {
      return name !== undefined && files.delete(name) ? [{ kind: 'unlink', name }] : [];
    }
    if (call.startsWith('rename')) {
      return name === undefined ? [] : move(name, nameOf(second) ?? '');
    }
    if (file === undefined) return [];
    const [, number = ''] = /(\d+)\)\s+=/.exec(text) ?? [];
    if (call === 'ftruncate') {
      lengths.set(file, Number(number));
      return [{ kind: 'truncate', file, size: Number(number) }];
    }
    const isPlaced = call === 'pwrite64' || call === 'pwritev';
    if (isPlaced || call === 'write' || call === 'writev') {
      const data = decode(strings.join(''));
      const at = isPlaced ? Number(number) : (places.get(file) ?? 0);
      if (!isPlaced) places.set(file, at + data.length);
      lengths.set(file, Math.max(lengths.get(file) ?? 0, at + data.length));
      return [{ kind: 'write', file, at, data }];
    }
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
