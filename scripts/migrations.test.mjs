/** Migrations that would stop servers at work. Those up to 0360 ran while the bank was stopped. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBlocking } from './migrations/blocking.mjs';

const root = join(import.meta.dirname, '..');
const lastOffline = '0360';

const all = globSync('{apps/server/migrations,products/*/schema}/[0-9][0-9][0-9][0-9]_*.sql', { cwd: root })
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

test('no new migration blocks the servers that run beside it', () => {
  expect(all.length).toBeGreaterThan(150);
  expect(findBlocking(all.filter(({ name }) => name.slice(0, 4) > lastOffline))).toEqual([]);
});

test('control: the migrations of earlier releases did', () => {
  const blocking = new Set(findBlocking(all).map((fault) => fault.slice(0, 4)));
  expect(blocking.size).toBeGreaterThan(50);
});

const faultsIn = (...texts) => findBlocking(texts.map((text, index) => ({ name: `000${index + 1}`, text })));

test.each([
  ['create index one_id on one (id)', 'the index on one is not built concurrently'],
  [
    'create unique index if not exists one_id on only a.one using gin (id)',
    'the index on a.one is not built concurrently',
  ],
  ['-- small: two\ncreate index one_id on one (id)', 'the index on one is not built concurrently'],
  ['alter table one add constraint c check (id > 0)', 'the constraint of one is not NOT VALID'],
  ['alter table one add foreign key (id) references two', 'the constraint of one is not NOT VALID'],
  [
    'alter table one add constraint c unique (id)',
    'the constraint of one builds its index; add it USING INDEX',
  ],
  [
    'alter table one alter column id set not null',
    'NOT NULL of one.id reads the table; validate a check first',
  ],
  ['alter table one alter id type bigint', 'the type of a column of one changes'],
  [
    'alter table one alter column id set data type bigint using id + 1',
    'the type of a column of one changes',
  ],
  ['alter table one add x uuid default gen_random_uuid()', 'a column of one gets another value in each row'],
  ['alter table one add column x bigserial', 'a column of one gets another value in each row'],
  [
    'alter table one add x int generated always as (id * 2) stored',
    'a column of one gets another value in each row',
  ],
  ['alter table one add x int not null', 'a column of one is NOT NULL without a default'],
  ['alter table one add x int check (x > 0)', 'a column of one brings a constraint that reads the table'],
  [
    'alter table one add x int not null default 1 references two',
    'a column of one brings a constraint that reads the table',
  ],
  [
    'alter table one add x int, add constraint c check (x in (1, 2))',
    'the constraint of one is not NOT VALID',
  ],
  [
    'alter table one add constraint c check (id > 0) not valid; alter table one validate constraint c',
    'c is validated while the table is locked; validate it in a file of its own',
  ],
  ['alter table one set unlogged', 'one is rewritten'],
  ['alter table one attach partition two default', 'the partition of one is read while it is attached'],
  ['update one set id = 1', 'rows of one are changed in one statement; make it a backfill'],
  [
    'with old as (select 1) delete from a.one o using old where true',
    'rows of a.one are changed in one statement; make it a backfill',
  ],
  ["do $$ begin execute 'alter table one'; end $$", 'DO hides what it locks; write its statements'],
  ['reindex table one', 'REINDEX locks writers out'],
  ['lock table one', 'LOCK keeps others out until the migration ends'],
  ['truncate one', 'TRUNCATE locks readers out'],
  ['-- Serves: 355\nselect 1', '"-- Serves: 355" is not read'],
  ['-- transaction: off\nselect 1', '"-- transaction: off" is not read'],
])('control: %s', (text, fault) => {
  expect(faultsIn(text)).toEqual([`0001: ${fault}`]);
});

test.each([
  '-- transaction: none\ncreate index concurrently one_id on one (id)',
  'create table one (id int primary key check (id > 0)); create index on one (id); update one set id = 2',
  '-- small: ledger.currencies, two\nupdate ledger.currencies set exponent = 2; alter table two alter id set not null',
  `alter table one add x text not null default 'a, b', add y timestamptz default now(), add z uuid references two`,
  'alter table one add constraint c check (id > 0) not valid',
  'alter table one add constraint c unique using index one_id',
  'alter table one alter x set default 1, drop column y, drop constraint c',
  "insert into two values ('update one set id = 1'); -- update one set id = 1",
  'create function f() returns void language sql as $$ update one set id = 1; truncate one $$',
  'create trigger t after insert or update on one for each row execute function f()',
])('allowed: %s', (text) => {
  expect(faultsIn(text)).toEqual([]);
});

test('a column becomes NOT NULL in three files: a check, its validation, the column', () => {
  const add = 'alter table one add constraint c check (x is not null) not valid';
  const validate = 'alter table one validate constraint c';
  const tighten = 'alter table one alter x set not null, drop constraint c';
  expect(faultsIn(add, validate, tighten)).toEqual([]);
  expect(faultsIn(add, `${validate}; ${tighten}`)).toEqual([]);
  expect(faultsIn(add, tighten)).toEqual(['0002: NOT NULL of one.x reads the table; validate a check first']);
});
