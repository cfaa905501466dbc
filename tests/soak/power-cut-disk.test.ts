import { expect, test } from 'vitest';
import { createDisk } from './power-cut-disk.ts';
import { createTraceReader, type DiskEvent } from './power-cut-events.ts';
import { createRandom } from './seeded-random.ts';

const write = (at: number, text: string): DiskEvent => ({
  kind: 'write',
  file: 1,
  at,
  data: Buffer.from(text),
});

/** All contents of the file `name` after a thousand power cuts following these events. */
function findOutcomes(events: readonly DiskEvent[], name = 'file'): ReadonlySet<string | undefined> {
  const disk = createDisk();
  for (const event of events) disk.apply(event);
  const random = createRandom(1);
  return new Set(Array.from({ length: 1000 }, () => disk.cut(random).get(name)?.toString()));
}

const made: readonly DiskEvent[] = [
  { kind: 'create', name: 'file', file: 1 },
  { kind: 'sync folder', name: '' },
];

test('[F05] flushed data survive every power cut', () => {
  const outcomes = findOutcomes([...made, write(0, 'one'), write(3, 'two'), { kind: 'sync', file: 1 }]);
  expect(outcomes).toEqual(new Set(['onetwo']));
});

test('[F05] unflushed writes survive or get lost independently of each other', () => {
  const outcomes = findOutcomes([
    ...made,
    write(0, '....'),
    { kind: 'sync', file: 1 },
    write(0, 'a'),
    write(3, 'b'),
  ]);
  expect(outcomes).toEqual(new Set(['....', 'a...', '...b', 'a..b']));
});

test('[F05] a write to several sectors can be torn at any boundary', () => {
  const text = ['a', 'b', 'c'].map((letter) => letter.repeat(512)).join('');
  const outcomes = [...findOutcomes([...made, write(0, text)])].map((outcome) =>
    (outcome ?? '').replaceAll('\0', '-').replace(/(.)\1*/g, '$1'),
  );
  expect(new Set(outcomes)).toEqual(new Set(['', '-', 'a', '-b', 'ab', '-c', 'a-c', '-bc', 'abc']));
});

test('[F05] a truncated file may have its old length again', () => {
  const events: readonly DiskEvent[] = [
    ...made,
    write(0, 'long'),
    { kind: 'sync', file: 1 },
    { kind: 'truncate', file: 1, size: 1 },
  ];
  expect(findOutcomes(events)).toEqual(new Set(['long', 'l']));
});

test('[F05] a name survives only if its folder was flushed, whatever was flushed of the file', () => {
  const flushed: readonly DiskEvent[] = [write(0, 'x'), { kind: 'sync', file: 1 }];
  const fresh: DiskEvent = { kind: 'create', name: 'file', file: 1 };
  const renamed: DiskEvent = { kind: 'rename', from: 'file', to: 'other', file: 1 };
  expect(findOutcomes([fresh, ...flushed])).toEqual(new Set([undefined, 'x']));
  expect(findOutcomes([...made, ...flushed, { kind: 'unlink', name: 'file' }])).toEqual(
    new Set([undefined, 'x']),
  );
  expect(findOutcomes([...made, ...flushed, renamed], 'other')).toEqual(new Set([undefined, 'x']));
  expect(findOutcomes([...made, ...flushed, renamed, { kind: 'sync folder', name: '' }])).toEqual(
    new Set([undefined]),
  );
});

test('[F05] [FI6] a file survives only in a folder that survives, and a rename into another folder once that is flushed', () => {
  const flush = (name: string): DiskEvent => ({ kind: 'sync folder', name });
  const aside: readonly DiskEvent[] = [
    { kind: 'create folder', name: 'in' },
    { kind: 'create', name: 'in/file', file: 1 },
    write(0, 'x'),
    { kind: 'sync', file: 1 },
  ];
  expect(findOutcomes([...aside, flush('in')], 'in/file')).toEqual(new Set([undefined, 'x']));
  expect(findOutcomes([...aside, flush('in'), flush('')], 'in/file')).toEqual(new Set(['x']));
  const moved: DiskEvent = { kind: 'rename', from: 'in/file', to: 'file', file: 1 };
  expect(findOutcomes([...aside, flush(''), moved, flush('in')])).toEqual(new Set([undefined, 'x']));
  expect(findOutcomes([...aside, flush(''), moved, flush('')])).toEqual(new Set(['x']));
  expect(findOutcomes([...aside, flush(''), moved, flush('')], 'in/file')).toEqual(new Set([undefined]));
});

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('');

