import { dial, edit, pull, push, release, remove, restart, signIn, together } from './acts.ts';
import type { PinnedRun } from './pinned-run.ts';

/** Runs in which messages, tabs or people got ahead of each other. */
export const LATE_MESSAGES: readonly PinnedRun[] = [
  {
    name: 'a late answer to a tab that had been overtaken took newer writes off the outbox',
    run: {
      tabs: [2, 1],
      steps: [
        edit(1, 1, 'message'),
        push(1, 'late request'),
        edit(1, 1, 'message'),
        push(0),
        edit(0, 1, 'name'),
      ],
    },
  },
  {
    name: 'the late word of a conflict that another tab had settled wrote over the draft of that conflict',
    run: {
      tabs: [2, 1],
      steps: [
        pull(1, 'late request'),
        edit(0, 1, 'company'),
        restart(0),
        push(0),
        restart(0),
        edit(1, 2, 'name'),
        pull(1),
        push(0, 'late request'),
        pull(1, 'late request'),
        pull(2),
        release(6),
        edit(0, 1, 'message'),
        remove(2, 1),
        edit(0, 0, 'name'),
        push(2),
        release(5),
        push(0, 'late answer'),
        release(1),
        push(1),
        edit(1, 1, 'message'),
      ],
    },
  },
  {
    name: 'a page asked for before a write was accepted took the write back for a moment',
    run: {
      tabs: [1, 1, 1],
      steps: [
        edit(0, 0, 'name'),
        push(0),
        pull(0),
        edit(0, 0, 'name'),
        push(0),
        pull(0, 'late answer'),
        edit(0, 0, 'message'),
        push(0),
        release(0),
      ],
    },
  },
  {
    name: 'two tabs that heard the same refusal kept its content nowhere',
    run: {
      tabs: [2, 1],
      steps: [
        edit(0, 0, 'company'),
        edit(0, 1, 'message'),
        edit(2, 1, 'name'),
        push(2),
        together(push(1), push(0)),
      ],
    },
  },
  {
    name: 'a create that was accepted while a first pull was under way was never pulled',
    run: {
      tabs: [2, 1],
      steps: [edit(0, 1, 'message'), push(1), edit(0, 2, 'company'), pull(1, 'late request'), push(0)],
    },
  },
  {
    name: 'the master of a conflict, already overtaken when it was heard, was never followed by the newer state',
    run: {
      tabs: [2, 1],
      visitors: [1],
      steps: [
        edit(1, 2, 'company'),
        push(1),
        signIn(2),
        pull(2),
        edit(0, 2, 'message'),
        push(1),
        edit(0, 2, 'message'),
        edit(2, 2, 'message'),
        pull(2, 'late answer'),
        push(2, 'late answer'),
        push(0),
        restart(0),
      ],
    },
  },
  {
    name: 'a page held back is older than the master of a conflict that was heard meanwhile',
    run: {
      tabs: [1, 1, 1],
      steps: [
        edit(0, 0, 'name'),
        push(0),
        pull(0),
        pull(1),
        edit(1, 0, 'name'),
        push(1),
        pull(0, 'late answer'),
        edit(1, 0, 'name'),
        push(1),
        edit(0, 0, 'name'),
        push(0),
        release(0),
      ],
    },
  },
  {
    name: 'two pushes brought the same rewind, and a page asked for between them took the later write back',
    run: {
      tabs: [1, 1, 1],
      visitors: [1],
      steps: [
        together(pull(0), edit(0, 2, 'name')),
        signIn(0),
        dial(0, 0, '2'),
        pull(0, 'late request', 'fine'),
        push(0, 'again later', 'answer lost'),
        dial(0, 0, '2'),
        release(2),
        edit(0, 2, 'message'),
        pull(0, 'late answer'),
        signIn(0),
      ],
    },
  },
  {
    name: 'a page half taken while a push was answered was never asked for again, and a document stayed pending',
    run: {
      tabs: [2, 1],
      steps: [
        edit(1, 0, 'name'),
        push(0),
        pull(2),
        edit(0, 2, 'message'),
        pull(1),
        dial(1, 0, '2'),
        together(pull(1), push(1, 'request lost')),
        edit(0, 2, 'name'),
        edit(2, 0, 'message'),
        push(2, 'fine', 'again later'),
        together(push(0), pull(0)),
      ],
    },
  },
];
