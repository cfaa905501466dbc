export const IMPORT_EXAMPLES = [
  'nankeen import products catalogue.json',
  'nankeen import products catalogue.json --mode merge --verify',
  'nankeen import products shopify-export.csv --category drones --dry-run',
  "nankeen import theatres theatres.ndjson --id-field '_id.$oid'",
  'gunzip -c contacts.ndjson.gz | nankeen import contacts -',
];

export const IMPORT_NOTES = `
Formats, told by the content and the file's extension:
  JSON      an array of documents, {"documents": [ … ]}, or one document
  NDJSON    one document on each line
  gzip      any of these, packed
  Firestore documents of its REST interface, {"name":…,"fields":{…}}, one a line, in an
            array or a page; typed values become plain ones
  Export    our own, also with --envelope and --with-history
  Rejects   a file that --rejects wrote: each line's raw text
  CSV       the first line names the fields. Cells are text; in a column called
            name:json they are JSON values, and an empty one is a missing field.
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

Reading comes first, then sending. An import is a job: \`nankeen jobs\` lists it,
\`nankeen undo\` takes it back. Where it was interrupted, the same command with
--resume goes on behind the last document that was written.
--on-conflict newer compares __updatedAt__ of an export with --envelope.

Documents get what they lack: FBUID from id, for products from the name, otherwise
a new one; createdAt is now, or stays what it was. writeId and sync are left out.

Exit codes: 0 done, 3 no unfinished import, 4 something in the input is wrong (with
--continue: and left out), 5 ids are taken, or --resume with another input, 6 token refused,
7 server not reached or of another version, 10 --verify found differences, 11 file not
readable, 130 interrupted: it ends after the request under way.`;
