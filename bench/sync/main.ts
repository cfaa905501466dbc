import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildNankeen } from '../support/build-nankeen.ts';
import { installPeers } from '../support/install-peers.ts';
import { measureContestant, type Measured } from './measures/measure-contestant.ts';
import { toQuantiles } from './measures/quantiles.ts';
import { findShortfalls, toRatios, toTable, type Missing, type Standing } from './report.ts';
import { readSettings, type Settings } from './settings.ts';
import type { Contestant } from './wire.ts';
import { limit } from './wires/limit-wire.ts';
import { nankeen, nankeenOnPostgres } from './wires/nankeen-wire.ts';
import { pouchdb } from './wires/pouchdb-wire.ts';
import { rxdbServer } from './wires/rxdb-server-wire.ts';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

const print = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  const peers = settings.isOnPostgres ? [1, 2, 3].map(nankeenOnPostgres) : [pouchdb, rxdbServer];
  const installFault = settings.isOnPostgres ? undefined : installPeers();
  buildNankeen();
  const contestants = installFault === undefined ? [limit, nankeen, ...peers] : [limit, nankeen];
  const missing = new Map(installFault === undefined ? [] : peers.map(({ name }) => [name, installFault]));
  const faults: string[] = [];
  const rounds = await runRounds(contestants, settings, { missing, faults });
  const standings = contestants
    .filter(({ name }) => !missing.has(name))
    .map(({ name, about }) => ({ name, about, measured: toMedians(rounds.get(name) ?? []) }));
  const left = [...missing].map(([name, reason]) => ({ name, reason }));
  report(settings, standings, { missing: left, faults });
}

/** Contestants take turns in each round, so a busy moment of the machine affects all of them. */
async function runRounds(
  contestants: readonly Contestant[],
  settings: Settings,
  { missing, faults }: { readonly missing: Map<string, string>; readonly faults: string[] },
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const measured = new Map<string, Measured[]>();
  for (let round = 1; round <= settings.rounds; round++) {
    for (const contestant of contestants.filter(({ name }) => !missing.has(name))) {
      const { name } = contestant;
      print(`round ${round} of ${settings.rounds}: ${name}`);
      const onFault = (text: string) => void faults.push(`${name}: ${text}`);
      const options = { settings, isLast: round === settings.rounds, role: toRole(contestant), onFault };
      try {
        measured.set(name, [...(measured.get(name) ?? []), await measureContestant(contestant, options)]);
      } catch (error) {
        // The comparison needs the limit and our server; a failing peer is skipped.
        if (contestant === limit || contestant === nankeen) throw error;
        missing.set(name, (error as Error).message);
      }
    }
  }
  return measured;
}

function toRole(contestant: Contestant): 'limit' | 'ours' | 'peer' {
  if (contestant === limit) return 'limit';
  return contestant === nankeen ? 'ours' : 'peer';
}

function toMedians(rounds: readonly Measured[]): Measured {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  const median = (name: string) => {
    const values = rounds.flatMap((round) => round[name] ?? []);
    return values.length === 0 ? undefined : toQuantiles(values).median;
  };
  return Object.fromEntries([...names].map((name) => [name, median(name)]));
}

function report(
  settings: Settings,
  standings: readonly Standing[],
  { missing, faults }: { readonly missing: readonly Missing[]; readonly faults: readonly string[] },
): void {
  const { documents, rounds, batch, inFlight } = settings;
  const shortfalls = findShortfalls(standings);
  print(
    `\n${documents} products in batches of ${batch}, ${inFlight} in flight, medians of ${rounds} rounds; ` +
      `Node ${process.version}, ${availableParallelism()} cores\n`,
  );
  print(toTable(standings, missing));
  for (const fault of faults) print(`not measured: ${fault}`);
  for (const shortfall of shortfalls) print(`falls short: ${shortfall}`);
  const results = {
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    settings: { ...settings, fanOutStreams: settings.fanOutStreams.join(', ') },
    contestants: Object.fromEntries(
      standings.map(({ name, about, measured }) => [name, { about, ...measured }]),
    ),
    ratiosToLimit: toRatios(standings),
    missing: Object.fromEntries(missing.map(({ name, reason }) => [name, reason])),
    faults: toNumbered(faults),
    shortfalls: toNumbered(shortfalls),
  };
  mkdirSync(RESULTS, { recursive: true });
  const name = settings.isOnPostgres ? 'sync-postgres' : 'sync';
  writeFileSync(`${RESULTS}${name}.json`, `${JSON.stringify(results, null, 2)}\n`);
}

/** Objects instead of arrays, since Prettier would format arrays unlike `JSON.stringify`. */
function toNumbered(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text, index) => [String(index + 1), text]));
}

main().then(
  // The local store leaves timers running.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exit(1);
  },
);
