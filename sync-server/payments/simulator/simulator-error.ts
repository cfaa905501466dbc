/** An error in Stripe's format. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
  readonly status: 400 | 401 | 404;
  readonly type: 'invalid_request_error' | 'idempotency_error';
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    message: string,
    details: {
      readonly status?: 400 | 401 | 404;
      readonly type?: 'idempotency_error';
      readonly code?: string;
      readonly param?: string;
    } = {},
  ) {
    super(message);
    this.status = details.status ?? 400;
    this.type = details.type ?? 'invalid_request_error';
    this.code = details.code;
    this.param = details.param;
  }
}

/** For an idempotency key that came with another request before. */
export function keyReused(): SimulatorError {
  return new SimulatorError('Keys for idempotent requests can only be used with the same parameters.', {
    type: 'idempotency_error',
  });
}

export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): SimulatorError {
  return new SimulatorError(`No such ${what}: '${id}'`, { status, code: 'resource_missing', param });
}
