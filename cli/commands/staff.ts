import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { StaffList, StaffMember } from '#shared/api/administration.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

const EVERYONE_IS_STAFF = 'This server is not in production: whoever signs in is staff.';
const ACCOUNTS: Readonly<Record<StaffMember['account'], string>> = {
  none: 'no account yet',
  unverified: 'address not verified',
  verified: 'verified',
};

/** Rights of accounts: who reads and changes what belongs to the shop. */
export const addStaffCommand: AddCommand = (program, run, context) => {
  const staff = program
    .command('staff')
    .summary('grant and revoke the rights of staff')
    .description(
      'In production those are staff whom the setting STAFF_EMAILS names, and those granted here. A change counts from ' +
        'the next request on; an account counts once its address is verified.',
    );
  const list = staff
    .command('list')
    .summary('list who is staff')
    .description('Lists the addresses of staff, where each comes from, and whether its account counts.')
    .action(async (_local: unknown, command: Command) => {
      run(await listStaff(context, command.optsWithGlobals<GlobalOptions>()));
    });
  const grant = staff
    .command('grant')
    .summary('make an account staff')
    .description('Makes the account with this address staff; it may sign up and be verified later.')
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await change(context, 'grant', email, command.optsWithGlobals<GlobalOptions>()));
    });
  const revoke = staff
    .command('revoke')
    .summary('take the rights of staff back')
    .description(
      'Takes back what `staff grant` gave. Addresses in STAFF_EMAILS stay: no command changes a setting.',
    )
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await change(context, 'revoke', email, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(staff, ['nankeen staff list']);
  explain(list, ['nankeen staff list', 'nankeen staff list --json']);
  explain(grant, ['nankeen staff grant kim@shop.example']);
  explain(revoke, ['nankeen staff revoke kim@shop.example']);
};

async function listStaff(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const answer = await connection.call(ADMIN_ROUTES.staff);
  if (options.json !== true && answer.staff.length > 0) {
    const lines = toTextTable(
      [{ title: 'address' }, { title: 'from' }, { title: 'account' }],
      answer.staff.map((one) => [
        toPrintable(one.email),
        one.source === 'settings'
          ? 'STAFF_EMAILS'
          : `granted ${toLocalTime(one.grantedAt, context.clock)} by ${toPrintable(one.grantedBy ?? '')}`,
        ACCOUNTS[one.account],
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (answer.staff.length === 0) printNote(context, options, ['Nobody is named or granted as staff yet.']);
  if (answer.isEverybodyStaff) printNote(context, options, [EVERYONE_IS_STAFF]);
  return { command: 'staff list', ...answer };
}

async function change(
  context: CliContext,
  verb: 'grant' | 'revoke',
  email: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const route = verb === 'grant' ? ADMIN_ROUTES.grantStaff : ADMIN_ROUTES.revokeStaff;
  const answer = await connection.call(route, { body: { email } });
  const address = email.trim().toLowerCase();
  printNote(context, options, verb === 'grant' ? toGranted(answer, address) : toRevoked(answer, address));
  return { command: `staff ${verb}`, email: address, ...answer };
}

function toGranted({ staff, isEverybodyStaff }: StaffList, email: string): string[] {
  const account = staff.find((one) => one.email === email)?.account;
  const when =
    account === 'verified'
      ? 'from the next request on'
      : account === 'unverified'
        ? 'as soon as the address is verified; the mail for it went out at sign-up'
        : 'as soon as there is an account with this address and the address is verified';
  return [`${email} is staff ${when}.`, ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : [])];
}

function toRevoked({ isEverybodyStaff }: StaffList, email: string): string[] {
  return [
    `${email} is not granted any more; it counts from the next request on.`,
    ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : []),
  ];
}
