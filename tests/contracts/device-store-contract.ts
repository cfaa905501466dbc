import { afterEach, describe, expect, test } from 'vitest';
import type { DeviceWorld } from '../support/device-world.ts';

const REQUEST = { fid: 'abcdefghijklmnopqrst', appId: 'nankeen', authVersion: 'v1', sdkVersion: '0.2.75' };

/** The contract of every store of devices. */
export function testDevices(name: string, world: DeviceWorld): void {
  describe(name, () => {
    afterEach(() => world.dispose());

    test('[R-CAL-15] a device is found by its id, and adding it again does not replace it', async () => {
      const { devices } = await world.open();
      expect(await devices.find('ada')).toBeUndefined();
      expect(await devices.add({ fid: 'ada', secretHash: 'first' }, 1)).toBe(true);
      expect(await devices.add({ fid: 'ada', secretHash: 'second' }, 2)).toBe(false);
      await devices.touch('ada', 3);
      await devices.touch('unknown', 3);
      expect(await devices.find('ada')).toEqual({ fid: 'ada', secretHash: 'first' });
      expect(await devices.find('unknown')).toBeUndefined();
    });

    test('[T12] only a later secret of a known device replaces its secret', async () => {
      const { devices } = await world.open();
      await devices.add({ fid: 'ada', secretHash: 'first' }, 1);
      expect(await devices.replaceSecret({ fid: 'ada', secretHash: 'third', generation: 2 })).toBe(true);
      expect(await devices.replaceSecret({ fid: 'ada', secretHash: 'third', generation: 2 })).toBe(true);
      for (const generation of [1, 2])
        expect(await devices.replaceSecret({ fid: 'ada', secretHash: 'second', generation })).toBe(false);
      expect(await devices.replaceSecret({ fid: 'ben', secretHash: 'other', generation: 1 })).toBe(false);
      expect(await devices.find('ada')).toEqual({ fid: 'ada', secretHash: 'third', generation: 2 });
      expect(await devices.find('ben')).toBeUndefined();
    });

    test('[T12] two tabs that use a new refresh token first and at once both go on, and the earlier one ends', async () => {
      const { installations } = await world.open();
      const { fid, refreshToken: first } = await installations.register(REQUEST, undefined);
      const { refreshToken: second } = await installations.generateAuthToken(fid, first, true);
      const tabs = [1, 2].map(() => installations.generateAuthToken(fid, second));
      for (const renewed of await Promise.all(tabs)) expect(renewed).toMatchObject({ expiresIn: '604800s' });
      await expect(installations.generateAuthToken(fid, first)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    });

    test('[T13] a device is blocked and unblocked, known or not', async () => {
      const { devices } = await world.open();
      await devices.setBlocked('ada', true, 1);
      await devices.setBlocked('ada', true, 2);
      await devices.setBlocked('ben', true, 2);
      await devices.setBlocked('ben', false, 3);
      expect(['ada', 'ben', 'cal'].map((fid) => devices.isBlocked(fid))).toEqual([true, false, false]);
    });

    test('[T13] devices are listed, most recently seen first, filtered by id prefix and block', async () => {
      const { devices } = await world.open();
      await devices.add({ fid: 'ada1', secretHash: 'a' }, 1);
      await devices.add({ fid: 'ada2', secretHash: 'b' }, 2);
      await devices.add({ fid: 'ben%', secretHash: 'c' }, 3);
      await devices.touch('ada1', 9);
      for (const fid of ['ada2', 'never']) await devices.setBlocked(fid, true, 5);
      const all = { prefix: '', isBlocked: false, limit: 9 };
      const idsOf = async (query: object) =>
        (await devices.list({ ...all, ...query })).devices.map(({ fid }) => fid);
      expect(await idsOf({})).toEqual(['ada1', 'ben%', 'ada2', 'never']);
      expect(await idsOf({ prefix: 'ada' })).toEqual(['ada1', 'ada2']);
      expect(await idsOf({ prefix: '%' })).toEqual([]);
      expect(await devices.list({ ...all, isBlocked: true, limit: 1 })).toEqual({
        devices: [{ fid: 'ada2', createdAt: 2, lastSeen: 2, isBlocked: true }],
        total: 2,
      });
      expect((await devices.list({ ...all, prefix: 'never' })).devices).toEqual([
        { fid: 'never', createdAt: undefined, lastSeen: undefined, isBlocked: true },
      ]);
    });

    test('[R-CAL-15] of devices that name the same id at the same moment exactly one gets it, and all are registered', async () => {
      const { installations } = await world.open();
      const registered = await Promise.all(
        Array.from({ length: 5 }, () => installations.register(REQUEST, undefined)),
      );
      expect(registered.filter(({ fid }) => fid === REQUEST.fid)).toHaveLength(1);
      expect(new Set(registered.map(({ fid }) => fid)).size).toBe(5);
      expect(new Set(registered.map(({ refreshToken }) => refreshToken)).size).toBe(5);
      for (const { fid, refreshToken } of registered) {
        expect(await installations.generateAuthToken(fid, refreshToken)).toMatchObject({
          expiresIn: '604800s',
        });
      }
    });
  });
}
