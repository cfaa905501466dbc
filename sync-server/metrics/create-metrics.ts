import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createDeviceLags, type DeviceLags } from './device-lags.ts';
import type { Metrics, MetricSources, StorageMetric } from './metrics.ts';

export interface RenderedMetrics extends Metrics {
  readonly contentType: string;
  /** All metrics in Prometheus text format. */
  render(): Promise<string>;
}

let shared: Registry | undefined;

/** Memory, event-loop delay, garbage collection: measured once in a process, as measuring them never ends. */
function processMetrics(): Registry {
  if (!shared) {
    shared = new Registry();
    collectDefaultMetrics({ register: shared });
  }
  return shared;
}

/** Metrics of a server in a separate registry, and those of its process. */
export function createMetrics(sources: MetricSources): RenderedMetrics {
  const register = new Registry();
  const registers = [register];
  const ofProcess = processMetrics();
  addGauges(register, sources);
  for (const metric of sources.storage) addStorageMetric(register, metric);
  const verdicts = new Counter({
    name: 'nankeen_verdicts_total',
    help: 'Pushed writes by verdict.',
    labelNames: ['verdict'],
    registers,
  });
  const documents = new Counter({
    name: 'nankeen_pulled_documents_total',
    help: 'Documents in pulled pages.',
    registers,
  });
  const bytes = new Counter({
    name: 'nankeen_pulled_bytes_total',
    help: 'Bytes of pulled pages, uncompressed.',
    registers,
  });
  const views = new Counter({
    name: 'nankeen_page_views_total',
    help: 'Page views of people who agreed to be counted.',
    labelNames: ['page'],
    registers,
  });
  const renders = new Counter({
    name: 'nankeen_rendered_pages_total',
    help: 'Pages that were not in the cache: rendered and kept, rendered for one response, or left to the browser.',
    labelNames: ['result'],
    registers,
  });
  const alarms = new Counter({
    name: 'nankeen_mass_deletes_total',
    help: 'How often one account or device deleted many documents within a minute.',
    registers,
  });
  const lags = createDeviceLags();
  addDeviceLags(register, lags, sources);
  const lag = new Histogram({
    name: 'nankeen_pull_lag_sequences',
    help: 'How far behind the newest sequence a device was when it pulled.',
    buckets: [0, 1, 10, 100, 1000, 10_000, 100_000],
    registers,
  });
  const commits = new Histogram({
    name: 'nankeen_commit_seconds',
    help: 'Time from the call of a commit until it is on disk.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });

  return {
    pushed: (rows) => {
      const counts = new Map<string, number>();
      for (const { verdict } of rows) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      for (const [verdict, count] of counts) verdicts.inc({ verdict }, count);
    },
    pulled(page) {
      documents.inc(page.documents);
      bytes.inc(page.bytes);
      if (page.lag !== undefined) lag.observe(page.lag);
      if (page.device !== undefined) lags.pulled(page.device, page.sequence, sources.now());
    },
    committed: (seconds) => commits.observe(seconds),
    viewed: (page) => views.inc({ page }),
    rendered: (result) => renders.inc({ result }),
    deletedMany: () => alarms.inc(),
    contentType: register.contentType,
    render: () => Registry.merge([ofProcess, register]).metrics(),
  };
}

function addStorageMetric(register: Registry, { name, help, kind, read }: StorageMetric): Gauge | Counter {
  const about = { name, help, registers: [register] };
  if (kind === 'gauge')
    return new Gauge({
      ...about,
      collect() {
        this.set(read());
      },
    });
  return new Counter({
    ...about,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function addDeviceLags(register: Registry, lags: DeviceLags, sources: MetricSources): Gauge {
  return new Gauge({
    name: 'nankeen_device_lag_sequences',
    help: 'Lag behind the newest sequence of the devices furthest behind, of those that pulled within an hour.',
    labelNames: ['device'],
    registers: [register],
    async collect() {
      this.reset();
      const furthest = lags.furthestBehind(sources.sequence(), sources.now());
      for (const { device, lag } of furthest) this.set({ device }, lag);
    },
  });
}

function addGauges(register: Registry, sources: MetricSources): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.set(await read());
      },
    });
  gauge('nankeen_sequence', 'The newest global sequence.', sources.sequence);
  gauge('nankeen_open_streams', 'Number of open streams.', sources.openStreams);
  gauge('nankeen_page_cache_bytes', 'Size of the rendered pages in memory.', sources.pageCacheBytes);
  gauge('nankeen_last_backup_timestamp_seconds', 'Time of the newest backup; 0 if there is none.', async () =>
    Math.floor(((await sources.lastBackupAt()) ?? 0) / 1000),
  );
  gauge('nankeen_degraded', '1 while writes fail or a file is damaged.', () =>
    sources.isDegraded() ? 1 : 0,
  );
}
