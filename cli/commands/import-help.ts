export const IMPORT_EXAMPLES = [
  'nankeen import products catalogue.json',
  'nankeen import products catalogue.json --mode merge --verify',
  'nankeen import products shopify-export.csv --category drones --dry-run',
  "nankeen import theatres theatres.ndjson --id-field '_id.$oid'",
  "nankeen import plants couch.json --documents 'rows[].doc'",
  'gunzip -c contacts.ndjson.gz | nankeen import contacts -',
];

export const IMPORT_NOTES = `
Formats, told by the content and the file's extension:
  JSON      an array of documents, {"documents": [ … ]}, or one document; --documents
            says where they are in any other object, e.g. rows[].doc, items, or * for
            a map of documents by their ids
  NDJSON    one document on each line
  gzip      any of these, packed
  Firestore documents of its REST interface, {"name":…,"fields":{…}}, one a line, in an
            array or a page; typed values become plain ones
  MongoDB   Extended JSON as mongoexport writes it; typed values become plain ones
  Export    our own, also with --envelope and --with-history
  Rejects   a file that --rejects wrote: each line's raw text
  CSV       the first line names the fields. Cells are text, unless --types detect finds
            a column of numbers, or of true and false; in a column called name:json they
            are JSON values, and an empty one is a missing field.
            \`nankeen export\` writes such tables.
  Products  a CSV for products has one product a row and any of the columns
              FBUID              (otherwise made from productName)
              productName, STUPID, productCategory, createdAt
              price              24990.00
              priceId, priceLabel
              image, imageAlt, imageCaption, image2, image2Alt, image2Caption …
              summary, detail1 … detail4, blurb, software, camera, useCases
                                 (each also with …Title and …Note)
              feature:LABEL, specification:LABEL, dimension:LABEL,
              shipping:LABEL, download:LABEL
                                 e.g. specification:Max flight time
              productImages:json and the other lists, whole
  Shopify   a product export; rows with one handle become one product. Vendor,
            inventory, SEO and whatever else has no place here is listed.

The file is uploaded as it is; the server reads all of it, then writes. An import is a
job: \`nankeen jobs\` lists it, \`nankeen undo\` takes it back. An upload that was cut goes
on where it ended with the same command and --resume; one that has arrived needs the
file no more, and \`nankeen jobs resume\` does the same. Options that aren't repeated are
those it began with. The server keeps an unfinished upload for seven days.
--on-conflict newer compares __updatedAt__ of an export with --envelope.

Documents get what they lack: FBUID from id or _id, for products from the name,
otherwise a new one; createdAt is now, or stays what it was. writeId and sync are left
out.

Exit codes: 0 done, 3 no unfinished import, 4 something in the file is wrong (with
--continue: and left out), 5 ids are taken, --resume with another file, or another job is
in the way, 6 token refused, 7 server not reached or of another version, 10 --verify found
differences, 11 file not readable, 130 interrupted: an upload can be resumed; the server
ends a job after its batch.`;
