import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectAccessibleInEachLook } from '../support/expect-accessible.ts';
import { whenKept } from '../support/kept-forms.ts';
import { fillLogin } from '../support/login-page.ts';
import { setUpOwnShopWorld } from '../support/shop-world.ts';

// The browser logs the 409 of a pull whose access has just changed.
const world = setUpOwnShopWorld({ device: 'returning', allowedErrors: /status of 409/ });

const PLACEHOLDER = '/placeholders/template.svg';

async function enterAsStaff(): Promise<void> {
  const { page, shop } = world;
  await fillLogin(page, shop, shop.staff.email, shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/client$/);
}

const open = (path: string, page: Page = world.page) => page.goto(world.shop.origin + path);
const findHeading = (name: string) =>
  world.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const save = () => world.page.getByRole('button', { name: 'Save' }).click();

/** Opens the form of a new template, fills it in and saves it. @returns its id */
async function create(name: string): Promise<string> {
  const { page } = world;
  await open('/template/create');
  await page.getByLabel('Name').fill(name);
  await save();
  await findHeading(name);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

/** @returns the address that the picture will have */
async function choosePicture(background: string): Promise<string> {
  const { page } = world;
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const box = page.getByLabel('Address of the picture');
  const before = await box.inputValue();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: `${background}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect.poll(() => box.inputValue()).not.toBe(before);
  const address = await box.inputValue();
  expect(address).toMatch(/^\/pictures\/u\/[0-9a-f]{32}\.webp$/);
  return address;
}

const statusOf = async (path: string) => (await fetch(world.shop.origin + path)).status;

/** A template as stored on the server. */
async function read(id: string): Promise<unknown> {
  const response = await world.shop.admin(`/testing/data/templates/${id}`);
  return response.ok ? response.json() : undefined;
}

test('[R-RTE-15] [R-RTE-16] [R-RTE-17] [R-RTE-18] [R-VAL-09] [R-ENT-18] [R-GEN-04] [TP1] staff make a template and change it, and others see it without a reload', async () => {
  const { page } = world;
  const other = await (await world.newContext()).newPage();
  await open('/template', other);
  await other.getByText('There are no templates yet').waitFor();

  await enterAsStaff();
  await page.getByRole('link', { name: 'Templates' }).click();
  await findHeading('Templates');
  await page.getByRole('link', { name: 'New template' }).click();
  await findHeading('New template');
  await save();
  await page.getByText('required', { exact: true }).waitFor();
  await expectAccessibleInEachLook(page, 'the form of a template');
  await page.getByLabel('Name').fill('Airframe');
  await save();
  await findHeading('Airframe');
  expect(await page.getByRole('img', { name: 'Airframe' }).getAttribute('src')).toBe(PLACEHOLDER);
  await page.getByText('Confirmed').waitFor();
  await expectAccessibleInEachLook(page, 'a template');
  await other.getByRole('link', { name: 'Airframe', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Edit' }).click();
  await findHeading('Edit Airframe');
  await page.getByLabel('Name').fill('Airframe 2');
  await page.getByLabel('Address of the picture').fill('/pictures/recon-vtol/1.webp');
  await save();
  await findHeading('Airframe 2');
  await other.getByRole('link', { name: 'Airframe 2', exact: true }).waitFor();
  await expectAccessibleInEachLook(other, 'the list of templates');
});

test('[R-RTE-19] [TP2] the address for deprecating a template shows its edit screen unchanged', async () => {
  const { page } = world;
  await enterAsStaff();
  const id = await create('Mast');
  const describeForm = async () => {
    await findHeading('Edit Mast');
    return page.getByRole('main').innerText();
  };
  await open(`/template/${id}/update`);
  const text = await describeForm();
  await open(`/template/${id}/deprecate`);
  expect(await describeForm()).toBe(text);
  await page.getByLabel('Name').fill('Mast, short');
  await save();
  await findHeading('Mast, short');
  await expect.poll(() => read(id)).toMatchObject({ templateName: 'Mast, short' });
});

test('[TP1] [PB3] without a connection a template is made and shown, and is sent with the next one', async () => {
  const { page, context } = world;
  await enterAsStaff();
  await open('/template/create');
  await findHeading('New template');
  await context.setOffline(true);
  await page.getByLabel('Name').fill('Gimbal');
  await page.reload();
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Gimbal');
  await page.getByText('We kept what you typed').waitFor();
  await save();
  await findHeading('Gimbal');
  await page.getByText('Saved on this device').waitFor();
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  await page.reload();
  await findHeading('Gimbal');
  await context.setOffline(false);
  await page.getByText('Confirmed').waitFor();
  expect(await read(id)).toMatchObject({ templateName: 'Gimbal', templateImage: PLACEHOLDER });
});

test('[TP1] signed out, Save asks to sign in, and saves once that is done', async () => {
  const { page, shop } = world;
  await open('/template/create');
  await page.getByLabel('Name').fill('Landing gear');
  await save();
  const dialog = page.getByRole('dialog', { name: 'Sign in to save' });
  await dialog.waitFor();
  await expectAccessibleInEachLook(page, 'asked to sign in');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(shop.staff.email);
  await page.getByLabel('Password').fill(shop.staff.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await findHeading('Landing gear');
  await page.getByText('Confirmed').waitFor();
  await open('/template/create');
  await findHeading('New template');
  expect(await page.getByText('Not saved yet on this device').count()).toBe(0);
});

test('[TP1] while a colleague edits a template, a touched field offers both versions', async () => {
  const { page, shop } = world;
  await enterAsStaff();
  const id = await create('Wing');
  await open(`/template/${id}/update`);
  await page.getByLabel('Name').fill('Wing, mine');
  const json = { templateName: 'Wing, theirs', templateImage: '/pictures/recon-vtol/1.webp' };
  const path = `/testing/data/templates/${id}`;
  expect((await shop.admin(path, { method: 'PATCH', json })).ok).toBe(true);
  await page.getByText(/changed this to “Wing, theirs” just now/).waitFor();
  await expect.poll(() => page.getByLabel('Address of the picture').inputValue()).toBe(json.templateImage);
  await expectAccessibleInEachLook(page, 'a template that changed elsewhere');
  await page.getByRole('button', { name: 'Take theirs for Name' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Wing, theirs');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('Wing, mine');
  await save();
  await findHeading('Wing, mine');
  await expect.poll(() => read(id)).toMatchObject({ ...json, templateName: 'Wing, mine' });
});

test('[R-CAL-03] [R-CAL-05] [PB10] the list takes a field and its value from the address, and staff look for an id in a field', async () => {
  const { page } = world;
  await enterAsStaff();
  const id = await create('Skid');
  await create('Skid, long');
  await open('/template?field=templateName&value=Skid');
  await page.getByText('1 template', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Skid, long', exact: true }).waitFor();
  await page.getByLabel('Template id').fill(id);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByText('1 template', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?templateFBUID=${id}`);
  await page.getByRole('link', { name: 'Skid', exact: true }).click();
  await findHeading('Skid');
});

