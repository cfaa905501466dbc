import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { runCli } from '#cli/program.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createId } from '#shared/kernel/ids.ts';
import { SERVER_PROGRAM } from '../../support/programs.ts';
import { TextSink } from './text-sink.ts';

export interface LineResult {
  readonly exitCode: number | null;
  /** Everything on both outputs. */
  readonly shown: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a line in a shell that has `nankeen` on its PATH. */
export async function runInShell(line: string, cwd: string, env: Environment): Promise<LineResult> {
  const child = spawn('sh', ['-c', line], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (shown += chunk.toString('utf8')));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { exitCode, shown };
}

const WORD = /'([^']*)'|([^\s']+)/g;

/** Runs a line in this process and its current folder. Supports quotes, `<` and `>`, but no pipes. */
export async function runLine(line: string, environment: Environment): Promise<LineResult> {
  const words = [...line.matchAll(WORD)].map(([word, quoted]) => ({ word, text: quoted ?? word }));
  const files = new Map<string, string>();
  const args: string[] = [];
  for (let index = 1; index < words.length; index += 1) {
    const { word = '', text = '' } = words[index] ?? {};
    if (word === '<' || word === '>') files.set(word, words[++index]?.text ?? '');
    else args.push(text);
  }
  const [out, err] = [new TextSink(), new TextSink()];
  const [from, to] = [files.get('<'), files.get('>')];
  const refuse = () => Promise.reject(new Error('There is no terminal.'));
  const exitCode = await runCli(args, {
    terminal: {
      out,
      err,
      isInteractive: false,
      isOutTerminal: false,
      outHasColours: false,
      errHasColours: false,
    },
    prompter: { canAsk: false, isPiped: true, ask: refuse, askSecret: refuse },
    input: from === undefined ? Readable.from([]) : createReadStream(from),
    environment,
    fetch: globalThis.fetch,
    clock: systemClock,
    createId,
    serverEntry: SERVER_PROGRAM,
    disposers: [],
    interruption: new AbortController().signal,
  });
  if (to !== undefined) writeFileSync(to, out.text);
  return { exitCode, shown: out.text + err.text };
}
