/** Named views of the list and its columns: a person's own, in one profile. */
import {
  changeView,
  deleteView,
  getListSettings,
  type SavedView,
  saveColumns,
  savedViewsMax,
  saveView,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let anna: SignedIn;
let boris: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  [anna, boris] = [await newClient(app), await newClient(app)];
});
afterAll(() => app.close());

const view: Omit<SavedView, 'id'> = {
  name: 'Rent',
  filter: { direction: 'DEBIT', period: 'thisMonth' },
  isDefault: false,
};
const settings = async ({ token }: Pick<SignedIn, 'token'>) =>
  (await app.call(getListSettings, {}, { token })).output;

test('only its owner keeps, changes and deletes a view', async () => {
  const { output: made } = await app.call(saveView, { body: view }, { token: anna.token });
  expect((await settings(anna)).views).toEqual([{ ...view, id: made.id }]);
  expect((await settings(boris)).views).toEqual([]);
  const params = { id: made.id };
  const body: Omit<SavedView, 'id'> = { ...view, name: 'Flat', filter: { status: ['EXECUTED'] } };
  for (const [{ token }, status] of [
    [boris, 404],
    [anna, 200],
  ] as const)
    expect((await app.call(changeView, { params, body }, { token })).status).toBe(status);
  expect((await settings(anna)).views[0]?.name).toBe('Flat');
  for (const [{ token }, status] of [
    [boris, 404],
    [anna, 204],
    [anna, 404],
  ] as const)
    expect((await app.call(deleteView, { params }, { token })).status).toBe(status);
});

test('views of colleagues, and of the same person in another profile, are apart', async () => {
  const firm = await createFirm(app);
  const [own, company, colleague] = [firm.boris.token, firm.boris.companyToken, firm.maria.companyToken];
  const save = (token: string) => app.call(saveView, { body: { ...view, isDefault: true } }, { token });
  const params = { id: (await save(company)).output.id };
  for (const token of [own, colleague]) {
    expect((await save(token)).status).toBe(201);
    expect((await app.call(deleteView, { params }, { token })).status).toBe(404);
  }
  // The others have a first view of their own; this one stays the first here, also when it is saved again.
  expect((await settings({ token: company })).views).toEqual([{ ...view, ...params, isDefault: true }]);
  const body = { ...view, isDefault: true, filter: { status: ['EXECUTED' as const] } };
  expect((await app.call(changeView, { params, body }, { token: company })).status).toBe(200);
  expect((await settings({ token: company })).views).toEqual([{ ...body, ...params }]);
});

test('the same name replaces the view, another view’s name is refused, one view at most opens first', async () => {
  const save = (body: Omit<SavedView, 'id'>) => app.call(saveView, { body }, { token: anna.token });
  const { output: first } = await save({ ...view, isDefault: true });
  const { output: again } = await save({ ...view, name: 'RENT', isDefault: true });
  expect(again.id).toBe(first.id);
  const { output: second } = await save({ ...view, name: 'Salaries', isDefault: true });
  expect((await settings(anna)).views.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['RENT', false],
    ['Salaries', true],
  ]);
  const clash = await app.call(changeView, { params: { id: second.id }, body: view }, { token: anna.token });
  expect(clash.status).toBe(400);
  expect(clash.text).toContain('Name');
});

test('views are limited in number, also when they are saved at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: savedViewsMax + 3 }, (_, n) =>
      app.call(saveView, { body: { ...view, name: `View ${n}`, isDefault: true } }, { token: boris.token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(savedViewsMax);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect((await settings(boris)).views.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('columns are kept per person; a view with unknown parts is refused', async () => {
  expect((await settings(anna)).columns).toBeNull();
  await app.call(saveColumns, { body: { columns: ['number', 'fee'] } }, { token: anna.token });
  await app.call(saveColumns, { body: { columns: ['fee'] } }, { token: anna.token });
  expect((await settings(anna)).columns).toEqual(['fee']);
  expect((await settings(boris)).columns).toBeNull();
});
