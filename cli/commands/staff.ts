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

const EVERYONE_IS_STAFF = 'This server is not in production: everyone who signs in is staff.';
const ACCOUNTS: Readonly<Record<StaffMember['account'], string>> = {
  none: 'no account yet',
  unverified: 'address not verified',
  verified: 'verified',
};

/** Adds `staff` and its subcommands. */
export const addStaffCommand: AddCommand = (program, run, context) => {
  const staff = program
    .command('staff')
    .summary('list, grant and revoke staff rights')
    .description(
      'In production, staff are the addresses in the setting STAFF_EMAILS and those granted here. A change takes effect with ' +
        'the next request; an account needs a verified address.',
    );
  const list = staff
    .command('list')
    .summary('list the staff')
    .description('Lists the addresses of staff, the source of each, and whether its account is verified.')
    .action(async (_local: unknown, command: Command) => {
      run(await listStaff(context, command.optsWithGlobals<GlobalOptions>()));
    });
  const grant = staff
    .command('grant')
    .summary('make an account staff')
    .description('Makes the account with this address staff. The account may be created and verified later.')
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await change(context, 'grant', email, command.optsWithGlobals<GlobalOptions>()));
    });
  const revoke = staff
    .command('revoke')
    .summary('revoke staff rights')
    .description(
      'Revokes rights from `staff grant`. Addresses in STAFF_EMAILS stay staff: no command changes a setting.',
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
  const list = await connection.call(ADMIN_ROUTES.staff);
  if (options.json !== true && list.staff.length > 0) {
    const lines = toTextTable(
      [{ title: 'address' }, { title: 'from' }, { title: 'account' }],
      list.staff.map((one) => [
        toPrintable(one.email),
        one.source === 'settings'
          ? 'STAFF_EMAILS'
          : `granted ${toLocalTime(one.grantedAt, context.clock)} by ${toPrintable(one.grantedBy ?? '')}`,
        ACCOUNTS[one.account],
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (list.staff.length === 0) printNote(context, options, ['There are no staff yet.']);
  if (list.isEverybodyStaff) printNote(context, options, [EVERYONE_IS_STAFF]);
  return { command: 'staff list', ...list };
}

async function change(
  context: CliContext,
  verb: 'grant' | 'revoke',
  email: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const route = verb === 'grant' ? ADMIN_ROUTES.grantStaff : ADMIN_ROUTES.revokeStaff;
  const list = await connection.call(route, { body: { email } });
  const address = email.trim().toLowerCase();
  printNote(context, options, verb === 'grant' ? toGranted(list, address) : toRevoked(list, address));
  return { command: `staff ${verb}`, email: address, ...list };
}

function toGranted({ staff, isEverybodyStaff }: StaffList, email: string): string[] {
  const account = staff.find((one) => one.email === email)?.account;
  const when =
    account === 'verified'
      ? 'from the next request'
      : account === 'unverified'
        ? 'as soon as the address is verified; the e-mail for that was sent at sign-up'
        : 'as soon as an account with this verified address exists';
  return [`${email} is staff ${when}.`, ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : [])];
}

function toRevoked({ isEverybodyStaff }: StaffList, email: string): string[] {
  return [
    `${email} no longer has granted staff rights, from the next request.`,
    ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : []),
  ];
}
