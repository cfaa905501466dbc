import Pdf from 'pdfkit';
import type { Product, ProductEntry } from '#shared/collections/products.ts';
import { POLICIES } from '#shared/domain/policies.ts';
import { toBoxImages, toCamera, toDetails, toSoftware, toSummary } from '#shared/domain/product-entries.ts';
import { findRelated } from '#shared/domain/product-relations.ts';
import { findFamilyTexts } from './family-texts.ts';

const MARGIN = 64;
const INK = '#14181d';
const SOFT = '#4d5560';
const LINE = '#d5d9de';
const SIGNAL = '#e2572b';
/** Fixed, so that the same product gives the same file. */
const DATE = new Date('2026-01-01T00:00:00Z');
const LABEL_WIDTH = 160;

/**
 * A product's manual: a tagged PDF whose text can be searched and read aloud.
 *
 * @param all every product, for those that go with it
 * @param source identifies the data it was made from
 */
export async function createManual(
  product: Product,
  all: readonly Product[],
  source: string,
): Promise<Buffer> {
  const title = `${product.productName}: user manual`;
  const doc = new Pdf({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Author: 'Nankeen', Keywords: source, CreationDate: DATE, ModDate: DATE },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise((resolve) => doc.on('end', resolve));

  const root = doc.struct('Document');
  doc.addStructure(root);
  const writer = createWriter(doc, root);
  writeTitle(writer, product);
  writeSections(writer, product, all);
  root.end();
  numberPages(doc, title);
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

type Writer = ReturnType<typeof createWriter>;

function createWriter(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) {
  const width = doc.page.width - 2 * MARGIN;
  const bottom = () => doc.page.height - MARGIN;
  const add = (type: string, draw: () => void) => void root.add(doc.struct(type, {}, draw));
  return {
    doc,
    width,
    root,
    heading(text: string) {
      if (doc.y > bottom() - 96) doc.addPage();
      doc.moveDown(1.2);
      add('H2', () => doc.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(text));
      doc.moveDown(0.4);
    },
    paragraph(text: string) {
      add('P', () => doc.font('Helvetica').fontSize(10.5).fillColor(INK).text(text, { lineGap: 2.5 }));
      doc.moveDown(0.5);
    },
    /** A short bold line and its text. */
    entry(label: string, text: string) {
      if (doc.y > bottom() - 48) doc.addPage();
      add('H3', () => doc.font('Helvetica-Bold').fontSize(10.5).fillColor(INK).text(label));
      add('P', () => doc.font('Helvetica').fontSize(10.5).fillColor(SOFT).text(text, { lineGap: 2.5 }));
      doc.moveDown(0.5);
    },
    list(items: readonly string[]) {
      const list = doc.struct('L');
      root.add(list);
      for (const item of items) {
        if (doc.y > bottom() - 32) doc.addPage();
        const point = doc.struct('LI');
        list.add(point);
        const { y } = doc;
        doc.font('Helvetica').fontSize(10.5);
        point.add(
          doc.struct('Lbl', {}, () => doc.fillColor(SIGNAL).text('•', MARGIN, y, { lineBreak: false })),
        );
        point.add(
          doc.struct('LBody', {}, () =>
            doc.fillColor(INK).text(item, MARGIN + 14, y, { width: width - 14, lineGap: 2.5 }),
          ),
        );
        point.end();
        doc.x = MARGIN;
        doc.moveDown(0.35);
      }
      list.end();
    },
    table(rows: readonly ProductEntry[]) {
      const table = doc.struct('Table');
      root.add(table);
      const textWidth = width - LABEL_WIDTH;
      for (const { label, value, description } of rows) {
        doc.font('Helvetica').fontSize(9.5);
        const cells = [value, description].filter((text) => text !== '');
        const height = cells.reduce((sum, text) => sum + doc.heightOfString(text, { width: textWidth }), 10);
        if (doc.y + height > bottom()) doc.addPage();
        const { y } = doc;
        doc.markContent('Artifact', { type: 'Layout' });
        doc
          .moveTo(MARGIN, y)
          .lineTo(MARGIN + width, y)
          .lineWidth(0.5)
          .stroke(LINE);
        doc.endMarkedContent();
        const row = doc.struct('TR');
        table.add(row);
        row.add(
          doc.struct('TH', {}, () =>
            doc
              .font('Helvetica')
              .fillColor(SOFT)
              .text(label, MARGIN, y + 5, { width: LABEL_WIDTH - 12 }),
          ),
        );
        row.add(
          doc.struct('TD', {}, () => {
            doc
              .font('Helvetica-Bold')
              .fillColor(INK)
              .text(value, MARGIN + LABEL_WIDTH, y + 5, { width: textWidth });
            if (description !== '')
              doc.font('Helvetica').fillColor(SOFT).text(description, { width: textWidth });
          }),
        );
        row.end();
        doc.x = MARGIN;
        doc.y = Math.max(doc.y, y + height) + 2;
      }
      table.end();
    },
  };
}

function writeTitle({ doc, root, width }: Writer, { productName }: Product): void {
  root.add(
    doc.struct('P', {}, () =>
      doc.font('Helvetica-Bold').fontSize(10).fillColor(SIGNAL).text('NANKEEN', { characterSpacing: 3 }),
    ),
  );
  doc.moveDown(1);
  root.add(
    doc.struct('H1', {}, () =>
      doc.font('Helvetica-Bold').fontSize(26).fillColor(INK).text(productName, { width }),
    ),
  );
  root.add(doc.struct('P', {}, () => doc.font('Helvetica').fontSize(13).fillColor(SOFT).text('User manual')));
  doc.moveDown(1);
}

function writeSections(writer: Writer, product: Product, all: readonly Product[]): void {
  const texts = findFamilyTexts(product.productCategory, product.FBUID);
  const { fits } = findRelated(product, all);
  writer.paragraph(toSummary(product).value);

  writer.heading('Safety');
  writer.list(texts.safety);

  writer.heading('In the box');
  writer.paragraph(toContents(product));

  writer.heading('Before the first use');
  writer.list(texts.firstUse);

  writer.heading('Every time');
  writer.list(texts.use);

  writer.heading('How it works');
  for (const { label, value } of toDetails(product)) writer.entry(label, value);
  for (const { label, value, description } of product.productFeatures)
    writer.entry(label, `${value} ${description}`);

  const software = toSoftware(product);
  if (software && product.productCategory === 'drones') {
    writer.heading(software.label);
    writer.paragraph(software.value);
  }
  const camera = toCamera(product);
  if (camera && product.productCategory === 'drones') {
    writer.heading(camera.label);
    writer.paragraph(camera.value);
  }

  writer.heading('Care and storage');
  writer.list(texts.care);

  if (fits.length > 0) {
    writer.heading('Goes with');
    writer.list(fits.map(({ productName }) => productName));
  }

  writer.heading('Specifications');
  writer.table(product.productSpecifications);

  writer.heading('Dimensions and weight');
  writer.table(product.productDimensions);

  writer.heading('Warranty and support');
  writer.paragraph(
    `The warranty covers faults in material and workmanship for ${POLICIES.warrantyMonths} months from delivery. Terms and claim procedure are on our site under Warranty.`,
  );
  writer.paragraph(
    '24/7 technical support comes with everything we sell: write to us on the Contact page and say what you see.',
  );
}

/** The last picture's caption as a sentence. */
function toContents(product: Product): string {
  const text = toBoxImages(product)[0]?.description.replace(/^In the box: /, '') ?? '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function numberPages(doc: PDFKit.PDFDocument, title: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Text below the margin would begin another page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc
      .font('Helvetica')
      .fontSize(8.5)
      .fillColor(SOFT)
      .text(`${title} · page ${page + 1} of ${count}`, MARGIN, doc.page.height - 40, { lineBreak: false });
    doc.endMarkedContent();
  }
}
