import type { PullPage, PushResponse } from '#shared/sync/messages.ts';
import { createId } from '#shared/kernel/ids.ts';
import { PUSH } from '../support/core-calls.ts';
import { DATA_ENDPOINT } from '../support/core-server.ts';
import { enquiryContent } from '../support/samples.ts';
import { pickNumber } from './seeded-random.ts';

/** A device that pushes creates and edits of its own documents, retries pushes without a response, and pulls. */
export interface PushLoad {
  /** `writeId`s that the server reported as accepted. */
  readonly acknowledged: ReadonlySet<string>;
  /** Newest `writeId` of each document as pulled, by id. */
  readonly pulled: ReadonlyMap<string, string>;
  /** Newest acknowledged `writeId` of each document, by id. */
  readonly newest: ReadonlyMap<string, string>;
  /** Invalid messages from the server. */
  readonly breaches: readonly string[];
  /** Failed calls, whose effect is unknown. */
  readonly failures: number;
  /** Pushes until stopped; retries a push without a response first. */
  run(isStopped: () => boolean): Promise<void>;
  /** Retries pushes without a response, then pulls everything. */
  finish(): Promise<void>;
}

export interface PushLoadOptions {
  /** Of the server, or of any of several. */
  readonly origin: string | (() => string);
  readonly random: () => number;
  /** How many documents the device has at most: with many, most writes create one. */
  readonly documents?: number;
  readonly onAcknowledged?: () => void;
}

interface Row {
  readonly assumedMasterState?: { readonly writeId: string };
  readonly newDocumentState: { readonly FBUID: string; readonly writeId: string };
}

const DOCUMENTS = 12;
const ROWS = 4;
const PAGE = 200;

export function createPushLoad({
  origin,
  random,
  documents = DOCUMENTS,
  onAcknowledged,
}: PushLoadOptions): PushLoad {
  const device = createId();
  const acknowledged = new Set<string>();
  const newest = new Map<string, string>();
  const pulled = new Map<string, string>();
  const breaches: string[] = [];
  let failures = 0;
  let unanswered: readonly Row[] = [];
  let checkpoint = '';
  let token = '';

  async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
    const server = typeof origin === 'string' ? origin : origin();
    const response = await fetch(`${server}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async function register(): Promise<void> {
    const request = { fid: device, appId: 'soak', authVersion: 'FIS_v2', sdkVersion: 'soak' };
    const { authToken } = await call<{ authToken: { token: string } }>('/installations', request);
    token = authToken.token;
  }

  function nextRows(): readonly Row[] {
    const places = new Set(Array.from({ length: ROWS }, () => pickNumber(random, documents)));
    return [...places].map((place) => {
      const id = `${device}-${place}`;
      const base = newest.get(id);
      const content = { ...enquiryContent(`text ${createId()}`), FBUID: id, writeId: createId() };
      return {
        collection: 'contacts',
        ...(base === undefined ? {} : { assumedMasterState: { writeId: base } }),
        newDocumentState: content,
      };
    });
  }

  async function push(): Promise<void> {
    if (unanswered.length === 0) unanswered = nextRows();
    const { verdicts } = await call<PushResponse>(PUSH, { rows: unanswered });
    for (const { id, writeId, verdict, message } of verdicts) {
      // Only this device writes these documents, so every write has the newest state as its base.
      if (verdict !== 'accepted') breaches.push(`${writeId} of ${id}: ${verdict} ${message ?? ''}`);
      acknowledged.add(writeId);
      newest.set(id, writeId);
      onAcknowledged?.();
    }
    unanswered = [];
  }

  /** @returns whether that was all */
  async function pull(): Promise<boolean> {
    const path = `/${DATA_ENDPOINT}/contacts/pull?after=${encodeURIComponent(checkpoint)}&limit=${PAGE}`;
    const page = await call<PullPage>(path);
    for (const { FBUID, writeId = '' } of page.documents) pulled.set(FBUID, writeId);
    checkpoint = page.checkpoint;
    return page.documents.length < PAGE;
  }

  async function attempt(): Promise<void> {
    if (token === '') await register();
    await push();
    if (random() < 0.2) await pull();
  }

  return {
    acknowledged,
    pulled,
    newest,
    breaches,
    get failures() {
      return failures;
    },
    async run(isStopped) {
      while (!isStopped()) {
        try {
          await attempt();
        } catch {
          // The server was killed, or the connection belonged to its previous process.
          failures += 1;
        }
      }
    },
    async finish() {
      if (token === '') await register();
      if (unanswered.length > 0) await push();
      while (!(await pull()));
    },
  };
}
