export const IMPORT_EXAMPLES = [
  'nankeen import products catalogue.json',
  'nankeen import products catalogue.json --mode merge --verify',
  'nankeen import products shopify-export.csv --category drones --dry-run',
  'nankeen import products catalogue.json --with-pictures',
  "nankeen import theatres theatres.ndjson --id-field '_id.$oid'",
  "nankeen import plants couch.json --documents 'rows[].doc'",
  'gunzip -c contacts.ndjson.gz | nankeen import contacts -',
];

export const IMPORT_NOTES = `
Formats, detected from the content and the file's extension:
  JSON      an array of documents, {"documents": [ … ]}, or one document; --documents
            says where they are in any other object, e.g. rows[].doc, items, or * for
            a map of documents by their ids
  NDJSON    one document per line
  gzip      any of these, compressed
  Firestore documents of its REST API, {"name":…,"fields":{…}}, one per line, in an
            array or a page; typed values become plain ones
  MongoDB   Extended JSON as mongoexport writes it; typed values become plain ones
  Export    a file of \`nankeen export\`, also with --envelope and --with-history
  Rejects   a file that --rejects wrote: the raw text of each line
  CSV       the first line names the fields. Cells are text, unless --types detect finds
            a column of numbers or of true and false. In a column called name:json, cells
            are JSON values, and an empty cell is a missing field.
            \`nankeen export\` writes such tables.
  Products  a CSV for products has one product per row and any of the columns
              FBUID              (default: made from productName)
              productName, STUPID, productCategory, createdAt
              price              24990.00
              priceId, priceLabel
              image, imageAlt, imageCaption, image2, image2Alt, image2Caption …
              summary, detail1 … detail4, blurb, software, camera, useCases
                                 (each also with …Title and …Note)
              feature:LABEL, specification:LABEL, dimension:LABEL,
              shipping:LABEL, download:LABEL
                                 e.g. specification:Max flight time
              productImages:json and the other lists, complete
  Shopify   a product export; rows with the same handle become one product. Values that
            products don't have, such as vendor, inventory and SEO, are listed.

The server receives the file unchanged, reads all of it, then writes. An import is a job:
\`nankeen jobs\` lists it, \`nankeen undo\` reverses it. To continue an interrupted upload, run
the same command with --resume. Once the upload is complete, \`nankeen jobs resume\` works
too, without the file. Options that you don't repeat keep their values. The server keeps an
unfinished upload for seven days.
--on-conflict newer compares __updatedAt__ of an export with --envelope.

Missing fields are filled in: FBUID from id or _id, for products from the name, otherwise a
new id; createdAt from the existing document, otherwise the current time. writeId and sync
are ignored.

--with-pictures fetches the pictures of other hosts that the products name, sends them to
the shop's storage (each picture once, at most 8.4 MB and 40 megapixels, an AVIF 15), and
imports the products with the shop's own addresses. A picture that can't be fetched or
stored keeps its address, and is listed.

Exit codes: 0 done, 3 no unfinished import, 4 invalid documents in the file (with
--continue: they were skipped), 5 existing ids, --resume with another file, or another job
is running, 6 token refused, 7 server unreachable or of an incompatible version, 10 --verify
found differences, 11 file not readable, 130 interrupted: an upload can be resumed; a
running job stops after the current batch.`;
