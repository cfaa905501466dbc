import { printParseErrorCode, visit, type JSONPath } from 'jsonc-parser';
import { classifyNumber } from './exact-number.ts';

/** Invalid JSON, or valid JSON that JavaScript would silently change. */
export interface JsonMistake {
  readonly code: 'invalid-json' | 'duplicate-key' | 'inexact-number' | 'too-deep';
  readonly message: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly index: number;
  /** Field that holds it, e.g. `a.b[2]`; empty for the value itself. */
  readonly path: string;
}

export interface JsonReview {
  readonly mistakes: readonly JsonMistake[];
  /** Numbers that JavaScript writes with other digits, in their original notation. */
  readonly rewritten: readonly string[];
}

/** Far above the limit for documents, far below the call stack's. */
const MAX_DEPTH = 200;
/** Further mistakes are not listed. */
const MAX_MISTAKES = 50;
const MAX_SHOWN = 24;

/** Stops the visitor after a mistake that makes the rest unreliable. */
class EndOfVisit extends Error {}

/** Checks every token of a JSON text, up to the first syntax error. */
export function reviewJson(text: string): JsonReview {
  const mistakes: JsonMistake[] = [];
  const rewritten: string[] = [];
  const names: Set<string>[] = [];
  let depth = 0;
  let currentPath: () => JSONPath = () => [];

  function report(code: JsonMistake['code'], message: string, index: number, path = currentPath()): void {
    if (mistakes.length < MAX_MISTAKES) mistakes.push({ code, message, index, path: toPathText(path) });
  }
  function enter(index: number, path: () => JSONPath): void {
    currentPath = path;
    depth += 1;
    if (depth <= MAX_DEPTH) return;
    report('too-deep', 'Objects and arrays are nested too deeply.', index);
    throw new EndOfVisit();
  }

  try {
    visit(
      text,
      {
        onObjectBegin(index, _length, _line, _character, path) {
          enter(index, path);
          names.push(new Set());
        },
        onObjectProperty(name, index, _length, _line, _character, path) {
          const known = names.at(-1);
          if (known?.has(name)) {
            report('duplicate-key', `The object has the field "${name}" twice.`, index, [...path(), name]);
          }
          known?.add(name);
        },
        onObjectEnd() {
          names.pop();
          depth -= 1;
        },
        onArrayBegin: (index, _length, _line, _character, path) => enter(index, path),
        onArrayEnd() {
          depth -= 1;
        },
        onLiteralValue(value, index, length, _line, _character, path) {
          if (typeof value !== 'number') return;
          const token = text.slice(index, index + length);
          const fidelity = classifyNumber(token);
          if (fidelity === 'rewritten') rewritten.push(token);
          if (fidelity === 'changed') {
            const message = `The number ${token} can't be kept exactly; write it as text.`;
            report('inexact-number', message, index, path());
          }
        },
        onError(error, index, length) {
          report(
            'invalid-json',
            toSentence(printParseErrorCode(error), text.slice(index, index + length)),
            index,
          );
          throw new EndOfVisit();
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof EndOfVisit)) throw error;
  }
  return { mistakes, rewritten };
}

/** e.g. `productPrices[0].value` */
function toPathText(path: JSONPath): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

function toSentence(error: ReturnType<typeof printParseErrorCode>, token: string): string {
  const shown = token.length > MAX_SHOWN ? `${token.slice(0, MAX_SHOWN)}…` : token;
  const found = token === '' ? 'the end' : `"${shown}"`;
  switch (error) {
    case 'PropertyNameExpected':
      return `A field name in double quotes is expected, not ${found}.`;
    case 'ColonExpected':
      return `A colon is expected after a field name, not ${found}.`;
    case 'CommaExpected':
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return `A comma or a closing bracket is expected after a value, not ${found}.`;
    case 'EndOfFileExpected':
      return `There is more after the end: ${found}.`;
    case 'InvalidCommentToken':
      return 'JSON has no comments.';
    case 'UnexpectedEndOfString':
      return 'The quoted text that begins here has no closing quote on its line.';
    case 'InvalidCharacter':
      return 'The quoted text that begins here holds a control character; write it as \\t or \\u….';
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return 'The quoted text that begins here has an unknown sequence after a backslash.';
    default:
      return `A value is expected, not ${found}.`;
  }
}
