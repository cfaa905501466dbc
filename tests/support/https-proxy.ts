import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy on this machine that speaks HTTPS for a server, as `docs/deploy/nginx.conf` does. */
export interface HttpsProxy {
  /** `https://localhost` with the proxy's port. */
  readonly origin: string;
  /** Its certificate, as PEM. */
  readonly certificate: string;
  /** The server's own address. */
  forwardTo(origin: string): void;
  close(): void;
}

/** Its certificate, made now, is signed by itself: browsers have to ignore that. */
export async function startHttpsProxy(): Promise<HttpsProxy> {
  let target = '';
  const pair = makeCertificate();
  const server = createServer(pair, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const forwarded = request(
      target + url,
      // A connection of its own: the server may be about to close one that was kept.
      { agent: false, method, headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    certificate: pair.cert.toString(),
    forwardTo: (origin) => (target = origin),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function makeCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'nankeen-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', ...made, ...subject], { stdio: 'ignore' });
  const files = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return files;
}