test('[R-ERR-05] [R-CAL-05] [TP3] without such a template its pages say "no document data selected"', async () => {
  const { page } = world;
  for (const path of ['/template/none', '/template/none/update', '/template/none/deprecate']) {
    await open(path);
    await page.getByText('no document data selected', { exact: true }).waitFor();
  }
  await expectAccessibleInEachLook(page, 'no such template');
});

test('[R-CAL-19] [FI4] [TP1] a picture that is chosen without a connection is shown at once, and sent later', async () => {
  const { page, context } = world;
  await enterAsStaff();
  await open('/template/create');
  await page.getByLabel('Name').fill('Tail');
  await context.setOffline(true);
  const address = await choosePicture('teal');
  await page.getByText('Saved on this device; it is sent when there is a connection').waitFor();
  await save();
  await findHeading('Tail');
  const width = () =>
    page.getByRole('img', { name: 'Tail' }).evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await context.setOffline(false);
  await expect.poll(() => statusOf(address), { timeout: 60_000 }).toBe(200);
});

test('[FI4] [TP1] a picture that is chosen and then discarded or replaced is never sent', async () => {
  const { page, context } = world;
  await enterAsStaff();
  await open('/template/create');
  await findHeading('New template');
  await context.setOffline(true);
  const discarded = await choosePicture('red');
  await whenKept(page, discarded);
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('What you typed was discarded.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Saved on this device; it is sent').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => page.getByLabel('Address of the picture').inputValue()).toBe('');

  const replaced = await choosePicture('green');
  const kept = await choosePicture('blue');
  await page.getByLabel('Name').fill('Fin');
  await save();
  await findHeading('Fin');
  await context.setOffline(false);
  await expect.poll(() => statusOf(kept), { timeout: 60_000 }).toBe(200);
  await page.goto(`${world.shop.origin}/sync`);
  await page.getByText('Everything is up to date.').waitFor();
  await expect.poll(() => page.getByText('Files waiting').count()).toBe(0);
  expect([await statusOf(discarded), await statusOf(replaced)]).toEqual([404, 404]);
});
