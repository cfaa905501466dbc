import { builders } from '../products/builders.ts';
import { boxContents } from '../products/box-contents.ts';
import type { Product } from '../products/product.ts';
import { layOut } from './box-layout.ts';
import './contract.ts';
import type { Shot } from './contract.ts';
import { flightPicture, isFlightName } from './flight.ts';
import { day } from './looks.ts';
import { Studio } from './studio.ts';
import { type Picture } from './picture.ts';
import { isViewName, views, type ViewName } from './views.ts';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('The page has no canvas.');
const studio = new Studio(canvas);
let current: { readonly id: string; readonly product: Product } | undefined;

/** Caches the last product's build, since geometry is slow and seven views share it. */
function product(id: string): Product {
  if (current?.id === id) return current.product;
  const build = builders[id];
  if (!build) throw new Error(`There is no scene for the product "${id}".`);
  const built = build();
  current = { id, product: built };
  return built;
}

function boxPicture(id: string, shown: Product, passes: number): Picture {
  const pieces = shown.unpacked?.() ?? [shown.body.clone()];
  const subject = layOut([...pieces, ...(boxContents[id]?.() ?? [])]);
  const framing = { ...views['in-the-box'], ...shown.views?.['in-the-box'] };
  return { subject, framing, look: day, passes };
}

function picture(id: string, view: ViewName, passes: number): Picture {
  const shown = product(id);
  if (view === 'in-the-box') return boxPicture(id, shown, passes);
  const { focus, ...change } = shown.views?.[view] ?? {};
  const framing = { ...views[view], ...change };
  return { subject: shown.body, framing, look: day, passes, ...(focus ? { focus } : {}) };
}

function pictureFor(shot: Shot): Picture {
  if (isFlightName(shot.view)) return flightPicture(product(shot.product), shot.view, shot.passes);
  if (isViewName(shot.view)) return picture(shot.product, shot.view, shot.passes);
  throw new Error(`There is no view "${shot.view}".`);
}

window.pictureStage = {
  products: Object.keys(builders),
  render: (shot: Shot): Promise<string> => {
    studio.render(pictureFor(shot), shot.width, shot.height);
    return Promise.resolve(canvas.toDataURL('image/png'));
  },
};
