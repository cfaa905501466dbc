import type { DiskEvent } from './power-cut-events.ts';
import { pickNumber } from './seeded-random.ts';

/** A folder on a disk, with those in it: its durable state and the unflushed changes since. */
export interface Disk {
  apply(event: DiskEvent): void;
  /** The files as their process sees them, by name. */
  contents(): ReadonlyMap<string, Buffer>;
  /** The files after a power cut at this moment, by name. */
  cut(random: () => number): ReadonlyMap<string, Buffer>;
}

interface File {
  content: Buffer;
  /** Not flushed yet. */
  waiting: Change[];
}

type Change = Extract<DiskEvent, { kind: 'write' | 'truncate' }>;
type Move = Extract<DiskEvent, { kind: 'create' | 'create folder' | 'unlink' | 'rename' }>;
type Names = Map<string, number>;

/** In place of a file's number. */
const FOLDER = -1;

/** Fate of unflushed changes. */
type Fate = 'lost' | 'kept' | 'each its own' | 'torn';
const FATES: readonly Fate[] = ['lost', 'kept', 'each its own', 'torn', 'torn'];
const SECTORS = [512, 4096];

/**
 * A disk with only the guarantees of POSIX: flushing a file makes its content durable, flushing the folder its name.
 * Unflushed writes survive, get lost, or survive in some sectors, each independently.
 */
export function createDisk(): Disk {
  const files = new Map<number, File>();
  let names: Names = new Map();
  let moves: Move[] = [];

  const fileOf = (number: number) => {
    const file = files.get(number) ?? { content: Buffer.alloc(0), waiting: [] };
    files.set(number, file);
    return file;
  };

  return {
    apply(event) {
      if (event.kind === 'sync folder') {
        const durable = moves.filter((one) => folderOf(one) === event.name);
        names = move(names, durable);
        moves = moves.filter((one) => folderOf(one) !== event.name && !isMovedAway(one, durable));
      } else if (event.kind === 'sync') {
        const file = fileOf(event.file);
        for (const change of file.waiting) file.content = alter(file.content, change);
        file.waiting = [];
      } else if (event.kind === 'write' || event.kind === 'truncate') {
        fileOf(event.file).waiting.push(event);
      } else if (event.kind !== 'said') {
        moves.push(event);
      }
    },
    contents() {
      const found = new Map<string, Buffer>();
      for (const [name, number] of move(names, moves)) {
        if (number === FOLDER) continue;
        const { content, waiting } = fileOf(number);
        found.set(name, waiting.reduce<Buffer>(alter, Buffer.from(content)));
      }
      return found;
    },
    cut(random) {
      const fate = FATES[pickNumber(random, FATES.length)] ?? 'lost';
      const sector = SECTORS[pickNumber(random, SECTORS.length)] ?? 512;
      const isKept = () => (fate === 'lost' ? false : fate === 'kept' ? true : random() < 0.5);
      const image = new Map<string, Buffer>();
      const kept = move(names, moves.filter(isKept));
      for (const [name, number] of kept) {
        if (number === FOLDER || !isReachable(kept, name)) continue;
        const { content, waiting } = fileOf(number);
        let cut: Buffer = Buffer.from(content);
        for (const change of waiting) {
          if (change.kind === 'write' && fate === 'torn') cut = tear(cut, change, { sector, random });
          else if (isKept()) cut = alter(cut, change);
          // The length reached the disk before the content.
          else if (change.kind === 'write' && fate !== 'lost' && random() < 0.2)
            cut = lengthen(cut, change.at + change.data.length);
        }
        image.set(name, cut);
      }
      return image;
    },
  };
}

/** The folder whose flush makes a change of names durable. */
function folderOf(event: Move): string {
  const name = event.kind === 'rename' ? event.to : event.name;
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Whether a name was given up by a rename into another folder. */
function isMovedAway(event: Move, durable: readonly Move[]): boolean {
  return event.kind === 'create' && durable.some((one) => one.kind === 'rename' && one.file === event.file);
}

/** Whether all folders above a name are there. */
function isReachable(names: Names, name: string): boolean {
  const parts = name.split('/').slice(0, -1);
  return parts.every((_part, index) => names.has(parts.slice(0, index + 1).join('/')));
}

function move(names: Names, moves: readonly Move[]): Names {
  const moved = new Map(names);
  for (const event of moves) {
    if (event.kind === 'create') {
      moved.set(event.name, event.file);
    } else if (event.kind === 'create folder') {
      moved.set(event.name, FOLDER);
    } else if (event.kind === 'unlink') {
      moved.delete(event.name);
    } else {
      moved.set(event.to, event.file);
      moved.delete(event.from);
    }
  }
  return moved;
}

function alter(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') {
    return change.size <= content.length ? content.subarray(0, change.size) : lengthen(content, change.size);
  }
  const altered = lengthen(content, change.at + change.data.length);
  change.data.copy(altered, change.at);
  return altered;
}

/** Keeps some of the sectors that a write touches. */
function tear(
  content: Buffer,
  { file, at, data }: Extract<Change, { kind: 'write' }>,
  { sector, random }: { readonly sector: number; readonly random: () => number },
): Buffer {
  let torn = content;
  for (let from = at; from < at + data.length;) {
    const to = Math.min(at + data.length, (Math.floor(from / sector) + 1) * sector);
    const piece = data.subarray(from - at, to - at);
    if (random() < 0.5) torn = alter(torn, { kind: 'write', file, at: from, data: piece });
    from = to;
  }
  return torn;
}

function lengthen(content: Buffer, size: number): Buffer {
  if (size <= content.length) return content;
  const longer = Buffer.alloc(size);
  content.copy(longer);
  return longer;
}
