const entry = (value: string) => ({ value, label: 'Label', description: '' });

/** A complete product as an export writes it. */
export function sampleProduct(id: string): Readonly<Record<string, unknown>> {
  return {
    FBUID: id,
    productName: `Product ${id}`,
    STUPID: `prod_${id}`,
    productCategory: 'drones',
    productImages: [entry('/pictures/a.webp')],
    productDescriptions: [entry('A sentence, with "quotes"\nand a second line.')],
    productFeatures: [],
    productSpecifications: [entry('45 min')],
    productDimensions: [],
    productShipping: [],
    productDownloads: [],
    productPrices: [entry('12850.00')],
    createdAt: '2026-11-21T12:15:00.000+11:00',
  };
}

export function toNdjson(documents: readonly object[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}

/** A Shopify export: two images out of order, two variants with different prices, a part without a recognizable type, a draft. */
export const SHOPIFY_CSV = [
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Image Src,Image Position,Image Alt Text,SEO Title,Status',
  'recon-vtol,Recon VTOL,"<p>Flies <b>90&nbsp;min</b>.</p><ul><li>PPK</li><li>61 MP &amp; more</li></ul>",Nankeen,Mapping drones,"survey, vtol",true,Payload,Camera,RV-C,4200,24990,https://cdn.example/2.jpg,2,Side view,Recon,active',
  'recon-vtol,,,,,,,,LiDAR,RV-L,5100,31990.5,https://cdn.example/1.jpg,1,Front view,,',
  'pack-6s,Pack 6S,Plain text,Nankeen,Drone batteries,,true,Title,Default Title,P6,1900,420,,,,,active',
  'prop-15,15x5 Set,,Nankeen,,"propeller, spare",true,Title,Default Title,,90,64.9,,,,,active',
].join('\r\n');
