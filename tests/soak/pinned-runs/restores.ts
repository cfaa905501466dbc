import { dial, edit, pull, push, release, remove, server, signIn, together } from './acts.ts';
import type { PinnedRun } from './pinned-run.ts';

/** Runs in which a copy of the server’s data was put back. */
export const RESTORES: readonly PinnedRun[] = [
  {
    name: 'a create that was accepted, never pulled, and lost by a restore stayed on its device for ever',
    run: {
      tabs: [1, 1, 1],
      steps: [edit(2, 0, 'name'), push(2), server('restore')],
    },
  },
  {
    name: 'a tombstone with a sequence of a lost life hid the document that was made anew',
    run: {
      tabs: [1, 1, 1],
      steps: [
        edit(2, 0, 'name'),
        edit(0, 0, 'name'),
        remove(2, 0),
        push(2),
        pull(2),
        server('restore'),
        pull(2),
      ],
    },
  },
  {
    name: 'an id that a restore had lost could never be used again on the device that knew it',
    run: {
      tabs: [2, 1],
      steps: [
        edit(0, 0, 'name'),
        push(0),
        together(pull(0, 'late answer'), edit(0, 0, 'name')),
        push(0),
        release(0),
        server('restore'),
        edit(0, 0, 'name'),
      ],
    },
  },
  {
    name: 'a state of a lost life, brought by a push before the first pull, outranked what the server had',
    run: {
      tabs: [2, 1],
      steps: [
        edit(1, 0, 'name'),
        pull(0, 'again later'),
        edit(2, 2, 'company'),
        edit(2, 1, 'name'),
        edit(1, 1, 'name'),
        push(0, 'late answer'),
        pull(0),
        release(8),
        dial(1, 0, ''),
        push(2),
        server('restore'),
        edit(0, 1, 'name'),
        release(2),
        edit(1, 1, 'company'),
      ],
    },
  },
  {
    name: 'a write that waited over a restart kept the higher number of the lost life, and its acceptance was never seen',
    run: {
      tabs: [2, 1],
      steps: [
        edit(1, 0, 'name'),
        push(0),
        pull(0, 'again later'),
        edit(2, 2, 'company'),
        pull(2, 'fine', 'late answer'),
        pull(0),
        edit(2, 0, 'name'),
        release(7),
        edit(0, 2, 'name'),
        edit(2, 1, 'name'),
        push(2, 'again later'),
        edit(1, 1, 'name'),
        push(0),
        release(8),
        dial(1, 0, ''),
        server('restore'),
        edit(0, 1, 'name'),
        pull(0),
      ],
    },
  },
  {
    name: 'a device that had pushed and never pulled merged with a state that a restore had lost as if it still stood',
    run: {
      tabs: [2, 1],
      steps: [
        dial(0, 1, ''),
        push(0),
        server('back up'),
        edit(0, 1, 'name'),
        pull(2),
        edit(2, 1, 'message'),
        push(2),
        push(0),
        server('restore'),
        pull(2),
        edit(0, 1, 'company'),
      ],
    },
  },
  {
    name: 'an accepted write, never pulled and made on a state that a restore had lost, was merged as if it still stood',
    run: {
      tabs: [2, 1],
      steps: [
        dial(0, 1, ''),
        push(0),
        server('back up'),
        edit(0, 1, 'name'),
        pull(2),
        edit(2, 1, 'message'),
        push(2),
        push(0),
        server('restore'),
        pull(2),
        edit(0, 1, 'company'),
        pull(1),
      ],
    },
  },
  {
    name: 'what a cut-off restart knew to be lost was forgotten in a third life of the data',
    run: {
      tabs: [1, 1, 1],
      steps: [
        edit(2, 0, 'name'),
        pull(2),
        edit(1, 2, 'message'),
        push(2),
        server('restore'),
        push(1),
        pull(2, 'late request', 'late answer'),
        dial(1, 0, '2'),
        release(1),
        server('start anew'),
        signIn(1),
      ],
    },
  },
];
