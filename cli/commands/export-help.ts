export const EXPORT_EXAMPLES = [
  'nankeen export products -o products.ndjson',
  'nankeen export products -o products.csv',
  'nankeen export products contacts -o shop',
  'nankeen export --all --gzip -o everything',
  'nankeen export products --envelope --with-history -o products-history.ndjson',
  'nankeen export products --since 2026-03-02T09:00:00+11:00',
  'nankeen export contacts --format json | less',
];

/** Formats and guarantees, below the options. */
export const EXPORT_NOTES = `
Formats: ndjson, one document per line; json, an array; csv, a table; firestore, a page of
Firestore's REST API (v1), {"documents":[{"name":…,"fields":{…}}]} with typed values.
The extension selects the format: .ndjson, .jsonl, .json, .csv, .firestore.json, each also
with .gz. Any other extension needs --format.

Documents are ordered by id, without writeId and sync. As long as the data does not change,
the same command writes the same bytes, with gzip too. A file is replaced only after
everything has arrived. Next to it, FILE.manifest.json (in a folder, manifest.json) records
the number of documents and the sha256. Only you can read a new file; a replaced file keeps
its permissions. Symbolic links are not followed.

--envelope writes __id__, __sequence__, __writeId__, __updatedAt__, __updatedBy__ and
__deleted__ before a document's own fields; no field can have these names. --with-history
writes a line {"__history__":{…}} for each state after the document, newest first. An import
reads the documents of such files and ignores the rest.

In a CSV, a field that is not text in every document is JSON, in a column called name:json.
Text that a spreadsheet would run as a formula starts with an apostrophe. An import of the
table reverses both.

Exit codes: 0 done, 2 invalid combination of options, 3 no such collection, 6 token
refused, 7 server unreachable or connection lost, 11 file not writable.`;
