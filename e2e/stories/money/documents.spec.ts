/** Anna finds a document that she attached to a payee, looks at it and saves it; a stranger checks one of her statements. */
import { readFile } from 'node:fs/promises';
import { addPayeeDocument, listBeneficiaries } from '@calmly/contract';
import { signInToApi } from '../../support/bank.ts';
import { anna, expect, expectAccessible, signIn, test } from '../../support/portal.ts';

/** One white pixel. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

test('every document of a client is in one list', async ({ page, baseURL }) => {
  const bank = await signInToApi(baseURL ?? '', anna);
  const { Items } = await bank.call(listBeneficiaries, { query: { limit: 1 } as never });
  const [payee] = Items;
  const fileName = 'Contract.png';
  await bank.call(addPayeeDocument, {
    params: { id: payee?.id ?? '' },
    body: { kind: 'SECONDARY', fileName, content: picture } as never,
  });
  await signIn(page);
  await page.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: fileName });
  await expect(row.first()).toBeVisible();
  await expectAccessible(page);

  await row
    .first()
    .getByRole('button', { name: `Preview ${fileName}` })
    .click();
  await expect(page.getByRole('dialog').getByRole('img', { name: fileName })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const saving = page.waitForEvent('download');
  await row
    .first()
    .getByRole('button', { name: `Download ${fileName}` })
    .click();
  expect((await saving).suggestedFilename()).toBe(fileName);

  await page
    .getByRole('searchbox')
    .or(page.getByLabel('File name, payee or payment number'))
    .first()
    .fill('no such file');
  await expect(page.getByText('No matching documents')).toBeVisible();
});

test('a stranger checks a document by its file and by its code', async ({ page, browser }) => {
  await signIn(page);
  await page.goto('/statements');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Balances on/ }).click();
  const letter = await readFile(await (await saving).path());

  const stranger = await browser.newPage();
  await stranger.goto('/verify');
  await expect(stranger.getByRole('heading', { level: 1, name: 'Check a document' })).toBeVisible();
  const check = (buffer: Buffer) =>
    stranger
      .getByLabel('Choose or drop the PDF')
      .setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer });
  await check(letter);
  await expect(stranger.getByText('Issued by Calmly, unchanged')).toBeVisible();
  await expectAccessible(stranger);
  const changed = Buffer.from(letter);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  await check(changed);
  await expect(stranger.getByText('This file was not issued by Calmly, or it was changed')).toBeVisible();

  await stranger.getByLabel('Code on the document').fill('7K2M');
  await stranger.getByRole('button', { name: 'Check the code' }).click();
  await expect(stranger.getByText('The code has 16 letters and digits')).toBeVisible();
  await stranger.getByLabel('Code on the document').fill('7k2m 9xq4 0t8b w3zc');
  await stranger.getByRole('button', { name: 'Check the code' }).click();
  await expect(stranger.getByText('This code is not from Calmly')).toBeVisible();
  await expect(stranger).toHaveURL(/\/verify\/7K2M9XQ40T8BW3ZC$/);
  await stranger.close();
});
