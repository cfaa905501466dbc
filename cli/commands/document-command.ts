import type { Command } from 'commander';
import { requireCollectionName, type CommandResult, type GlobalOptions } from './command-settings.ts';

/** A document, by the arguments COLLECTION and ID. */
export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

/** Adds the arguments COLLECTION and ID and the action of a command for one document. */
export function addDocumentAction<Options extends GlobalOptions>(
  command: Command,
  run: (result: CommandResult) => void,
  act: (key: DocumentKey, options: Options) => Promise<CommandResult>,
): Command {
  return command
    .argument('<COLLECTION>', 'name of the collection, e.g. products')
    .argument('<ID>', 'id of the document (FBUID)')
    .action(async (collection: string, id: string, _local: unknown, self: Command) => {
      requireCollectionName(collection);
      run(await act({ collection, id }, self.optsWithGlobals<Options>()));
    });
}
