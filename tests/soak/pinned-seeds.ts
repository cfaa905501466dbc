import type { Run } from './model-steps.ts';

/** A run of the model that once found something, shrunk. */
export interface PinnedRun {
  readonly name: string;
  readonly run: Run;
}

/** What once failed is played first, by name. */
export const pinnedSeeds: {
  readonly modelRuns: readonly PinnedRun[];
} = {
  modelRuns: [
    {
      name: 'a late answer to a tab that had been overtaken took newer writes off the outbox',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 1, id: 1, field: 'contactMessage' },
          { kind: 'push', tab: 1, fates: ['late request'] },
          { kind: 'edit', tab: 1, id: 1, field: 'contactMessage' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'edit', tab: 0, id: 1, field: 'contactName' },
        ],
      },
    },
    {
      name: 'a create that was accepted, never pulled, and lost by a restore stayed on its device for ever',
      run: {
        tabs: [1, 1, 1],
        steps: [
          { kind: 'edit', tab: 2, id: 0, field: 'contactName' },
          { kind: 'push', tab: 2, fates: [] },
          { kind: 'restore' },
        ],
      },
    },
    {
      name: 'a tombstone with a sequence of a lost life hid the document that was made anew',
      run: {
        tabs: [1, 1, 1],
        steps: [
          { kind: 'edit', tab: 2, id: 0, field: 'contactName' },
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'remove', tab: 2, id: 0 },
          { kind: 'push', tab: 2, fates: [] },
          { kind: 'pull', tab: 2, fates: [] },
          { kind: 'restore' },
          { kind: 'pull', tab: 2, fates: [] },
        ],
      },
    },
    {
      name: 'an id that a restore had lost could never be used again on the device that knew it',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          {
            kind: 'together',
            first: { kind: 'pull', tab: 0, fates: ['late answer'] },
            second: { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'release', which: 0 },
          { kind: 'restore' },
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
        ],
      },
    },
    {
      name: 'a state of a lost life, brought by a push before the first pull, outranked what the server had',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 1, id: 0, field: 'contactName' },
          { kind: 'pull', tab: 0, fates: ['again later'] },
          { kind: 'edit', tab: 2, id: 2, field: 'contactCompany' },
          { kind: 'edit', tab: 2, id: 1, field: 'contactName' },
          { kind: 'edit', tab: 1, id: 1, field: 'contactName' },
          { kind: 'push', tab: 0, fates: ['late answer'] },
          { kind: 'pull', tab: 0, fates: [] },
          { kind: 'release', which: 8 },
          { kind: 'edit', tab: 1, id: 0, field: 'contactPhone', phone: '' },
          { kind: 'push', tab: 2, fates: [] },
          { kind: 'restore' },
          { kind: 'edit', tab: 0, id: 1, field: 'contactName' },
          { kind: 'release', which: 2 },
          { kind: 'edit', tab: 1, id: 1, field: 'contactCompany' },
        ],
      },
    },
    {
      name: 'a write that waited over a restart kept the higher number of the lost life, and its acceptance was never seen',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 1, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'pull', tab: 0, fates: ['again later'] },
          { kind: 'edit', tab: 2, id: 2, field: 'contactCompany' },
          { kind: 'pull', tab: 2, fates: ['fine', 'late answer'] },
          { kind: 'pull', tab: 0, fates: [] },
          { kind: 'edit', tab: 2, id: 0, field: 'contactName' },
          { kind: 'release', which: 7 },
          { kind: 'edit', tab: 0, id: 2, field: 'contactName' },
          { kind: 'edit', tab: 2, id: 1, field: 'contactName' },
          { kind: 'push', tab: 2, fates: ['again later'] },
          { kind: 'edit', tab: 1, id: 1, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'release', which: 8 },
          { kind: 'edit', tab: 1, id: 0, field: 'contactPhone', phone: '' },
          { kind: 'restore' },
          { kind: 'edit', tab: 0, id: 1, field: 'contactName' },
          { kind: 'pull', tab: 0, fates: [] },
        ],
      },
    },
    {
      name: 'the late word of a conflict that another tab had settled wrote over the draft of that conflict',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'pull', tab: 1, fates: ['late request'] },
          { kind: 'edit', tab: 0, id: 1, field: 'contactCompany' },
          { kind: 'restart', tab: 0 },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'restart', tab: 0 },
          { kind: 'edit', tab: 1, id: 2, field: 'contactName' },
          { kind: 'pull', tab: 1, fates: [] },
          { kind: 'push', tab: 0, fates: ['late request'] },
          { kind: 'pull', tab: 1, fates: ['late request'] },
          { kind: 'pull', tab: 2, fates: [] },
          { kind: 'release', which: 6 },
          { kind: 'edit', tab: 0, id: 1, field: 'contactMessage' },
          { kind: 'remove', tab: 2, id: 1 },
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 2, fates: [] },
          { kind: 'release', which: 5 },
          { kind: 'push', tab: 0, fates: ['late answer'] },
          { kind: 'release', which: 1 },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'edit', tab: 1, id: 1, field: 'contactMessage' },
        ],
      },
    },
    {
      name: 'a page asked for before a write was accepted took the write back for a moment',
      run: {
        tabs: [1, 1, 1],
        steps: [
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'pull', tab: 0, fates: [] },
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'pull', tab: 0, fates: ['late answer'] },
          { kind: 'edit', tab: 0, id: 0, field: 'contactMessage' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'release', which: 0 },
        ],
      },
    },
    {
      name: 'two tabs that heard the same refusal kept its content nowhere',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 0, id: 0, field: 'contactCompany' },
          { kind: 'edit', tab: 0, id: 1, field: 'contactMessage' },
          { kind: 'edit', tab: 2, id: 1, field: 'contactName' },
          { kind: 'push', tab: 2, fates: [] },
          {
            kind: 'together',
            first: { kind: 'push', tab: 1, fates: [] },
            second: { kind: 'push', tab: 0, fates: [] },
          },
        ],
      },
    },
    {
      name: 'a create that was accepted while a first pull was under way was never pulled',
      run: {
        tabs: [2, 1],
        steps: [
          { kind: 'edit', tab: 0, id: 1, field: 'contactMessage' },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'edit', tab: 0, id: 2, field: 'contactCompany' },
          { kind: 'pull', tab: 1, fates: ['late request'] },
          { kind: 'push', tab: 0, fates: [] },
        ],
      },
    },
    {
      name: 'the master of a conflict, already overtaken when it was heard, was never followed by the newer state',
      run: {
        tabs: [2, 1],
        visitors: [1],
        steps: [
          { kind: 'edit', tab: 1, id: 2, field: 'contactCompany' },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'sign in', tab: 2 },
          { kind: 'pull', tab: 2, fates: [] },
          { kind: 'edit', tab: 0, id: 2, field: 'contactMessage' },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'edit', tab: 0, id: 2, field: 'contactMessage' },
          { kind: 'edit', tab: 2, id: 2, field: 'contactMessage' },
          { kind: 'pull', tab: 2, fates: ['late answer'] },
          { kind: 'push', tab: 2, fates: ['late answer'] },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'restart', tab: 0 },
        ],
      },
    },
    {
      name: 'a page held back is older than the master of a conflict that was heard meanwhile',
      run: {
        tabs: [1, 1, 1],
        steps: [
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'pull', tab: 0, fates: [] },
          { kind: 'pull', tab: 1, fates: [] },
          { kind: 'edit', tab: 1, id: 0, field: 'contactName' },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'pull', tab: 0, fates: ['late answer'] },
          { kind: 'edit', tab: 1, id: 0, field: 'contactName' },
          { kind: 'push', tab: 1, fates: [] },
          { kind: 'edit', tab: 0, id: 0, field: 'contactName' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'release', which: 0 },
        ],
      },
    },
    {
      name: 'a device that had pushed and never pulled merged with a state that a restore had lost as if it still stood',
      run: {
        tabs: [2, 1],
        visitors: [],
        steps: [
          { kind: 'edit', tab: 0, id: 1, field: 'contactPhone', phone: '' },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'back up' },
          { kind: 'edit', tab: 0, id: 1, field: 'contactName' },
          { kind: 'pull', tab: 2, fates: [] },
          { kind: 'edit', tab: 2, id: 1, field: 'contactMessage' },
          { kind: 'push', tab: 2, fates: [] },
          { kind: 'push', tab: 0, fates: [] },
          { kind: 'restore' },
          { kind: 'pull', tab: 2, fates: [] },
          { kind: 'edit', tab: 0, id: 1, field: 'contactCompany' },
        ],
      },
    },
    {
      name: 'two pushes brought the same rewind, and a page asked for between them took the later write back',
      run: {
        tabs: [1, 1, 1],
        visitors: [1],
        steps: [
          {
            kind: 'together',
            first: { kind: 'pull', tab: 0, fates: [] },
            second: { kind: 'edit', tab: 0, id: 2, field: 'contactName' },
          },
          { kind: 'sign in', tab: 0 },
          { kind: 'edit', tab: 0, id: 0, field: 'contactPhone', phone: '2' },
          { kind: 'pull', tab: 0, fates: ['late request', 'fine'] },
          { kind: 'push', tab: 0, fates: ['again later', 'answer lost'] },
          { kind: 'edit', tab: 0, id: 0, field: 'contactPhone', phone: '2' },
          { kind: 'release', which: 2 },
          { kind: 'edit', tab: 0, id: 2, field: 'contactMessage' },
          { kind: 'pull', tab: 0, fates: ['late answer'] },
          { kind: 'sign in', tab: 0 },
        ],
      },
    },
  ],
};