test('[F05] the recorder’s trace is read correctly, even if calls of two threads interleave', () => {
  const read = createTraceReader('/data');
  const lines = [
    `7 openat(AT_FDCWD<${hex('/')}>, "${hex('/data/db')}", O_RDWR|O_CREAT, 0644) = 5<${hex('/data/db')}>`,
    `7 openat(AT_FDCWD<${hex('/')}>, "${hex('/etc/hosts')}", O_RDONLY) = 6<${hex('/etc/hosts')}>`,
    `7 pwrite64(5<${hex('/data/db')}>, "${hex('page')}", 4, 4096 <unfinished ...>`,
    `8 fsync(6<${hex('/etc/hosts')}>) = 0`,
    `7 <... pwrite64 resumed>)            = 4`,
    `7 fdatasync(5<${hex('/data/db')}>) = 0`,
    `7 fsync(9<${hex('/data')}>)         = 0`,
    `7 unlink("${hex('/data/db')}")       = 0`,
    `7 unlink("${hex('/data/db')}")       = -1 ENOENT (No such file or directory)`,
    `7 --- SIGCHLD ---`,
    `7 mkdir("${hex('/data/in')}", 0777)  = 0`,
    `9 openat(AT_FDCWD<${hex('/')}>, "${hex('/data/in/file')}", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 7<${hex('/data/in/file')}>`,
    `9 write(7<${hex('/data/in/file')}>, "${hex('ab')}", 2) = 2`,
    `9 writev(7<${hex('/data/in/file')}>, [{iov_base="${hex('c')}", iov_len=1}, {iov_base="${hex('d')}", iov_len=1}], 2) = 2`,
    `9 openat(AT_FDCWD<${hex('/')}>, "${hex('/data/in/file')}", O_WRONLY|O_APPEND) = 7<${hex('/data/in/file')}>`,
    `9 write(7<${hex('/data/in/file')}>, "${hex('e')}", 1) = 1`,
    `9 fsync(8<${hex('/data/in')}>) = 0`,
    `9 unlinkat(8<${hex('/data/in')}>, "${hex('file')}", 0) = 0`,
    `9 rmdir("${hex('/data/in')}") = 0`,
  ];
  expect(lines.flatMap(read)).toEqual([
    { kind: 'create', name: 'db', file: 1 },
    { kind: 'write', file: 1, at: 4096, data: Buffer.from('page') },
    { kind: 'sync', file: 1 },
    { kind: 'sync folder', name: '' },
    { kind: 'unlink', name: 'db' },
    { kind: 'create folder', name: 'in' },
    { kind: 'create', name: 'in/file', file: 2 },
    { kind: 'write', file: 2, at: 0, data: Buffer.from('ab') },
    { kind: 'write', file: 2, at: 2, data: Buffer.from('cd') },
    { kind: 'write', file: 2, at: 4, data: Buffer.from('e') },
    { kind: 'sync folder', name: 'in' },
    { kind: 'unlink', name: 'in/file' },
    { kind: 'unlink', name: 'in' },
  ]);
});

test('[F05] a system call unknown to the disk model is an error', () => {
  const read = createTraceReader('/data');
  read(`7 openat(AT_FDCWD<${hex('/')}>, "${hex('/data/db')}", O_RDWR|O_CREAT, 0644) = 5<${hex('/data/db')}>`);
  expect(() => read(`7 fallocate(5<${hex('/data/db')}>, 0, 0, 4096) = 0`)).toThrow('fallocate');
});
