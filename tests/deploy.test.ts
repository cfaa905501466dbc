import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT_ROOT } from './support/source-files.ts';

const DEPLOY = join(PROJECT_ROOT, 'docs/deploy');
const isInstalled = (program: string, option: string) =>
  spawnSync(program, [option], { stdio: 'ignore' }).status === 0;

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'nankeen-deploy-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program. @returns what it said, if it failed */
function check(program: string, ...args: readonly string[]): string | undefined {
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  return status === 0 ? undefined : stderr;
}

test.each(['nginx.conf', 'Caddyfile'])(
  '[T05] [T41] the example %s names loopback, redirects pages only and hides the metrics',
  (name) => {
    const text = readFileSync(join(DEPLOY, name), 'utf8');
    expect(text).toContain('127.0.0.1:8787');
    expect(text).toContain('TRUST_PROXY=127.0.0.1');
    for (const part of ['308', '403', '404', '/metrics', '/api/', 'X-Real-IP', 'Forwarded'])
      expect(text).toContain(part);
  },
);

if (isInstalled('nginx', '-v') && isInstalled('openssl', 'version')) {
  test('nginx accepts its example', () => {
    const [key, certificate] = ['privkey.pem', 'fullchain.pem'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=shop.example',
      '-days',
      '2',
    ];
    execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8');
    writeFileSync(join(folder, 'site.conf'), site.replaceAll('/etc/letsencrypt/live/shop.example', folder));
    const config = `pid ${folder}/pid; error_log ${folder}/errors; events {} http { access_log off; include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), config);
    expect(check('nginx', '-t', '-c', join(folder, 'nginx.conf'))).toBeUndefined();
  });
} else console.info('Skips the check of nginx.conf: nginx or openssl is not installed.');

if (isInstalled('caddy', 'version')) {
  test('Caddy accepts its example', () => {
    expect(check('caddy', 'validate', '--config', join(DEPLOY, 'Caddyfile'))).toBeUndefined();
  });
} else console.info('Skips the check of the Caddyfile: Caddy is not installed.');

if (isInstalled('haproxy', '-v')) {
  test('HAProxy accepts its example', () => {
    expect(check('haproxy', '-c', '-f', join(DEPLOY, 'haproxy.cfg'))).toBeUndefined();
  });
} else console.info('Skips the check of haproxy.cfg: HAProxy is not installed.');

test('[R-GEN-10] the unit for systemd and the image start the server as npm start does', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  const command = scripts.start.slice(scripts.start.indexOf('node '));
  expect(readFileSync(join(DEPLOY, 'nankeen.service'), 'utf8')).toContain(`ExecStart=/usr/bin/${command}\n`);
  const image = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
  expect(image).toContain(`CMD ${JSON.stringify(command.split(' ')).replaceAll('","', '", "')}\n`);
  const copied = [...image.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path = '']) => path);
  expect(copied.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
});

test('[DB6] the containers of compose.yaml are behind the example of HAProxy', () => {
  const proxy = readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8');
  const compose = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
  const replaced = [...compose.matchAll(/'s\/([^/]+)\//g)].map(([, text = '']) => text);
  expect(replaced).toHaveLength(3);
  for (const text of replaced) expect(proxy.split(text)).toHaveLength(2);
});

if (isInstalled('systemd-analyze', '--version')) {
  test('systemd accepts the unit', () => {
    const unit = join(folder, 'nankeen.service');
    const text = readFileSync(join(DEPLOY, 'nankeen.service'), 'utf8');
    writeFileSync(unit, text.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    expect({ status, about: stderr.split('\n').filter((line) => line.includes('nankeen.service')) }).toEqual({
      status: 0,
      about: [],
    });
  });
} else console.info('Skips the check of nankeen.service: systemd is not installed.');
