import { examplesOf, notesOf } from '#cli/commands/command-help.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { flattenTree, type CommandNode } from './command-tree.ts';

const EXIT_TEXTS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'success; also when the reader of a pipe closes it early',
  unexpected: 'unexpected error',
  usage: 'invalid command line, or a prompt was needed without a terminal',
  notFound: 'no such collection, document, field or job',
  invalidInput: 'invalid input, or some documents were rejected',
  conflict: 'conflict or name collision, or the plan is out of date',
  authentication: 'not signed in, or refused',
  unreachable: 'server unreachable or of an incompatible version',
  locked: 'locked by another process',
  differences: 'differences found, migrations pending, or a shop that is not ready',
  verificationFailed: 'verification failed: the written data differs from its source',
  localIo: 'a local file could not be read or written',
  interrupted: 'interrupted (Ctrl-C, or a prompt answered with no)',
  terminated: 'terminated by a signal (SIGTERM, SIGHUP)',
};

const INTRODUCTION = `# The command line

\`nankeen\` administers a store: it exports, imports, copies and renames, and it lists and undoes those jobs. It talks to the
server over HTTP, so it runs on any machine that can reach the server.

Data goes to standard output, everything else to standard error. With \`--json\`, a command prints one result object, shows
no progress and never asks for confirmation. \`NO_COLOR\` turns colours off.

Credentials come from \`--token-file\`, the profile named by \`--profile\`, \`NANKEEN_TOKEN\`, or the default profile that
\`nankeen login\` saved, in this order. A token is never an argument, because other users could see it in the process list.
The server is \`--server\`, the profile named by \`--profile\`, \`NANKEEN_SERVER\`, the server of the default profile, or
localhost, in this order.

\`npm run reference\` generates this page from the commands.`;

/** The reference of all commands as Markdown. */
export function toReference(tree: CommandNode): string {
  const exits = Object.entries(EXIT).map(([name, code]) => [
    String(code),
    EXIT_TEXTS[name as keyof typeof EXIT],
  ]);
  const commands = flattenTree(tree).slice(1);
  return [
    INTRODUCTION,
    '## Options of every command',
    toOptionTable(tree),
    '## Exit codes',
    toTable(['code', 'meaning'], exits),
    '## Commands',
    toTable(
      ['command', 'does'],
      commands
        .filter(({ path }) => path.length === 1)
        .map(({ path, summary }) => [`[${path.join(' ')}](#nankeen-${path.join('-')})`, summary]),
    ),
    ...commands.map(toSection),
  ].join('\n\n');
}

function toSection(node: CommandNode): string {
  const { path, usage, description, arguments: args, options, command } = node;
  const notes = notesOf(command);
  const examples = examplesOf(command).map(({ line, exitCode }) =>
    exitCode === EXIT.done ? line : `${line}   # exits with ${exitCode}`,
  );
  const argumentRows = args.map(({ name, description: text, choices }) => [
    `\`${name}\``,
    withChoices(text, choices),
  ]);
  return [
    `### nankeen ${path.join(' ')}`,
    toFence('sh', `nankeen ${usage}`),
    description,
    ...(args.length === 0 ? [] : [toTable(['argument', ''], argumentRows)]),
    ...(options.length === 0 ? [] : [toOptionTable(node)]),
    ...(notes === '' ? [] : [toFence('text', notes)]),
    toFence('sh', examples.join('\n')),
  ].join('\n\n');
}

function toOptionTable({ options }: CommandNode): string {
  return toTable(
    ['option', ''],
    options.map(({ flags, description, choices, preset }) => [
      `\`${flags}\``,
      withChoices(description, choices) + (preset === undefined ? '' : ` (default: \`${preset}\`)`),
    ]),
  );
}

function withChoices(text: string, choices: readonly string[]): string {
  return choices.length === 0
    ? text
    : `${text} (choices: ${choices.map((choice) => `\`${choice}\``).join(', ')})`;
}

function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

function toFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
