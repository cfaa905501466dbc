import type { JobSpec } from '#shared/migration/job-spec.ts';
import { useAppStore } from '#pwa/data/app-store.ts';
import { fetchFields } from '#pwa/data/migration/admin-calls.ts';
import { Details } from '#pwa/ui/details.tsx';
import { countOf } from './count-of.ts';
import { toJobTarget } from './job-text.ts';
import styles from './migration.module.css';
import { LoadingLines, TryAgain } from './loading-lines.tsx';
import { useFetched } from '../use-fetched.ts';

/** What the target contains now, read from the server. */
export function JobResult({ spec }: { readonly spec: JobSpec }) {
  const target = toJobTarget(spec);
  if (target === undefined) return null;
  return (
    <Details title={`What ${target} holds now`}>
      <Contents collection={target} />
    </Details>
  );
}

function Contents({ collection }: { readonly collection: string }) {
  const app = useAppStore();
  const { status, value, reason, reload } = useFetched(collection, (signal) =>
    fetchFields(app, collection, 'target', signal),
  );
  if (status === 'failed')
    return <TryAgain what={`${collection} can’t be read.`} reason={reason} onTry={reload} />;
  if (!value) return <LoadingLines text={`Reading ${collection}`} />;
  const paths = value.fields.map(({ path }) => path).join(', ');
  return (
    <p className={styles.loadingLines}>
      {countOf(value.documents, 'document')} with {countOf(value.fields.length, 'field')}: {paths}
    </p>
  );
}
