import { flattenTree, type CommandNode } from './command-tree.ts';

/** A zsh script that completes commands and options with descriptions, option values, and otherwise file names. */
export function toZshCompletion(tree: CommandNode): string {
  const nodes = flattenTree(tree);
  return `#compdef nankeen
# zsh completion for nankeen
_nankeen() {
  local prev="\${words[CURRENT-1]}" place="" i
  local -a commands options
  # --mode=insert
  if [[ \${words[CURRENT]} == --*=* ]]; then prev="\${words[CURRENT]%%=*}"; compset -P '*='; fi
  for ((i = 2; i < CURRENT; i++)); do
    case "$place \${words[i]}" in
      ${nodes
        .slice(1)
        .map(({ path }) => `(${quote(` ${path.join(' ')}`)})`)
        .join('|')})
        place="$place \${words[i]}" ;;
    esac
  done
  case "$place:$prev" in
${nodes.flatMap((node) => toValueCases(node, node === tree)).join('\n')}
  esac
  case "$place" in
${nodes.map((node) => toWordCase(node, tree)).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o 'option' options
  elif (( \${#commands} )); then
    _describe 'command' commands
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _nankeen ]]; then _nankeen "$@"; else compdef _nankeen nankeen; fi
`;
}

function toValueCases({ path, options }: CommandNode, isProgram: boolean): string[] {
  const prefix = isProgram ? '*' : quote(` ${path.join(' ')}`);
  return options
    .filter(({ hasValue }) => hasValue)
    .map(({ names, choices }) => {
      const pattern = names.map((name) => `${prefix}:${name}`).join('|');
      const action = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quote).join(' ')}`;
      return `    ${pattern}) ${action}; return ;;`;
    });
}

function toWordCase({ path, commands, options, arguments: args }: CommandNode, tree: CommandNode): string {
  const words = [
    ...commands.map((command) => toEntry(command.path.at(-1) ?? '', command.summary)),
    ...(path.length === 0 ? [toEntry('help', 'show help for a command')] : []),
    ...args.flatMap(({ choices }) => choices.map((choice) => toEntry(choice, ''))),
  ];
  const all = [...new Set([...options, ...tree.options])].map(({ names, description }) =>
    toEntry(names[0] ?? '', description),
  );
  const prefix = path.length === 0 ? '' : ` ${path.join(' ')}`;
  const help = toEntry('--help', 'show help');
  return `    ${quote(prefix)}) commands=(${words.join(' ')}); options=(${[...all, help].join(' ')}) ;;`;
}

/** `name:description` for `_describe`. */
function toEntry(name: string, description: string): string {
  const text = description.replaceAll(':', '\\:');
  return quote(text === '' ? name : `${name}:${text}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
