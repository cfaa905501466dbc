import { flattenTree, type CommandNode, type OptionNode } from './command-tree.ts';

/** A bash script that completes commands, options and option values, and otherwise file names. */
export function toBashCompletion(tree: CommandNode): string {
  const nodes = flattenTree(tree);
  return `# bash completion for nankeen
_nankeen() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" words="" begin="" i
  # bash usually splits --mode=insert at the =.
  if [[ $cur == --*=* ]]; then begin="\${cur%%=*}="; prev="\${cur%%=*}"; cur="\${cur#*=}"
  elif [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
      ${nodes
        .slice(1)
        .map(({ path }) => quote(` ${path.join(' ')}`))
        .join(' | ')})
        path="$path \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path:$prev" in
${nodes.flatMap((node) => toValueCases(node, node === tree)).join('\n')}
  esac
  case "$path" in
${nodes.map((node) => toWordCase(node, tree)).join('\n')}
  esac
  # Without a match, bash completes file names (-o default).
  if [[ $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
complete -o default -F _nankeen nankeen
`;
}

/** Completes option values. Global options work in every command. */
function toValueCases({ path, options }: CommandNode, isProgram: boolean): string[] {
  const prefix = isProgram ? '*' : quote(` ${path.join(' ')}`);
  return options
    .filter(({ hasValue }) => hasValue)
    .map((option) => {
      const pattern = option.names.map((name) => `${prefix}:${name}`).join(' | ');
      const reply = option.choices.length === 0 ? '' : ` COMPREPLY=(${toWords(option)});`;
      return `    ${pattern})${reply} return ;;`;
    });
}

function toWords({ choices }: OptionNode): string {
  return `$(compgen -P "$begin" -W ${quote(choices.join(' '))} -- "$cur")`;
}

function toWordCase({ path, commands, options, arguments: args }: CommandNode, tree: CommandNode): string {
  const own = [
    ...commands.map((command) => command.path.at(-1) ?? ''),
    ...(path.length === 0 ? ['help'] : []),
    ...args.flatMap(({ choices }) => choices),
  ];
  const names = [...new Set([...options, ...tree.options])].map((option) => option.names[0] ?? '');
  const prefix = path.length === 0 ? '' : ` ${path.join(' ')}`;
  const optionWords = quote([...names, '--help'].join(' '));
  return `    ${quote(prefix)}) if [[ $cur == -* ]]; then words=${optionWords}; else words=${quote(own.join(' '))}; fi ;;`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
