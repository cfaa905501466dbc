import { examplesOf, notesOf } from '#cli/commands/command-help.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { flattenTree, type CommandNode } from './command-tree.ts';

const EXIT_TEXTS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done, nothing rejected; also when the reader of a pipe has had enough',
  unexpected: 'something unexpected',
  usage: 'the command line is wrong, or nobody is there to be asked',
  notFound: 'there is no such collection, document, field or job',
  invalidInput: 'the input is invalid, or some documents were rejected',
  conflict: 'a conflict or collision, or the plan is out of date',
  authentication: 'not signed in, or refused',
  unreachable: 'the server was not reached, or is of another version',
  locked: 'somebody else is at it',
  differences: 'there are differences, or something is pending',
  verificationFailed: 'what was written is not as it should be',
  localIo: 'a file on this machine could not be read or written',
  interrupted: 'interrupted (Ctrl-C, or not agreed to)',
  terminated: 'ended by the system',
};

const INTRODUCTION = `# The command line

\`nankeen\` administers a store: it copies, exports, imports and renames, and shows and undoes what was done. It talks to the
server over HTTP, so it runs on any machine that reaches it.

Data goes to standard output, everything else to standard error; \`--json\` prints one result object instead, asks nothing and
shows no progress. \`NO_COLOR\` turns colours off.

Who calls is taken from \`--token-file\` or the profile that \`--profile\` names, otherwise from \`NANKEEN_TOKEN\`, otherwise from
what \`nankeen login\` has kept; a token never stands on the command line, where others could read it. The server is \`--server\`, otherwise \`NANKEEN_SERVER\`, otherwise
the one that was signed in at, otherwise this machine's.

This page is made from the commands themselves: \`npm run reference\`.`;

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
    exitCode === EXIT.done ? line : `${line}   # ends with ${exitCode}`,
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
      withChoices(description, choices) + (preset === undefined ? '' : ` (otherwise \`${preset}\`)`),
    ]),
  );
}

function withChoices(text: string, choices: readonly string[]): string {
  return choices.length === 0 ? text : `${text}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`;
}

function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}

function toFence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
