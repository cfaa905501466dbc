import { describe, expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const WHAT = 'All documents of "theatres" will be replaced.';

function createPerson(...answers: readonly string[]) {
  const asked: string[] = [];
  const left = [...answers];
  const ask = (question: string) => Promise.resolve((asked.push(question), left.shift() ?? ''));
  return { asked, prompter: { canAsk: true, isPiped: false, ask, askSecret: ask } };
}

const noTerminal = { prompter: { ...createPerson().prompter, canAsk: false } };

describe('a destructive command', () => {
  it.each([
    ['without a terminal', noTerminal, {}],
    ['with --no-input', createPerson('y'), { input: false }],
    ['with --json', createPerson('y'), { json: true }],
  ])('[R-SHP-04] exits with 2 and never waits %s', async (_name, context, options) => {
    await expect(confirm(context, options, { what: WHAT })).rejects.toMatchObject({
      exitCode: 2,
      hint: 'Add --yes to confirm.',
    });
  });

  it.each([
    ['y', undefined],
    ['YES', undefined],
    ['theatres', 'theatres'],
  ])('[R-SHP-04] continues when the user types %j', async (answer, typed) => {
    const person = createPerson(answer);
    await confirm(person, {}, { what: WHAT, ...(typed === undefined ? {} : { typed }) });
    expect(person.asked).toHaveLength(1);
  });

  it.each([
    ['', undefined],
    ['no', undefined],
    ['y', 'theatres'],
    ['Theatres', 'theatres'],
  ])('[R-SHP-04] exits with 130 when the user types %j (required name: %s)', async (answer, typed) => {
    const asking = confirm(
      createPerson(answer),
      {},
      { what: WHAT, ...(typed === undefined ? {} : { typed }) },
    );
    await expect(asking).rejects.toMatchObject({ exitCode: 130, message: 'Nothing was changed.' });
  });

  it('[R-SHP-04] does not prompt with --yes', async () => {
    const person = createPerson();
    await confirm(person, { yes: true }, { what: WHAT, typed: 'theatres' });
    expect(person.asked).toEqual([]);
  });
});
