import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import { damaged } from './file-damage.ts';

const DAY_MS = 24 * 3_600_000;
const LOW_PRIORITY = 10;

/** Runs in its own process: it can be killed at any time and blocks no caller. */
const CHECK = `
  const [, driver, file] = process.argv;
  const report = (found) => process.stdout.write(JSON.stringify(found));
  try {
    const database = new (require(driver))(file, { readonly: true, fileMustExist: true });
    report({ result: database.pragma('quick_check(1)', { simple: true }) });
  } catch (cause) {
    report({ code: cause.code, result: cause.message });
  }`;

export interface FileChecks {
  /** Whether a check has found damage. */
  isDamaged(): boolean;
  /** Resolves when no check has a file open. */
  stop(): Promise<void>;
}

export interface FileChecksOptions {
  readonly files: readonly string[];
  /** Files that were not checked when opened: these are checked now, the others in a day. */
  readonly unchecked: readonly string[];
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

/** Checks the structure of data files once a day while the server uses them. */
export function startFileChecks({ files, unchecked, log }: FileChecksOptions): FileChecks {
  let isStopped = false;
  let isDamaged = false;
  let child: ChildProcess | undefined;
  let last: Promise<void> = Promise.resolve();

  async function check(file: string): Promise<void> {
    if (isStopped) return;
    const running = runCheck(file);
    child = running;
    const found = await readResult(running);
    if (isStopped) return;
    if (found === undefined)
      log.error({ file }, 'The file could not be checked. The check runs again tomorrow.');
    else if (found === 'ok') log.info({ file }, 'The file was checked and is intact.');
    else {
      isDamaged = true;
      log.error({ file }, damaged(file, found).message);
    }
  }

  async function checkAll(due: readonly string[]): Promise<void> {
    for (const file of due) await check(file);
  }
  const run = (due: readonly string[]) => void (last = last.then(() => checkAll(due)));

  run(unchecked);
  const timer = setInterval(() => run(files), DAY_MS);
  timer.unref();
  return {
    isDamaged: () => isDamaged,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      child?.kill('SIGKILL');
      await last;
    },
  };
}

function runCheck(file: string): ChildProcess {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const child = spawn(process.execPath, ['-e', CHECK, driver, file], { stdio: ['ignore', 'pipe', 'ignore'] });
  // Not every system allows this, and nothing depends on it.
  try {
    setPriority(child.pid ?? 0, LOW_PRIORITY);
  } catch {}
  return child;
}

/** @returns `ok` or what is wrong; `undefined` when the check failed. Never rejects. */
async function readResult(child: ChildProcess): Promise<string | undefined> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close').catch(() => undefined);
  try {
    const { code, result } = JSON.parse(text) as { readonly code?: string; readonly result: string };
    if (code !== undefined && !/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return undefined;
    return result.split('\n').at(-1);
  } catch {
    return undefined;
  }
}
