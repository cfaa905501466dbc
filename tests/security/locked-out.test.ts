import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANN,
  createAccountWorld,
  errorOf,
  type AccountWorld,
  type TestBrowser,
} from '../support/account-world.ts';

const HER_NETWORK = '203.0.113.7';

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld();
  world.moveTo(HER_NETWORK);
  await world.signUp();
  await world.call('POST', '/api/v1/auth/sign-out', {});
});
afterEach(() => world.close());

/** One guess a second for ten minutes, each from another address. @returns how many were checked */
async function guessForTenMinutes(guesser: TestBrowser): Promise<number> {
  const before = world.hashCount();
  for (let second = 0; second < 600; second++) {
    world.moveTo(`198.${18 + (second >> 8)}.${second & 255}.9`);
    await guesser.signIn(ANN.email, `guess number ${second}`);
    world.clock.advance(1000);
  }
  return world.hashCount() - before;
}

describe('while another person guesses at an account without a pause', () => {
  it('[T07] [AU2] its owner gets in at the first try from her browser, wherever she is, and few guesses are checked', async () => {
    const guesser = world.newBrowser();
    // Ten at once, then after one, two, and four minutes.
    expect(await guessForTenMinutes(guesser)).toBe(13);
    world.moveTo('192.0.2.55');
    expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
    // Her sign-in gives the guesser no new attempts.
    const before = world.hashCount();
    world.moveTo('198.51.100.3');
    expect((await guesser.signIn(ANN.email, 'one more guess')).status).toBe(429);
    expect(world.hashCount()).toBe(before);
  });

  it('[T07] she gets in without cookies from the network of an earlier sign-in, and not from an unknown one', async () => {
    await guessForTenMinutes(world.newBrowser());
    world.moveTo('192.0.2.55');
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(429);
    world.moveTo(HER_NETWORK);
    expect((await world.newBrowser().signIn(ANN.email, ANN.password)).status).toBe(200);
  });

  it('[T07] she gets in with a new password: the mailed link makes her browser known', async () => {
    await guessForTenMinutes(world.newBrowser());
    world.moveTo('192.0.2.55');
    const browser = world.newBrowser();
    await browser.call('POST', '/api/v1/account/reset', { email: ANN.email });
    await expect.poll(() => world.mails.length).toBe(2);
    expect((await browser.reset('a wholly new one')).status).toBe(200);
    expect((await browser.signIn(ANN.email, 'a wholly new one')).status).toBe(200);
  });
});

it('[T07] the limit of all sign-ins together and that of her network close no known browser', async () => {
  for (let guess = 0; guess < 301; guess++) {
    world.moveTo(`198.${18 + (guess >> 8)}.${guess & 255}.9`);
    await world.newBrowser().signIn(`person${guess}@example.com`, 'wrong password');
  }
  world.moveTo('192.0.2.55');
  for (let guess = 0; guess < 21; guess++) {
    const response = await world.newBrowser().signIn('person1@example.com', 'wrong password');
    expect(response.status).toBe(429);
  }
  expect((await world.signIn(ANN.email, ANN.password)).status).toBe(200);
});

it('[T07] the attempts of a known browser and of a known network are limited, too', async () => {
  const stranger = world.newBrowser();
  for (const browser of [world, stranger]) {
    const before = world.hashCount();
    for (let guess = 0; guess < 15; guess++) await browser.signIn(ANN.email, `guess number ${guess}`);
    expect(world.hashCount() - before).toBe(10);
  }
  // Another network has attempts of its own, and so does another account in this browser.
  world.moveTo('192.0.2.55');
  expect((await stranger.signIn(ANN.email, ANN.password)).status).toBe(200);
  expect((await world.signIn('bo@example.com', 'wrong password')).status).toBe(401);
});

it('[T07] a browser is known for 90 days after its last sign-in, and only to that account', async () => {
  world.clock.advance(89 * 86_400_000);
  await world.signIn(ANN.email, ANN.password);
  await world.call('POST', '/api/v1/auth/sign-out', {});
  const isKnownAfter = async (days: number) => {
    world.clock.advance(days * 86_400_000);
    await guessForTenMinutes(world.newBrowser());
    world.moveTo('192.0.2.55');
    return (await world.signIn(ANN.email, 'a wrong password')).status === 401;
  };
  expect(await isKnownAfter(89)).toBe(true);
  expect(await isKnownAfter(2)).toBe(false);
});

it('[T07] [T41] a made-up cookie of a browser opens nothing', async () => {
  const guesser = world.newBrowser();
  const before = world.hashCount();
  for (let guess = 0; guess < 30; guess++) {
    world.moveTo(`198.51.${guess}.9`);
    guesser.jar.set('nankeen.browser', String(guess).padStart(20, 'x'));
    await guesser.signIn(ANN.email, `guess number ${guess}`);
  }
  expect(world.hashCount() - before).toBe(10);
  expect(await errorOf(await guesser.signIn(ANN.email, ANN.password))).toMatchObject({
    reason: 'too-many-requests',
  });
});
