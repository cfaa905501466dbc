export const IMPORT_EXAMPLES = [
  'nankeen import products catalogue.json',
  'nankeen import products shopify-export.csv --category drones --dry-run',
  "nankeen import theatres theatres.ndjson --id-field '_id.$oid'",
  'gunzip -c contacts.ndjson.gz | nankeen import contacts -',
];

export const IMPORT_NOTES = `
Formats, told by the content and the file's extension:
  JSON      an array of documents, or one document
  NDJSON    one document on each line
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

Documents get what they lack: FBUID from id, for products from the name, otherwise
a new one; createdAt is now, or stays what it was. writeId and sync are left out.

Exit codes: 0 done, 4 something in the input is wrong, 5 an id is taken (insert),
6 token refused, 7 server not reached or of another version, 11 file not readable.`;
