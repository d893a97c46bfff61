import { describe, expect, test } from 'vitest';
import { addressesIn, addressFault } from './addresses.ts';

describe('the address of the database', () => {
  test.each([
    ['postgres://u:p@db/bank', ['postgres://u:p@db/bank']],
    ['postgresql://db:5433/bank?sslmode=require', ['postgresql://db:5433/bank?sslmode=require']],
    ['postgres://u@localhost/bank?host=%2Frun%2Fpg', ['postgres://u@localhost/bank?host=%2Frun%2Fpg']],
    ['postgres:///bank?host=/run/pg', ['postgres:///bank?host=/run/pg']],
    ['postgres://u@db/bank?target_session_attrs=primary', ['postgres://u@db/bank']],
    [
      'postgres://u:p%40w@db1:5432,db2:5433,db3/bank?target_session_attrs=read-write&sslmode=require',
      [
        'postgres://u:p%40w@db1:5432/bank?sslmode=require',
        'postgres://u:p%40w@db2:5433/bank?sslmode=require',
        'postgres://u:p%40w@db3/bank?sslmode=require',
      ],
    ],
    ['postgres://u@[::1]:5432,[::2]/bank', ['postgres://u@[::1]:5432/bank', 'postgres://u@[::2]/bank']],
  ])('%s leads to its hosts', (url, hosts) => {
    expect(addressFault(url)).toBeUndefined();
    expect(addressesIn(url).map((host) => host.url)).toEqual(hosts);
  });

  test('names a host without the password', () => {
    expect(addressesIn('postgres://u:secret@db1,db2:5433/bank').map(({ name }) => name)).toEqual([
      'db1:5432',
      'db2:5433',
    ]);
  });

  test.each([
    ['mysql://db/bank', 'must be an address such as postgres://user@host/name'],
    ['secret@db', 'must be an address such as'],
    ['postgres://u@db1,,db2/bank', 'must be an address such as'],
    ['postgres://u@db1:x,db2/bank', 'must be an address such as'],
    ['postgres://u@db1:70000/bank', 'must be an address such as'],
    ['postgres://u@/bank?host=db1,db2', 'must name several hosts before the database'],
    [
      'postgres://u@db1,db2/bank?target_session_attrs=any',
      'may have target_session_attrs=read-write or primary only',
    ],
    ['postgres://u@db1,db2/bank?target_session_attrs=standby', 'a standby is of no use to it'],
    [
      'postgres://u@db/bank?target_session_attrs=prefer-standby',
      'target_session_attrs=read-write or primary only',
    ],
  ])('%s is refused with the reason', (url, reason) => {
    expect(addressFault(url)).toContain(reason);
    expect(addressFault(url)).not.toContain('secret');
  });
});
