import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectServer, connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';
import { addListSubcommand } from './list-subcommand.ts';
import { parseLimit } from './option-values.ts';

interface BlockOptions extends GlobalOptions {
  readonly unregistered?: boolean;
}

interface ListOptions extends GlobalOptions {
  readonly limit: number;
  readonly blocked?: boolean;
}

/** Enough characters to identify a device among millions. */
const SHORT_LENGTH = 12;
const FULL_LENGTH = 20;
const LONGEST_LENGTH = 24;

/** Adds `devices` and its subcommands. */
export const addDevicesCommand: AddCommand = (program, run, context) => {
  const devices = program
    .command('devices')
    .summary('list, block and unblock devices')
    .description(
      'Lists the installations of the app, most recently seen first, with the names that sellers gave them. --json shows complete ids.',
    )
    .option('--limit <NUMBER>', 'maximum number of devices', parseLimit, 50)
    .option('--blocked', 'only blocked devices');
  addListSubcommand<ListOptions>(devices, run, (options) => listDevices(context, options));
  const block = devices
    .command('block')
    .summary('block a device, such as a lost phone')
    .description(
      'Closes the streams of a device and rejects its calls from now on. Documents that it wrote or stores are kept.',
    )
    .argument('<FID>', 'id of the device, or its first characters')
    .option('--unregistered', 'block a complete id that is not registered, e.g. after a restore')
    .action(async (fid: string, _local: unknown, command: Command) => {
      run(await setBlocked(context, { fid, isBlocked: true }, command.optsWithGlobals<BlockOptions>()));
    });
  const unblock = devices
    .command('unblock')
    .summary('unblock a device')
    .description(
      'Allows a blocked device to connect again. It keeps its documents and uploads its pending writes.',
    )
    .argument('<FID>', 'id of the device, or its first characters')
    .action(async (fid: string, _local: unknown, command: Command) => {
      run(await setBlocked(context, { fid, isBlocked: false }, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(devices, ['nankeen devices', 'nankeen devices --blocked --json']);
  explain(block, [{ line: 'nankeen devices block 0UqYc7t3bXk2Vd9mPa5Z', exitCode: EXIT.notFound }]);
  explain(unblock, [{ line: 'nankeen devices unblock 0UqYc7t3bXk2Vd9mPa5Z', exitCode: EXIT.notFound }]);
};

async function listDevices(context: CliContext, options: ListOptions): Promise<CommandResult> {
  const { limit, blocked } = options;
  const connection = await connectToRead(context, options);
  const query = { limit, ...(blocked === true ? { blocked: 1 } : {}) };
  const { devices, total } = await connection.call(ADMIN_ROUTES.devices, { query });
  if (options.json !== true && devices.length > 0) {
    const lines = toTextTable(
      [
        { title: 'device' },
        { title: 'registered' },
        { title: 'last seen' },
        { title: 'name' },
        { title: '' },
      ],
      devices.map(({ fid, createdAt, lastSeen, name, isBlocked }) => [
        `${toPrintable(fid.slice(0, SHORT_LENGTH))}${fid.length > SHORT_LENGTH ? '…' : ''}`,
        toLocalTime(createdAt, context.clock),
        toLocalTime(lastSeen, context.clock),
        toPrintable(name ?? ''),
        isBlocked ? 'blocked' : '',
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (total === 0)
    printNote(context, options, [blocked === true ? 'No device is blocked.' : 'There are no devices yet.']);
  const left = total - devices.length;
  if (left > 0) printNote(context, options, [`${countOf(left, 'device')} more; --limit shows them.`]);
  return { command: 'devices', devices, total };
}

async function setBlocked(
  context: CliContext,
  { fid, isBlocked }: { readonly fid: string; readonly isBlocked: boolean },
  options: BlockOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const device = options.unregistered === true ? fid : await findDevice(connection, fid, isBlocked);
  const route = isBlocked ? ADMIN_ROUTES.blockDevice : ADMIN_ROUTES.unblockDevice;
  const changed = await connection.call(route, { params: { fid: device } });
  printNote(context, options, [
    isBlocked
      ? `${device} is blocked. Unblock it with: nankeen devices unblock ${device}`
      : `${device} is unblocked.`,
  ]);
  return { command: isBlocked ? 'devices block' : 'devices unblock', ...changed };
}

/** Resolves a complete id or a prefix. */
async function findDevice(connection: ServerConnection, fid: string, isBlocked: boolean): Promise<string> {
  // The server says that it is no valid id.
  if (fid.length > LONGEST_LENGTH) return fid;
  const prefix = fid.replace(/…$/, '');
  if (prefix === '') throw new Failure(EXIT.usage, 'The device id is empty.');
  const { devices, total } = await connection.call(ADMIN_ROUTES.devices, { query: { prefix, limit: 5 } });
  const [only] = devices;
  if (!only && fid.length >= FULL_LENGTH) {
    const hint = 'If it is not registered any more, e.g. after a restore, add --unregistered.';
    const message = `There is no device with the id "${toPrintable(fid)}".`;
    throw new Failure(EXIT.notFound, message, isBlocked ? { hint } : {});
  }
  if (!only) throw new Failure(EXIT.notFound, `No device id starts with "${toPrintable(prefix)}".`);
  if (total > 1) {
    throw new Failure(
      EXIT.usage,
      `The ids of ${countOf(total, 'device')} start with "${toPrintable(prefix)}".`,
      {
        lines: devices.map((device) => device.fid),
        hint: 'Type more of the id.',
      },
    );
  }
  return only.fid;
}
