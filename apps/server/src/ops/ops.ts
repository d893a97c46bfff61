/**
 * `npm run ops`: the bank's desk on the command line. Lists open decisions, shows one with its documents, and takes the decision, which
 * is audited under the name of the person who made it. Works with or without a running server. `help` explains each command (`help.ts`).
 *
 * Exit codes: 0 done, 1 refused or failed, 2 the command was not understood.
 */
import { Misunderstood } from '../command-line.ts';
import { readCommandLine, usageFor } from './command-line.ts';

const parameters = process.argv.slice(2);
try {
  const command = readCommandLine(parameters);
  if (typeof command === 'string') process.stdout.write(`${command}\n`);
  else await (await import('./run.ts')).run(command);
} catch (error) {
  process.exitCode = error instanceof Misunderstood ? 2 : 1;
  const sentence =
    error instanceof Misunderstood
      ? `${error.message}\n\n${usageFor(parameters)}`
      : (await import('./run.ts')).sentenceOf(error);
  process.stderr.write(`${sentence}\n`);
}
