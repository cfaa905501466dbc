import { expect } from 'vitest';
import type { CoreServer } from './core-server.ts';
import { errorIn, pushRow, row } from './core-calls.ts';
import { enquiryContent } from './samples.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  /** For what is no call of the API at all. */
  readonly isLogged?: false;
}

/** Expects a coded refusal that is logged, stores nothing, tells nothing of the inside and leaves the server alive. */
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
