import type { Page } from 'playwright-core';
import { openBrowser, openStage } from './browser.ts';
import { encode } from './encode.ts';
import { homeTasks, output, productTasks, type Task } from './tasks.ts';

/** Filters the tasks by `--views=1,5` or `--views=field`; without it all views are rendered. Views keep their numbers. */
function chosen(tasks: readonly Task[], argument: string | undefined): readonly Task[] {
  if (!argument) return tasks;
  const views = argument.split(',');
  return tasks.filter((task) => views.some((view) => task.target.endsWith(`/${view}`)));
}

async function photograph(page: Page, task: Task): Promise<Buffer> {
  const [width, height] = task.size;
  const { product, view, passes } = task;
  const address = await page.evaluate((shot) => window.pictureStage.render(shot), {
    product,
    view,
    width,
    height,
    passes,
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

const ids = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const viewArgument = process.argv.find((word) => word.startsWith('--views='))?.slice('--views='.length);

async function main(): Promise<void> {
  const started = Date.now();
  const browser = await openBrowser();
  // Encodes one picture while the next one renders.
  let encoding = Promise.resolve();
  try {
    const page = await openStage(browser);
    const all = ['home', ...(await page.evaluate(() => window.pictureStage.products))];
    const unknown = ids.filter((id) => !all.includes(id));
    if (unknown.length > 0)
      throw new Error(`Unknown pictures: ${unknown.join(', ')}. Known: ${all.join(', ')}.`);
    for (const id of ids.length > 0 ? ids : all) {
      const tasks = chosen(id === 'home' ? homeTasks : productTasks(id), viewArgument);
      for (const task of tasks) {
        const png = await photograph(page, task);
        await encoding;
        encoding = encode(png, task.target, task.encoding);
        console.info(`${Math.round((Date.now() - started) / 1000)} s  ${task.target.slice(output.length)}`);
      }
    }
    await encoding;
  } finally {
    await browser.close();
  }
}

await main();
