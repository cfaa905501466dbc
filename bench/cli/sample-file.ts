import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createId } from '#shared/kernel/ids.ts';

/** An NDJSON file of documents. */
export interface SampleFile {
  readonly path: string;
  readonly documents: number;
  /** Average size of a document. */
  readonly bytes: number;
}

const WORDS = 'wind dust flight battery motor payload camera antenna survey range lift rotor'.split(' ');

/** Writes flight records with numbers, objects, lists and text. @param bytes approximate size of each */
export async function writeSampleFile(path: string, documents: number, bytes: number): Promise<SampleFile> {
  const file = createWriteStream(path);
  let written = 0;
  for (let index = 0; index < documents; index++) {
    const line = `${JSON.stringify(createRecord(index, bytes))}\n`;
    written += line.length;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return { path, documents, bytes: Math.round(written / documents) };
}

function createRecord(index: number, bytes: number): Readonly<Record<string, unknown>> {
  const record = {
    FBUID: `record-${createId()}`,
    createdAt: '2026-01-05T09:00:00.000+11:00',
    serial: index,
    isChecked: index % 3 === 0,
    place: { latitude: (index % 180) - 90, longitude: (index % 360) - 180 },
    legs: [1, 2].map((leg) => ({ leg, metres: (index * leg) % 9000, seconds: (index + leg) % 3600 })),
    notes: '',
  };
  const missing = Math.max(0, bytes - JSON.stringify(record).length);
  let notes = '';
  for (let at = index; notes.length < missing; at += 7) notes += `${WORDS[at % WORDS.length]} `;
  return { ...record, notes: notes.slice(0, missing) };
}
