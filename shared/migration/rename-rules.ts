import { DOCUMENT_RULES, findFieldNameBreach } from '#shared/documents/document-rules.ts';
import { AppError } from '#shared/kernel/app-error.ts';
import { compileExpression, type Expression, MAX_SEARCHED_NAME } from './expression.ts';
import { isSamePath, parseFieldPath, startsWithPath, type FieldPath } from './field-path.ts';
import {
  createMatchReplacer,
  createTextReplacer,
  createWordReplacer,
  fillIn,
  type NameReplacer,
} from './name-words.ts';
import type { RenameRule, RenameSpec } from './rename-spec.ts';
import { SERVER_FIELDS } from './server-fields.ts';

/** For all expressions of a rename together; thirty usual ones. A name of the longest length takes some 20 ms at worst. */
const MAX_EXPRESSION_SIZE = 500;
/** Longer names aren't renamed; real field names are far shorter. */
export const MAX_NAME = 1_500;

/**
 * Returns the new name of a field at a place (the path of its object), `undefined` if the rule doesn't apply, and
 * `too-long` for a name too long to search.
 */
export type NameRule = (place: FieldPath, name: string) => { readonly to: string } | 'too-long' | undefined;

export interface CompiledRules {
  readonly rules: readonly NameRule[];
  /** Of all regular expressions together; 0 if there are none. */
  readonly expressionSize: number;
}

/** @throws AppError `invalid-argument` with the path of the rule, such as `rules[2].find` */
export function compileRules({ rules }: RenameSpec): CompiledRules {
  const sources = new Set<string>();
  let expressionSize = 0;
  const compiled = rules.map((rule, index) => {
    const where = `rules[${index}]`;
    if (rule.kind === 'find') {
      const expression = rule.regex ? compileExpression(rule.find, `${where}.find`) : undefined;
      expressionSize += expression?.size ?? 0;
      if (expressionSize > MAX_EXPRESSION_SIZE) throw refuse(TOO_COMPLEX, `${where}.find`);
      return compileFind(rule, expression, where);
    }
    if (sources.has(rule.from)) throw refuse(`"${rule.from}" is renamed twice.`, `${where}.from`);
    sources.add(rule.from);
    return compileMap(rule, where);
  });
  return { rules: compiled, expressionSize };
}

const TOO_COMPLEX =
  'The regular expressions are too complex together. Repeat less in each, such as x{100}, or rename in several steps.';

function compileMap(rule: Extract<RenameRule, { kind: 'map' }>, where: string): NameRule {
  const path = parseFieldPath(rule.from, `${where}.from`);
  const place = path.slice(0, -1);
  const from = path.at(-1) ?? '';
  if (from === '[]') throw refuse('An array has no name: name the field that holds it.', `${where}.from`);
  const [to, below] = parseNewName(rule.to, `${where}.to`);
  if (to === undefined || below !== undefined)
    throw refuse(`"${rule.to}" is a path; only the new name itself is needed.`, `${where}.to`);
  const breach = findFieldNameBreach(to);
  if (breach) throw refuse(DOCUMENT_RULES[breach], `${where}.to`);
  for (const [part, name] of Object.entries({ from, to })) {
    if (place.length === 0 && SERVER_FIELDS.includes(name))
      throw refuse(`${name} is the server's own field.`, `${where}.${part}`);
  }
  return (at, name) => (name === from && isSamePath(at, place) ? { to } : undefined);
}

/** The path steps of the text. A name that breaks a document rule is kept whole so that the rule can be reported. */
function parseNewName(text: string, where: string): FieldPath {
  return findFieldNameBreach(text) ? [text] : parseFieldPath(text, where);
}

type FindRule = Extract<RenameRule, { kind: 'find' }>;

function compileFind(rule: FindRule, expression: Expression | undefined, where: string): NameRule {
  const beginning = rule.path ? parseFieldPath(rule.path, `${where}.path`) : [];
  const replacer = toReplacer(rule, expression);
  const maxLength = rule.regex ? MAX_SEARCHED_NAME : MAX_NAME;
  return (place, name) => {
    if (!startsWithPath(place, beginning)) return undefined;
    if (place.length === 0 && SERVER_FIELDS.includes(name)) return undefined;
    if (name.length > maxLength) return rule.regex || name.includes(rule.find) ? 'too-long' : undefined;
    const to = replacer(name);
    return to === name ? undefined : { to };
  };
}

function toReplacer(
  { find, replace, word = false }: FindRule,
  expression: Expression | undefined,
): NameReplacer {
  if (expression) return createMatchReplacer(expression.findAll, (match) => fillIn(replace, match), word);
  return word ? createWordReplacer(find, replace) : createTextReplacer(find, replace);
}

function refuse(message: string, path: string): AppError {
  return new AppError('invalid-argument', message, { path });
}
