/** The bank's staff at their desk: `npm run ops`, on the database of a test. commands.test.ts runs it as a process. */
import { operate } from '../../../src/ops/operate.ts';
import { type TestApp, testSecretKeys } from '../app.ts';
import { type CommandResult, runHere } from './commands.ts';

/** Runs the command; never rejects. */
export function ops(
  { database }: Pick<TestApp, 'database'>,
  ...parameters: string[]
): Promise<CommandResult> {
  return opsWith({}, { database }, ...parameters);
}

/** The same with additional environment variables. */
export function opsWith(
  env: Readonly<Record<string, string>>,
  { database }: Pick<TestApp, 'database'>,
  ...parameters: string[]
): Promise<CommandResult> {
  return runHere(operate, parameters, {
    DATABASE_URL: database.pool.options.connectionString,
    SECRET_KEY: testSecretKeys.map((key) => key.toString('base64')).join(),
    ...env,
  });
}
