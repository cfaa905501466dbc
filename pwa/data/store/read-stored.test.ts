import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readStored } from './read-stored.ts';

const SCHEMA = v.object({ name: v.string() });
const read = (text: string | null) => readStored({ getItem: () => text }, 'key', SCHEMA);

it('[R-SHP-02] a stored value is read back; a missing, invalid or damaged one is undefined', () => {
  expect(read('{"name":"Drover"}')).toEqual({ name: 'Drover' });
  expect([read(null), read('null'), read('{"name":1}'), read('{"na')]).toEqual(Array(4).fill(undefined));
});
