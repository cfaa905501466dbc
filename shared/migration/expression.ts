import { RE2JS, RE2JSSyntaxException } from 're2js';
import { AppError } from '#shared/kernel/app-error.ts';

/** Longer names aren't searched with a regular expression: finding all matches may take the square of the length. */
export const MAX_SEARCHED_NAME = 100;

/** A compiled regular expression. */
export interface Expression {
  /** All matches of a text from left to right, in JavaScript's form. */
  readonly findAll: (text: string) => Iterable<RegExpExecArray>;
  /** Roughly how many steps one character of a text takes at worst. */
  readonly size: number;
}

/** Escapes, classes and group beginnings; the first group captures what RE2 has no linear time for. */
const TOKEN = /(\\[1-9]\d*|\\k|\(\?<?[=!])|\\.|\[(?:\\.|[^\]\\])*\]|\(\?/gsu;

/**
 * Compiles a regular expression with RE2, which reads each character once: JavaScript's own engine may backtrack for
 * hours and can't be interrupted. Accepts what both engines know, with JavaScript's meaning.
 * @param where names the input in the error, such as `rules[0].find`
 * @throws AppError `invalid-argument`
 */
export function compileExpression(source: string, where: string): Expression {
  try {
    // For JavaScript's syntax and its messages; this one is never run.
    void new RegExp(source, 'u');
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause), where, cause);
  }
  for (const { 1: unsupported, index } of source.matchAll(TOKEN)) {
    if (unsupported === undefined) continue;
    const message = `Lookahead, lookbehind and backreferences are not supported: “${unsupported}” at character ${index + 1}`;
    throw refuse(message, where);
  }
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(source));
    return {
      findAll: (text) => expression.matchAll(text) as Iterable<RegExpExecArray>,
      size: expression.programSize(),
    };
  } catch (cause) {
    if (!(cause instanceof RE2JSSyntaxException)) throw cause;
    const part = cause.getPattern();
    throw refuse(`Not supported: ${cause.getDescription()}${part ? `, at “${part}”` : ''}`, where, cause);
  }
}

function refuse(message: string, path: string, cause?: unknown): AppError {
  return new AppError('invalid-argument', `${message}.`, { path, cause });
}
