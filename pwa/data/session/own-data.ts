import { OWN_DATA } from '#shared/api/account-routes.ts';
import { AppError, fromErrorBody } from '#shared/kernel/app-error.ts';
import type { AppStore } from '../app-store.ts';
import { createAccountClient } from './account-calls.ts';

/** How the file ends; it has no other way to show that nothing was cut off. */
const END = '"isComplete":true}\n';

/**
 * Everything that the server stores of the signed-in account, as a JSON file.
 * @throws AppError `CONFIRM_IDENTITY` without a recent proof of identity; `unavailable` if the file did not arrive whole
 */
export async function fetchOwnData(app: AppStore): Promise<Blob> {
  const response = await request(app);
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    throw fromErrorBody(body, response.status) ?? cutOff();
  }
  const file = await response.blob().catch((cause: unknown) => {
    throw cutOff(cause);
  });
  if ((await file.slice(-END.length).text()) !== END) throw cutOff();
  return file;
}

async function request(app: AppStore): Promise<Response> {
  try {
    return await app.fetch(createAccountClient(app).url(OWN_DATA.path), { credentials: 'same-origin' });
  } catch (cause) {
    throw new AppError('unavailable', 'The server could not be reached. Try again.', { cause });
  }
}

function cutOff(cause?: unknown): AppError {
  return new AppError('unavailable', 'The file did not arrive whole, so none was saved. Try again.', {
    cause,
  });
}
