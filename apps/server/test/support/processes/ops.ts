/** The bank's staff at their desk: `npm run ops`, on the database of a test. */
import { type TestApp, testSecretKeys } from '../app.ts';
import { type CommandResult, runScript } from './commands.ts';

/** Runs the command; never rejects. */
export function ops(
  { database }: Pick<TestApp, 'database'>,
  ...parameters: string[]
): Promise<CommandResult> {
  return runScript('ops/ops.ts', parameters, {
    DATABASE_URL: database.pool.options.connectionString,
    SECRET_KEY: testSecretKeys.map((key) => key.toString('base64')).join(),
  });
}
