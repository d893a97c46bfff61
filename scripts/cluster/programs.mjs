/** The programs that a cluster needs, from Debian's packages. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };
const oldestPostgres = 15;
const ofPostgres = '/usr/lib/postgresql';
/** Administrators' programs are not on every user's path. */
const usual = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];

/**
 * Where they are installed: a path each, and the directory of PostgreSQL's.
 * @throws if one is missing, with the names of the packages
 */
export function findPrograms() {
  const missing = missingPackages(usual(), ofPostgres);
  if (missing.length > 0)
    throw new Error(
      `A cluster needs programs that are not installed. On Debian: apt-get install ${missing.join(' ')}`,
    );
  const find = (name) => findIn(usual(), name) ?? name;
  return {
    patroni: find('patroni'),
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    postgres: newestPostgres(ofPostgres) ?? '',
  };
}

/**
 * @param {readonly string[]} directories of programs
 * @param {string} postgresDirectory with a directory for each version of PostgreSQL
 */
export function missingPackages(directories, postgresDirectory) {
  const missing = Object.entries(packages).filter(([name]) => findIn(directories, name) === undefined);
  const hasPostgres = newestPostgres(postgresDirectory) !== undefined;
  return [...missing.map(([, its]) => its), ...(hasPostgres ? [] : ['postgresql'])];
}

const findIn = (directories, name) =>
  directories.map((directory) => join(directory, name)).find((file) => existsSync(file));

function newestPostgres(directory) {
  const versions = existsSync(directory) ? readdirSync(directory).map(Number) : [];
  const newest = Math.max(
    ...versions.filter((version) => existsSync(join(directory, `${version}/bin/postgres`))),
  );
  return newest >= oldestPostgres ? join(directory, `${newest}/bin`) : undefined;
}
