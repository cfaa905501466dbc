import { useStore } from '#pwa/create-store.ts';
import { mapResults } from '../queries/use-query.ts';
import { useResults, type Results } from '../queries/use-results.ts';
import { sketchGeneration, whenSketches } from './sketch-handle.ts';
import type { RevisionRecord, Sketch } from './sketch-record.ts';
import type { SketchDatabase } from './sketch-store.ts';

/** Sketches on this device, the one changed last first; `undefined` until they are known. */
export function useSketches(): readonly Sketch[] | undefined {
  return useSketchQuery('list', (database) =>
    mapResults(database.sketches.find({ sort: [{ changedAt: 'desc' }] }).$, (found) =>
      found.map((sketch) => sketch.toJSON() as Sketch),
    ),
  );
}

/** One sketch as it is kept; `null` where there is none, `undefined` until that is known. */
export function useKeptSketch(id: string): Sketch | null | undefined {
  return useSketchQuery(`sketch ${id}`, (database) =>
    mapResults(database.sketches.findOne(id).$, (found) => (found ? (found.toJSON() as Sketch) : null)),
  );
}

/** Which version of an order was known last; `null` where none was, `undefined` until that is known. */
export function useKeptRevision(orderId: string): RevisionRecord | null | undefined {
  return useSketchQuery(`revision ${orderId}`, (database) =>
    mapResults(database.revisions.findOne(orderId).$, (found) => (found ? found.toJSON() : null)),
  );
}

function useSketchQuery<Result>(
  key: string,
  query: (database: SketchDatabase) => Results<Result>,
): Result | undefined {
  const generation = useStore(sketchGeneration);
  return useResults({
    place: `${generation} ${key}`,
    whenStore: whenSketches,
    query: ({ database }) => query(database),
  });
}
