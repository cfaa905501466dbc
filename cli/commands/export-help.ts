export const EXPORT_EXAMPLES = [
  'nankeen export products -o products.ndjson',
  'nankeen export products -o products.csv',
  'nankeen export products contacts -o shop',
  'nankeen export --all --gzip -o everything',
  'nankeen export products --envelope --with-history -o products-history.ndjson',
  'nankeen export products --since 2026-03-02T09:00:00+11:00',
  'nankeen export contacts --format json | less',
];

/** Formats and what is promised, below the options. */
export const EXPORT_NOTES = `
Formats: ndjson, one document a line; json, an array; csv, a table; firestore, a page of
Firestore's REST interface (v1), {"documents":[{"name":…,"fields":{…}}]} with typed values.
By extension: .ndjson, .jsonl, .json, .csv, .firestore.json, each also with .gz. A name with
another extension needs --format.

Documents come ordered by id, without writeId and sync. While nothing changes, the same
command gives the same bytes again, packed ones too. A file is replaced only when
everything has arrived; beside it FILE.manifest.json (in a folder manifest.json) says how
many documents it holds and its sha256. Only you can read a new file; one that is replaced
keeps its rights. A symbolic link is not followed.

--envelope puts __id__, __sequence__, __writeId__, __updatedAt__, __updatedBy__ and
__deleted__ before a document's own fields, names that no field can have. --with-history
puts a line {"__history__":{…}} for each state behind it, the newest first. An import
takes the documents of such files and leaves the rest.

In a CSV, fields that aren't text everywhere are JSON, in columns called name:json;
texts that a spreadsheet would run as a formula begin with an apostrophe. Importing
the table undoes both.

Exit codes: 0 done, 2 the options don't fit each other, 3 no such collection, 6 token
refused, 7 server not reached or broken off, 11 file not writable.`;
