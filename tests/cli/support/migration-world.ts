import { writeFileSync } from 'node:fs';
import { exportOf, fillCollection } from '../../support/job-calls.ts';
import { createCliWorld, type CliWorld } from './cli-run.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export const toRename = (from: string, to: string) => ({
  kind: 'rename',
  collection: 'parts',
  rename: { rules: [{ kind: 'map', from, to }] },
});

const PARTS = [
  { FBUID: 'a', price: 1, size: 's' },
  { FBUID: 'b', price: 2, size: 'm' },
];

export interface MigrationWorld {
  readonly world: CliWorld;
  readonly at: (name?: string) => string;
  write(name: string, content: object): void;
  migrate(...args: readonly string[]): ReturnType<CliWorld['run']>;
  parts(): Promise<readonly Record<string, unknown>[]>;
}

/** A store with parts, by default two, and an empty migration folder. */
export async function createMigrationWorld(parts: readonly object[] = PARTS): Promise<MigrationWorld> {
  const world = createCliWorld();
  const at = createTemporaryFolder();
  await fillCollection(world.server, 'parts', parts);
  return {
    world,
    at,
    write: (name, content) => writeFileSync(at(name), JSON.stringify(content)),
    migrate: (...args) => world.run(['migrate', ...args, '--dir', at()]),
    parts: async () =>
      (await exportOf(world.server, 'parts'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((one) => !('__end__' in one)),
  };
}

/** States from `migrate status --json`, e.g. `1-price applied`. */
export function statesIn(out: string): readonly string[] {
  const { migrations } = JSON.parse(out) as { migrations: { id: string; state: string }[] };
  return migrations.map(({ id, state }) => `${id} ${state}`);
}
