import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsrfCookie } from '#shared/api/routes.ts';
import { keepCookies, toCookieHeader } from '../support/account-world.ts';
import { linksTo } from '../support/mailed-files.ts';
import { newNetwork } from '../support/shared-browser.ts';
import { enquiryContent } from '../support/samples.ts';
import { createRandom, pickNumber } from './seeded-random.ts';
import { startSoakShop, type SoakShop } from './soak-shop.ts';
import { SEED, toCount } from './soak-setting.ts';

const kills = toCount('DELETION_KILLS', { suite: 4, soak: 40 });
const ENQUIRIES = 40;
/** The check after a crash reads the files at a low priority, and until it has ended the log is not emptied. */
const SOON = { timeout: 100_000 };
/** About as long as a deletion takes. */
const MOST_MS = 60;

let shop: SoakShop;
beforeAll(async () => {
  shop = await startSoakShop();
}, 120_000);
afterAll(() => shop.stop());

function createBrowser() {
  const jar = new Map<string, string>();
  // Sign-ups are limited by network.
  const network = newNetwork();
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const cookie = toCookieHeader(jar);
    const response = await fetch(`${shop.origin}/api/v1${path}`, {
      method,
      headers: {
        ...network,
        origin: shop.origin,
        'content-type': 'application/json',
        ...(cookie === '' ? {} : { cookie }),
        'x-xsrf-token': readCsrfCookie(cookie) ?? '',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    keepCookies(jar, response);
    return response;
  };
}

/** Signs up, writes enquiries and asks for the link. @returns its token, and a call of the browser */
async function prepare(email: string, mark: string) {
  const call = createBrowser();
  await call('GET', '/session');
  const person = { email, password: 'correct horse battery', name: mark };
  expect((await call('POST', '/auth/sign-up/email', person)).status).toBe(200);
  const { account } = (await (await call('GET', '/session')).json()) as { account: { id: string } };
  for (let number = 0; number < ENQUIRIES; number++) {
    const content = { ...enquiryContent(`${mark} ${number}`), contactEmail: email };
    const written = await call('PUT', `/testing/data/contacts/${account.id}-${number}`, content);
    expect(written.status, await written.text()).toBe(200);
  }
  const before = linksTo(shop, email).length;
  expect((await call('POST', '/account/delete')).status).toBe(200);
  await expect.poll(() => linksTo(shop, email).length).toBeGreaterThan(before);
  return { call, token: linksTo(shop, email).at(-1)?.split('#')[1] ?? '' };
}

test('[PR3] a server that is killed while it deletes an account leaves all of it or finishes at its next start', async () => {
  const random = createRandom(SEED);
  console.log(`SOAK_SEED=${SEED}`);
  const ends = { kept: 0, finished: 0 };
  for (let round = 0; round < kills; round++) {
    const email = `killed${round}@example.com`;
    const mark = `Marked${round}Person`;
    const { call, token } = await prepare(email, mark);
    const confirmed = call('POST', '/account/delete/confirm', { token }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, pickNumber(random, MOST_MS)));
    await shop.kill();
    await confirmed;
    await shop.restart();
    const response = await call('POST', '/account/delete/link', { token });
    if (response.ok) {
      ends.kept += 1;
      const data = (await (await call('GET', '/account/data')).json()) as { documents: object[] };
      expect(data.documents).toHaveLength(ENQUIRIES);
      expect((await call('POST', '/account/delete/confirm', { token })).status).toBe(200);
    } else {
      ends.finished += 1;
      expect(await response.json()).toMatchObject({ error: { reason: 'used-action-code' } });
    }
    for (const text of [mark, email]) await expect.poll(() => shop.findText(text), SOON).toEqual([]);
  }
  console.log(
    `killed ${kills} times: the account was kept ${ends.kept} times, and gone ${ends.finished} times`,
  );
  await shop.end();
  for (let round = 0; round < kills; round++) expect(await shop.findText(`Marked${round}Person`)).toEqual([]);
  await shop.restart();
}, 1_200_000);
