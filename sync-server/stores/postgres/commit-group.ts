import { createDocumentMap } from '#server/core/document-map.ts';
import type {
  CommitScope,
  CommitView,
  Decision,
  KnownWrite,
  StoredVerdict,
} from '#server/core/document-store.ts';
import type { StoredDocument } from '#server/core/stored-document.ts';
import { loadView, withSubjects, type LoadedView } from './commit-view.ts';
import type { Connection } from './connections.ts';
import { sendDecisions, type WriteOptions } from './write-decision.ts';
import type { RowReader } from '../rows.ts';

/** As many entries are sent at once: the database writes them while the next ones are decided. */
const SENT_AT_ONCE = 100;

/** A commit that waits. */
export interface Commit {
  readonly scope: CommitScope;
  readonly decide: (view: CommitView) => Decision<unknown>;
}

/** What a commit ended with; a decision that threw has written nothing. */
export type Outcome = { readonly decision: Decision<unknown> } | { readonly cause: unknown };

export interface GroupParts extends WriteOptions {
  readonly epoch: string;
  readonly rows: RowReader;
}

/**
 * Decides and writes commits one after the other, most of them in two round trips together: all that their scopes name
 * is read, each decision sees those before it, and all are written. What needs more than that comes after the others.
 */
export async function commitGroup(
  connection: Connection,
  commits: readonly Commit[],
  parts: GroupParts,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Commit, Outcome>();
  const together = commits.filter(({ scope }) => scope.jobs === undefined);
  if (together.length > 1) await decideTogether(connection, together, { parts, outcomes });
  for (const commit of commits) {
    if (!outcomes.has(commit)) outcomes.set(commit, await decideAlone(connection, commit, parts));
  }
  return commits.flatMap((commit) => outcomes.get(commit) ?? []);
}

async function decideTogether(
  connection: Connection,
  commits: readonly Commit[],
  { parts, outcomes }: { readonly parts: GroupParts; readonly outcomes: Map<Commit, Outcome> },
): Promise<void> {
  const scopes = commits.map(({ scope }) => scope);
  const loaded = await loadView(
    connection,
    {
      documents: scopes.flatMap(({ documents }) => documents),
      writeIds: scopes.flatMap(({ writeIds }) => writeIds),
      known: scopes.flatMap(({ known = [] }) => known),
    },
    parts,
  );
  const group = createGroupView(loaded);
  let decisions: Decision<unknown>[] = [];
  let entries = 0;
  const send = () => {
    sendDecisions(connection, decisions, loaded.newest, parts);
    [decisions, entries] = [[], 0];
  };
  for (const commit of commits) {
    const { view, isEnough } = group.viewOf(commit.scope);
    const outcome = tryTo(() => commit.decide(view));
    if (!isEnough() || ('decision' in outcome && outcome.decision.progress)) continue;
    outcomes.set(commit, outcome);
    if (!('decision' in outcome)) continue;
    group.add(outcome.decision);
    decisions.push(outcome.decision);
    entries += outcome.decision.history.length;
    if (entries >= SENT_AT_ONCE) send();
  }
  send();
}

/** What has been read, with the decisions of the group so far laid over it. */
function createGroupView({ view: read, hasRenames }: LoadedView) {
  const documents = createDocumentMap<StoredDocument>();
  const verdicts = new Map<string, StoredVerdict>();
  const writes = new Map<string, KnownWrite>();
  let { sequence } = read;
  return {
    viewOf(scope: CommitScope) {
      const named = createDocumentMap<true>();
      for (const key of withSubjects(scope.documents)) named.set(key, true);
      const writeIds = new Set(scope.writeIds);
      const collections = new Set(scope.documents.map(({ collection }) => collection));
      let isEnough = true;
      const more = () => {
        isEnough = false;
        return [];
      };
      const view: CommitView = {
        epoch: read.epoch,
        sequence,
        document: (key) => (named.get(key) ? (documents.get(key) ?? read.document(key)) : undefined),
        verdict: (id) => (writeIds.has(id) ? (verdicts.get(id) ?? read.verdict(id)) : undefined),
        write: (id) => (writeIds.has(id) ? (writes.get(id) ?? read.write(id)) : undefined),
        job: () => undefined,
        openJobs: more,
        productsWithPrice: more,
        renames: (collection) => (collections.has(collection) && !hasRenames(collection) ? [] : more()),
        renamedFrom: more,
      };
      return { view, isEnough: () => isEnough };
    },
    add(decision: Decision<unknown>): void {
      sequence += decision.history.length;
      for (const document of decision.documents) documents.set(document, document);
      for (const verdict of decision.verdicts)
        if (!verdicts.has(verdict.writeId) && !read.verdict(verdict.writeId))
          verdicts.set(verdict.writeId, verdict);
      for (const { writeId, collection, id, updatedBy, device } of decision.history)
        writes.set(writeId, { collection, id, updatedBy, device });
    },
  };
}

/** A decision may ask for what its scope could not name; then that is read, and the decision made again. */
async function decideAlone(
  connection: Connection,
  { scope, decide }: Commit,
  parts: GroupParts,
): Promise<Outcome> {
  const { view, newest, readMissing } = await loadView(connection, scope, parts);
  for (;;) {
    const outcome = tryTo(() => decide(view));
    if (await readMissing()) continue;
    if ('decision' in outcome) sendDecisions(connection, [outcome.decision], newest, parts);
    return outcome;
  }
}

function tryTo(decide: () => Decision<unknown>): Outcome {
  try {
    return { decision: decide() };
  } catch (cause) {
    return { cause };
  }
}
