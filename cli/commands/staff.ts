import { Option, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { toLocalTime } from '#cli/io/local-time.ts';
import { connectServer, connectToRead } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { toTextTable } from '#cli/io/text-table.ts';
import { STAFF_ROLES, type StaffRole } from '#shared/access/actor.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { StaffList, StaffMember } from '#shared/api/staff-routes.ts';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

const EVERYONE_IS_STAFF = 'This server is not in production: everyone who signs in is staff.';
const ACCOUNTS: Readonly<Record<StaffMember['account'], string>> = {
  none: 'no account yet',
  unverified: 'address not verified',
  verified: 'verified',
  disabled: 'disabled',
};

const SOURCES = { settings: 'STAFF_EMAILS', demo: 'the demo' } as const;

interface GrantOptions extends GlobalOptions {
  readonly role: StaffRole;
}

/** Adds `staff` and its subcommands. */
export const addStaffCommand: AddCommand = (program, run, context) => {
  const staff = program
    .command('staff')
    .summary('list, grant and revoke the roles staff and manager')
    .description(
      'Staff write products and templates, and read enquiries and purchase orders. Managers also grant roles, block ' +
        'devices and read refused writes. Addresses in the setting STAFF_EMAILS are managers; others are granted here. A ' +
        'change takes effect with the next request; an account needs a verified address and, in production, a second factor.',
    );
  const list = staff
    .command('list')
    .summary('list the staff')
    .description('Lists the addresses with a role, the source of each, and whether its account is verified.')
    .action(async (_local: unknown, command: Command) => {
      run(await listStaff(context, command.optsWithGlobals<GlobalOptions>()));
    });
  const grant = staff
    .command('grant')
    .summary('make an account staff or a manager')
    .description(
      'Gives the account with this address a role, which replaces one granted before. The account may be created and ' +
        'verified later.',
    )
    .argument('<EMAIL>', 'address of the account')
    .addOption(new Option('--role <ROLE>', 'role of the account').choices(STAFF_ROLES).default('staff'))
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await grantRole(context, email, command.optsWithGlobals<GrantOptions>()));
    });
  const revoke = staff
    .command('revoke')
    .summary('revoke a role')
    .description(
      'Revokes a role from `staff grant`. Addresses in STAFF_EMAILS stay managers: no command changes a setting. The ' +
        'only manager keeps the role until there is another one.',
    )
    .argument('<EMAIL>', 'address of the account')
    .action(async (email: string, _local: unknown, command: Command) => {
      run(await revokeRole(context, email, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(staff, ['nankeen staff list']);
  explain(list, ['nankeen staff list', 'nankeen staff list --json']);
  explain(grant, [
    'nankeen staff grant kim@shop.example',
    'nankeen staff grant kim@shop.example --role manager',
  ]);
  explain(revoke, ['nankeen staff revoke kim@shop.example']);
};

async function listStaff(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  const connection = await connectToRead(context, options);
  const list = await connection.call(ADMIN_ROUTES.staff);
  if (options.json !== true && list.staff.length > 0) {
    const lines = toTextTable(
      [
        { title: 'address' },
        { title: 'role' },
        { title: 'from' },
        { title: 'account' },
        { title: 'second factor' },
      ],
      list.staff.map((one) => [
        toPrintable(one.email),
        one.role,
        one.source !== 'granted'
          ? SOURCES[one.source]
          : `granted ${toLocalTime(one.grantedAt, context.clock)} by ${toPrintable(one.grantedBy ?? '')}`,
        ACCOUNTS[one.account],
        one.hasSecondFactor ? 'yes' : 'no',
      ]),
    );
    context.terminal.out.write(`${lines.join('\n')}\n`);
  }
  if (list.staff.length === 0) printNote(context, options, ['There are no staff yet.']);
  if (list.isEverybodyStaff) printNote(context, options, [EVERYONE_IS_STAFF]);
  return { command: 'staff list', ...list };
}

async function grantRole(
  context: CliContext,
  email: string,
  { role, ...options }: GrantOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const list = await connection.call(ADMIN_ROUTES.grantStaff, { body: { email, role } });
  const address = email.trim().toLowerCase();
  printNote(context, options, toGranted(list, address));
  return { command: 'staff grant', email: address, role, ...list };
}

async function revokeRole(
  context: CliContext,
  email: string,
  options: GlobalOptions,
): Promise<CommandResult> {
  const connection = await connectServer(context, options);
  const list = await connection.call(ADMIN_ROUTES.revokeStaff, { body: { email } });
  const address = email.trim().toLowerCase();
  printNote(context, options, toRevoked(list, address));
  return { command: 'staff revoke', email: address, ...list };
}

function toGranted({ staff, isEverybodyStaff }: StaffList, email: string): string[] {
  const { account, role = 'staff' } = staff.find((one) => one.email === email) ?? {};
  const when =
    account === 'verified'
      ? 'from the next request'
      : account === 'unverified'
        ? 'as soon as the address is verified; the email for that was sent at sign-up'
        : 'as soon as an account with this verified address exists';
  return [
    `${email} is ${role === 'staff' ? 'staff' : 'a manager'} ${when}.`,
    ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : []),
  ];
}

function toRevoked({ isEverybodyStaff }: StaffList, email: string): string[] {
  return [
    `${email} no longer has a granted role, from the next request.`,
    ...(isEverybodyStaff ? [EVERYONE_IS_STAFF] : []),
  ];
}
