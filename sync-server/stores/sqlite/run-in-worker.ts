import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * Runs a piece of CommonJS in a worker thread: reading every page of a large file would block all callers.
 * @param body sees `Database` (the driver), `require` and `data`; returns a value that can be cloned
 * @throws what the body throws
 */
export function runInWorker<Result>(body: string, data: object): Promise<Result> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const code = `
    const { parentPort, workerData: { driver, data } } = require('node:worker_threads');
    const Database = require(driver);
    try {
      parentPort.postMessage((() => { ${body} })());
    } catch (error) {
      // An error of the driver would arrive without its message.
      throw Object.assign(new Error(error.message), { code: error.code });
    }`;
  const worker = new Worker(code, { eval: true, workerData: { driver, data }, execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
