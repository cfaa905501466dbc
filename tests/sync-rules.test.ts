import { expect, it } from 'vitest';
import { readSourceFiles } from './support/source-files.ts';
import { collectTitleIds, findTitledFiles } from './support/title-ids.ts';

/** Rules of the sync protocol that stand in front of at least one test's title. */
const RULES =
  'SQ1 SQ3 PU1 PU2 PU3 PU4 PU5 PU6 PU8 PL1 PL2 PL3 PL4 ST1 ST2 ST3 ST4 ST5 ST6 ST7 CF1 CF3 CF4 RJ1 RJ2 RJ3 RJ4 RJ5 ' +
  'HI1 HI2 HI3 HI4 AC1 AC2 AC3 AC4 AC5 DU1 DU3 DU4 DU5 DU6 RT1 RT2 RT3 CL2 CL3 CL4 CL5 CL6 CL7 CL8 CL9 CL10';

const titled = findTitledFiles(readSourceFiles());

it.each(RULES.split(' '))('the sync rule %s has a test', (rule) => {
  const naming = titled.filter((file) => collectTitleIds(file).includes(rule));
  expect(
    naming.map(({ path }) => path),
    `no test title begins with ${rule} in brackets`,
  ).not.toEqual([]);
});
