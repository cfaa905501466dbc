import { builders } from '../products/builders.ts';
import type { Product } from '../products/product.ts';
import './contract.ts';
import type { Shot } from './contract.ts';
import { day } from './looks.ts';
import { Studio, type Picture } from './studio.ts';
import { isViewName, views, type ViewName } from './views.ts';

const canvas = document.querySelector('canvas');
if (!canvas) throw new Error('The page has no canvas.');
const studio = new Studio(canvas);
let current: { readonly id: string; readonly product: Product } | undefined;

/** Seven views share one build: geometry is the slow part of a product. */
function product(id: string): Product {
  if (current?.id === id) return current.product;
  const build = builders[id];
  if (!build) throw new Error(`There is no scene for the product "${id}".`);
  const built = build();
  current = { id, product: built };
  return built;
}

function picture(shown: Product, view: ViewName, passes: number): Picture {
  const { focus, ...change } = shown.views?.[view] ?? {};
  const framing = { ...views[view], ...change };
  return { subject: shown.body, framing, look: day, aperture: 0, passes, ...(focus ? { focus } : {}) };
}

window.pictureStage = {
  render: (shot: Shot): Promise<string> => {
    if (!isViewName(shot.view)) throw new Error(`There is no view "${shot.view}".`);
    studio.render(picture(product(shot.product), shot.view, shot.passes), shot.width, shot.height);
    return Promise.resolve(canvas.toDataURL('image/png'));
  },
};
