import { AppError } from '#shared/kernel/app-error.ts';

/** Limit per expression: a repetition (`*`, `+`, `{…}`) weighs three, an optional part or alternative one. */
const MAX_WEIGHT = 10;
/** Longer names aren't matched against a regular expression. */
export const MAX_SEARCHED_NAME = 100;

const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|[|*+?]\??|\{\d+(?:,\d*)?\}\??|./gsu;

/**
 * Compiles a regular expression that can't run for long, because JavaScript can't interrupt one. Refuses expressions
 * that may backtrack exponentially: a repeated group may contain neither repetitions nor choices, and both are limited
 * in number. The rest take about a tenth of a second at worst, for the longest name, once per distinct name.
 * @param where names the input in the error, such as `rules[0].find`
 * @throws AppError `invalid-argument`
 */
export function compileExpression(source: string, where: string): RegExp {
  let expression: RegExp;
  try {
    expression = new RegExp(source, 'gu');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('invalid-argument', `${reason}.`, { path: where, cause });
  }
  const danger = findDanger(source);
  if (danger) throw new AppError('invalid-argument', danger, { path: where });
  return expression;
}

function findDanger(source: string): string | undefined {
  let weight = 0;
  /** For each open group: whether it contains a repetition or choice. */
  const groups: boolean[] = [false];
  /** The same for a group that the previous token closed; false after any other token. */
  let isClosedVaried = false;
  for (const [token] of source.matchAll(TOKEN)) {
    const first = token[0] ?? '';
    const isRepetition = '*+{'.includes(first);
    if (isRepetition) {
      weight += 3;
      if (isClosedVaried)
        return 'A repeated group may hold neither repetitions nor choices: it could take endlessly long.';
    }
    if (first === '|' || first === '?') weight += 1;
    if (first === '(') groups.push(false);
    else if (first === ')') isClosedVaried = groups.pop() ?? false;
    if (
      (isRepetition || first === '|' || first === '?' || first === ')') &&
      (first !== ')' || isClosedVaried)
    )
      groups[groups.length - 1] = true;
    if (first !== ')') isClosedVaried = false;
  }
  if (weight > MAX_WEIGHT)
    return 'This regular expression could take too long. Use at most three repetitions (* + {…}), and fewer of them beside ? and |.';
  return undefined;
}
