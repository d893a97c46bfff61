/** Mutation testing as a part of a run: it counts as one pass, or fails with the survivors. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../build/sources.mjs';
import { runCommand, tool } from './process.mjs';

/**
 * Runs stryker.config.mjs of a folder from scratch, because its cache of earlier runs misses changes in code that the rules import.
 * A score below the configuration's `break` is one failure.
 */
export async function runMutants(folder = root) {
  const reports = join(folder, '.cache', 'reports');
  const file = join(reports, 'mutants.json');
  rmSync(file, { force: true });
  const stryker = tool('@stryker-mutator/core/bin/stryker.js');
  const { code } = await runCommand(process.execPath, [stryker, 'run', '--force'], {}, folder);
  if (!existsSync(file)) throw new Error('Stryker ended without a report.');
  if (code === 0) return { passed: 1, failures: [] };
  const page = relative(root, join(reports, 'mutants.html'));
  return { passed: 0, failures: [{ name: 'mutants', reason: `${countSurvivors(file)}: ${page}` }] };
}

function countSurvivors(file) {
  const { files } = JSON.parse(readFileSync(file, 'utf8'));
  const mutants = Object.values(files).flatMap((each) => each.mutants);
  const ran = mutants.filter(({ status }) => status !== 'Ignored');
  const survivors = ran.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return `${survivors.length} of ${ran.length} mutants survive`;
}
