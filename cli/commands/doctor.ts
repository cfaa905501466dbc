import type { Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { Failure } from '#cli/failure.ts';
import { countOf } from '#cli/io/numbers.ts';
import { connectToRead, type ServerConnection } from '#cli/io/server-connection.ts';
import { toPrintable } from '#cli/io/terminal.ts';
import { ADMIN_ROUTES } from '#shared/api/admin-routes.ts';
import type { DoctorCheck } from '#shared/api/doctor-routes.ts';
import { healthSchema } from '#shared/api/messages.ts';
import { ROUTES } from '#shared/api/routes.ts';
import { APP_VERSION } from '#shared/kernel/product-facts.ts';
import * as v from 'valibot';
import { explain } from './command-help.ts';
import { printNote, type AddCommand, type CommandResult, type GlobalOptions } from './command-settings.ts';

const ADDRESS_MS = 10_000;

const NOTES = `
Asks the mail server and the payment provider, without sending anything, and fetches the shop's public address from
here. Shows no secret and changes nothing. A problem keeps the shop from going live; a warning is for you to decide.
Exit codes: 0 no problem, 6 not the admin token, 7 server unreachable, 9 problems were found.`;

/** Adds `doctor`. */
export const addDoctorCommand: AddCommand = (program, run, context) => {
  const doctor = program
    .command('doctor')
    .summary('check whether a running shop is ready to go live')
    .description(
      'Compares a running shop with what going live needs: address, secrets, mail, payments, delivery, company, managers, ' +
        'backups, disk and versions. docs/going-live.md says how to set it up.',
    )
    .action(async (_local: unknown, command: Command) => {
      run(await checkShop(context, command.optsWithGlobals<GlobalOptions>()));
    });
  explain(doctor, [{ line: 'nankeen doctor', exitCode: EXIT.differences }], NOTES);
};

async function checkShop(context: CliContext, options: GlobalOptions): Promise<CommandResult> {
  if (options.db !== undefined) {
    const message = 'doctor checks a running server, whose settings a data folder does not have: omit --db.';
    throw new Failure(EXIT.usage, message);
  }
  const connection = await connectToRead(context, options);
  const { publicUrl, checks: own } = await connection.call(ADMIN_ROUTES.doctor);
  const outside = await checkAddress(context, connection, publicUrl);
  const checks = own.map((one) => {
    if (one.check === 'address' && one.state === 'ok') return outside;
    return one.check === 'versions' ? { ...one, text: `${one.text} This command: ${APP_VERSION}.` } : one;
  });
  if (options.json !== true) printChecks(context, checks);
  const countIn = (state: DoctorCheck['state']) => checks.filter((one) => one.state === state).length;
  const [problems, warnings] = [countIn('problem'), countIn('warning')];
  const result = { command: 'doctor', publicUrl, problems, warnings, checks };
  const also = warnings === 0 ? '' : ` and ${countOf(warnings, 'warning')}`;
  if (problems > 0)
    throw new Failure(EXIT.differences, `${countOf(problems, 'problem')}${also} found.`, { result });
  printNote(context, options, [
    `The shop is ready to go live${warnings === 0 ? '' : `, with ${countOf(warnings, 'warning')}`}.`,
  ]);
  return result;
}

function printChecks({ terminal }: CliContext, checks: readonly DoctorCheck[]): void {
  for (const { state, check, text } of checks)
    terminal.out.write(`${state.padEnd(8)} ${check.padEnd(10)} ${toPrintable(text)}\n`);
}

/** Whether the public address leads to this server, from here: name, certificate and proxy. */
async function checkAddress(
  { fetch }: CliContext,
  { call }: ServerConnection,
  publicUrl: string,
): Promise<DoctorCheck> {
  const problem = (text: string) => ({ check: 'address', state: 'problem', text }) as const;
  try {
    const signal = AbortSignal.timeout(ADDRESS_MS);
    const response = await fetch(`${publicUrl}/api/v1/health`, { redirect: 'manual', signal });
    const found = v.safeParse(healthSchema, await response.json().catch(() => undefined));
    if (!response.ok || !found.success)
      return problem(
        `${publicUrl} does not lead to this server: it answered with ${response.status}. Check the proxy.`,
      );
    const { epoch } = await call(ROUTES.health);
    return found.output.epoch === epoch
      ? { check: 'address', state: 'ok', text: `${publicUrl} leads to this server.` }
      : problem(`${publicUrl} leads to another server. Check name and proxy.`);
  } catch (cause) {
    return problem(
      `${publicUrl} can’t be reached from here (${toWord(cause)}). Check name, certificate and proxy.`,
    );
  }
}

/** Such as ENOTFOUND, or DEPTH_ZERO_SELF_SIGNED_CERT. */
function toWord(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  const { code, name } = cause as { readonly code?: unknown; readonly name?: string };
  return typeof code === 'string' ? code : (name ?? 'no answer');
}
