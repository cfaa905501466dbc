import { expect } from 'vitest';
import type { CoreServer } from './core-server.ts';
import { errorIn, pushRow, row } from './core-calls.ts';
import { enquiryContent } from './samples.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  /** `false` for requests outside the API. */
  readonly isLogged?: false;
}

/** Expects a logged error response that stores nothing and leaks no internals, and a server that still works. */
export async function expectRefusal(
  server: CoreServer,
  response: Response,
  { status, code, path, isLogged }: Refusal,
): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const error = await errorIn(response);
  expect(error).toMatchObject({ code, ...(path === undefined ? {} : { path }) });
  expect(error.message).toMatch(/^\S.{10,300}$/s);
  expect(JSON.stringify(error)).not.toMatch(/SQLITE|node_modules|\.ts\b|\n {4}at /);
  expect(server.log).toEqual(isLogged === false ? [] : [error.message]);
  expect(await server.store.newestSequence()).toBe(0);
  const good = await pushRow(server, { device: 'ada' }, 'contacts', row('good', 'good', enquiryContent()));
  expect(good.verdict).toBe('accepted');
}
