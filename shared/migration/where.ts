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
 * Parses conditions such as `productCategory=drones`, `stock>=10`, `lines[].sku!="7"`; all must hold. Values are read
 * as JSON if possible. A text field is also compared with the value's literal text, so `code=10` matches both `10` and
 * `"10"`. With `[]` one matching entry is enough. `!=` negates `=`, so it also holds if the field is missing. Numbers
 * compare with numbers and with texts such as `"99.00"`; texts compare by code points.
 * @throws AppError `invalid-argument` with the path of the condition, such as `where[1]`
 */
export function parseWhere(conditions: readonly string[]): Condition {
  const tests = conditions.map((text, index) => parseCondition(text, `where[${index}]`));
  return (document) => tests.every((test) => test(document));
}

/** The field of each condition, as written. @throws AppError as `parseWhere` */
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

/** Tests one value. `!=` uses the test of `=`; the caller negates it. */
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

/** All values at a path: several with `[]`, none if the field is missing. */
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
