import { describe, expect, it } from 'vitest';
import { findConfigFolder } from './config-folder.ts';

describe('the settings folder', () => {
  it.each([
    [{ HOME: '/home/a' }, 'linux', '/home/a/.config/nankeen'],
    [{ HOME: '/home/a', XDG_CONFIG_HOME: '/etc/a' }, 'linux', '/etc/a/nankeen'],
    [{ HOME: '/home/a', XDG_CONFIG_HOME: 'etc' }, 'linux', '/home/a/.config/nankeen'],
    [{ HOME: '/Users/a' }, 'darwin', '/Users/a/Library/Application Support/nankeen'],
    [{ APPDATA: '/a/Roaming', HOME: '/a' }, 'win32', '/a/Roaming/nankeen'],
    [{}, 'linux', undefined],
  ])('[R-SHP-04] with %j on %s is %s', (environment, platform, folder) => {
    expect(findConfigFolder(environment, platform)).toBe(folder);
  });
});
