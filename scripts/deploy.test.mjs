/** The files of deploy/ name variables and figures that exist. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(join(root, path)).isFile());

const variables = new Set(
  [...read('platform/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name),
);
/** The server's own; those of Node and of each process are prom-client's. */
const figures = new Set(
  ['platform', 'providers', 'products', 'apps/server/src']
    .flatMap(filesIn)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [...read(path).matchAll(/\b(calmly_[a-z_]+)(?='|: \{)/g)].map(([, name]) => name)),
);

/** Without a histogram's suffixes. */
const figureNames = (text) =>
  [...new Set(text.match(/\bcalmly_[a-z_]+/g))].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
const unknownFigures = (text) => figureNames(text).filter((name) => !figures.has(name));

test.each([
  'deploy/prometheus/alerts.yaml',
  'deploy/prometheus/alerts.test.yaml',
  'deploy/grafana/calmly.json',
])('%s names figures of the server', (path) => {
  expect(figureNames(read(path)).length).toBeGreaterThan(1);
  expect(unknownFigures(read(path))).toEqual([]);
});

test('control: a figure that no server has is found', () => {
  expect(
    unknownFigures('rate(calmly_http_request_duration_seconds_count[5m]) > calmly_figure_of_nobody'),
  ).toEqual(['calmly_figure_of_nobody']);
});

test('an image is built from every workspace, if only from its package.json', () => {
  const kept = new Set([...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path));
  const { workspaces } = JSON.parse(read('package.json'));
  const places = workspaces.map((pattern) => pattern.replace(/\/\*$/, ''));
  expect(places.length).toBeGreaterThan(5);
  expect(places.filter((place) => !kept.has(place) && !kept.has(`${place}/package.json`))).toEqual([]);
});

/** Variables of other programs. */
const foreign = new Set(['CALMLY_ONE', 'CALMLY_TWO', 'POSTGRES_PASSWORD', 'POSTGRES_USER']);
const set = {
  'deploy/systemd/calmly.service': /(?<=^Environment=.*)\b([A-Z_]+)=/gm,
  'deploy/systemd/calmly-backup.service': /(?<=^Environment=.*)\b([A-Z_]+)=/gm,
  'deploy/container/Containerfile': /(?<=^ENV .*)\b([A-Z_]+)=/gm,
  'deploy/container/compose.yaml': /\b([A-Z][A-Z_]+):/g,
};

test.each(Object.entries(set))('%s sets variables of the server', (path, pattern) => {
  const names = [...read(path).matchAll(pattern)]
    .map(([, name]) => name)
    .filter((name) => !foreign.has(name));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !variables.has(name))).toEqual([]);
});

test('the dashboard can be imported into Grafana: every panel has a query and its own place', () => {
  const { panels } = JSON.parse(read('deploy/grafana/calmly.json'));
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect([panels.length, new Set(places).size]).toEqual([24, 24]);
  expect(panels.filter(({ targets }) => !targets.every(({ expr }) => expr.length > 0))).toEqual([]);
});
