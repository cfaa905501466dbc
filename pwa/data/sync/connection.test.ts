import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/kernel/app-error.ts';
import { createConnectionMonitor } from './connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const unreachable = new AppError('unavailable', 'The server could not be reached.');

test('[R-SYN-02] a response that comes late, after the network went away, does not blame the store', () => {
  const connection = createConnectionMonitor(true);
  vi.stubGlobal('navigator', { onLine: false });
  connection.setOnline(false);
  connection.responded(1);
  connection.failed(unreachable);
  expect(connection.current).toMatchObject({ isOnline: false, hasNetwork: false });
});

test('[R-SYN-02] a response that comes late, after the network went away, does not put the device online', () => {
  const connection = createConnectionMonitor(true);
  vi.stubGlobal('navigator', { onLine: false });
  connection.setOnline(false);
  connection.responded(1);
  expect(connection.current).toMatchObject({ isOnline: false, hasNetwork: false, lastContactAt: 1 });
});

test('[R-SYN-02] with a network, a failed request means that the store is out of reach', () => {
  const connection = createConnectionMonitor(true);
  vi.stubGlobal('navigator', { onLine: true });
  connection.failed(unreachable);
  expect(connection.current).toMatchObject({ isOnline: false, hasNetwork: true });
});

test('[R-SYN-02] a failure changes nothing about a network that is known to be gone', () => {
  const connection = createConnectionMonitor(false);
  vi.stubGlobal('navigator', { onLine: true });
  connection.failed(unreachable);
  expect(connection.current).toMatchObject({ isOnline: false, hasNetwork: false });
});
