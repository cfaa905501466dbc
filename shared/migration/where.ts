import { AppError } from '#shared/kernel/app-error.ts';
import { compareCodePoints } from '#shared/kernel/code-points.ts';
import { isJsonEqual, isJsonObject } from '#shared/kernel/json.ts';
import { EVERY_ENTRY, parseFieldPath, type FieldPath } from './field-path.ts';

type Fields = Readonly<Record<string, unknown>>;
type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition = (document: Fields) => boolean;

const CONDITION = /^((?:\\.|[^\\=!<>])+)(!=|<=|>=|=|<|>)(.*)$/su;
const DECIMAL = /^-?\d+(?:\.\d+)?$/u;

/**
 * Reads conditions such as `productCategory=drones`, `stock>=10`, `lines[].sku!="7"`; all must hold. A value that is JSON
 * means that value; a field's text is also compared with the condition's own text, so that `code=10` finds both `10` and
 * `"10"`. With `[]` any entry will do. `!=` is the opposite of `=`: it holds too where there is no such field. Numbers
 * are ordered with numbers and with texts such as `"99.00"`, texts by their characters' code points.
 * @throws AppError `invalid-argument` that names the condition, e.g. `where[1]`
 */
export function parseWhere(conditions: readonly string[]): Condition {
  const tests = conditions.map((text, index) => parseCondition(text, `where[${index}]`));
  return (document) => tests.every((test) => test(document));
}

/** The field that each condition looks at, as it was written. @throws AppError as `parseWhere` */
export function fieldsOfWhere(conditions: readonly string[]): readonly string[] {
  return conditions.map((text, index) => splitCondition(text, `where[${index}]`).field);
}

function splitCondition(text: string, where: string) {
  const [, field = '', operator, operand = ''] = CONDITION.exec(text) ?? [];
  if (operator === undefined) {
    const message = `"${text}" is no condition. Write it like field=value, with =, !=, <, <=, > or >=.`;
    throw new AppError('invalid-argument', message, { path: where });
  }
  return { field: field.trim(), operator, operand };
}

function parseCondition(text: string, where: string): Condition {
  const { field, operator, operand } = splitCondition(text, where);
  const path = parseFieldPath(field, where);
  const test = toTest(operator as Operator, operand.trim());
  if (operator === '!=') return (document) => !valuesAt(document, path).some(test);
  return (document) => valuesAt(document, path).some(test);
}

/** Whether one value meets the operator; that of `!=` is the test of `=`. */
function toTest(operator: Operator, text: string): (value: unknown) => boolean {
  const operand = parseJson(text);
  const words = typeof operand === 'string' ? operand : text;
  if (operator === '=' || operator === '!=') {
    return (value) => (typeof value === 'string' ? value === words : isJsonEqual(value, operand));
  }
  const isMet = { '<': below, '<=': atMost, '>': above, '>=': atLeast }[operator];
  return (value) => {
    const order = typeof operand === 'number' ? compareNumber(value, operand) : compareText(value, words);
    return order !== undefined && isMet(order);
  };
}

const below = (order: number) => order < 0;
const atMost = (order: number) => order <= 0;
const above = (order: number) => order > 0;
const atLeast = (order: number) => order >= 0;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function compareNumber(value: unknown, operand: number): number | undefined {
  if (typeof value === 'number') return value - operand;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) - operand : undefined;
}

function compareText(value: unknown, operand: string): number | undefined {
  return typeof value === 'string' ? compareCodePoints(value, operand) : undefined;
}

/** Every value a path leads to; several with `[]`, none where there is no such field. */
export function valuesAt(document: Fields, path: FieldPath): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === EVERY_ENTRY) return Array.isArray(value) ? (value as unknown[]) : [];
        return isJsonObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
      }),
    [document],
  );
}
