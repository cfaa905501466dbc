import type { Hono } from 'hono';
import { AppError, toErrorBody } from '#shared/kernel/app-error.ts';
import { isSameSecret } from '#server/devices/device-tokens.ts';
import type { AppEnv } from './app-env.ts';

/** The app for the holder of the admin token alone, whatever it would answer to others. */
export function forAdminAlone(app: Hono<AppEnv>, adminToken: string): Hono<AppEnv>['fetch'] {
  return (request, ...rest) => {
    const token = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (token !== undefined && isSameSecret(token, adminToken)) return app.fetch(request, ...rest);
    const refusal = new AppError('unauthenticated', 'This server is for one command alone.');
    return Response.json(toErrorBody(refusal), { status: refusal.status });
  };
}
