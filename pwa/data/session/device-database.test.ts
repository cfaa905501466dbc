import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDeviceDatabase } from './device-database.ts';
import { openInstallationRecord } from './installation-database.ts';
import { createKeptValue } from './kept-value.ts';
import { NOT_REGISTERED, REGISTERED, type InstallationRecord } from './installation-record.ts';

const KEY = 'nankeen.installation';
const MINE: InstallationRecord = { fid: 'mine', status: REGISTERED, refreshToken: 'secret' };
const OTHER: InstallationRecord = { fid: 'other', status: NOT_REGISTERED };

let local: Map<string, string>;

beforeEach(() => {
  local = new Map();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => void vi.unstubAllGlobals());

function openTab(onChange: (fid: string) => void = () => undefined) {
  const storage = {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
  };
  return openInstallationRecord(openDeviceDatabase(storage), onChange);
}

/** What a tab finds; it changes nothing. */
async function read(tab = openTab()): Promise<unknown> {
  let found: unknown;
  await tab.change((stored) => {
    found = stored ?? OTHER;
    return found as InstallationRecord;
  });
  return found;
}

test('[CL11] the record of an earlier version of the app, in local storage, is taken over once', async () => {
  local.set(KEY, JSON.stringify(MINE));
  expect(await read()).toEqual(MINE);
  local.set(KEY, JSON.stringify(OTHER));
  expect(await read()).toEqual(MINE);
});

test('[CL11] [F45] a device whose databases the browser has evicted is still the same device', async () => {
  await openTab().change(() => MINE);
  vi.stubGlobal('indexedDB', new IDBFactory());
  expect(await read()).toEqual(MINE);
});

test('[CL11] [F35] a record that local storage has lost is still in the database', async () => {
  await openTab().change(() => MINE);
  local.clear();
  expect(await read()).toEqual(MINE);
});

test('[R-INS-01] of two tabs that create the record at once, both get the same one', async () => {
  let created = 0;
  const createIn = async (tab: ReturnType<typeof openTab>) => {
    const fids: string[] = [];
    await tab.change((stored) => {
      const record = (stored as InstallationRecord | null) ?? { ...OTHER, fid: `device ${++created}` };
      fids.push(record.fid);
      return record;
    });
    return fids;
  };
  expect(await Promise.all([createIn(openTab()), createIn(openTab())])).toEqual([['device 1'], ['device 1']]);
});

test('[CL11] [F46] a record that can’t be read is not replaced', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The user denied permission.', 'SecurityError');
    },
  });
  const update = vi.fn(() => OTHER);
  await expect(openTab().change(update)).rejects.toThrow('denied permission');
  expect(update).not.toHaveBeenCalled();
});

test('[F80] another tab learns of a new id', async () => {
  const onChange = vi.fn();
  openTab(onChange);
  await openTab().change(() => MINE);
  await expect.poll(() => onChange.mock.calls).toEqual([['mine']]);
});

describe('a value that a killed browser keeps', () => {
  const storage = {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  };
  const open = () =>
    createKeptValue({ name: 'answer', storage, openRecord: openDeviceDatabase(storage), parse: Number });

  test('[CL11] [F35] comes back after local storage has lost its last minute, in other tabs too', async () => {
    const before = open();
    await before.change(() => 1);
    const lost = new Map(local);
    await before.change(() => 2);
    local = lost;
    const after = open();
    expect(after.read()).toBe(1);
    await after.restore();
    expect(after.read()).toBe(2);
    expect(open().read()).toBe(2);
  });

  test('[CL11] can be read at once by all tabs, and is on disk when its change is done', async () => {
    const [tab, other] = [open(), open()];
    await other.restore();
    const changed = tab.change((current) => current + 1);
    expect(tab.read()).toBe(1);
    other.reread();
    expect(other.read()).toBe(1);
    await changed;
    local.clear();
    const after = open();
    await after.restore();
    expect(after.read()).toBe(1);
  });

  test('[CL11] [F45] comes back from its copy after the browser has evicted its databases', async () => {
    await open().change(() => 7);
    vi.stubGlobal('indexedDB', new IDBFactory());
    const after = open();
    await after.restore();
    expect(after.read()).toBe(7);
  });

  test('[CL11] lasts as long as local storage in a browser that opens no database', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const value = open();
    await value.change(() => 5);
    await value.restore();
    expect([value.read(), open().read()]).toEqual([5, 5]);
  });
});
