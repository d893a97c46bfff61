/** The bank's staff at their desk: `npm run ops`, on the database of a test. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type TestApp, testSecretKeys } from './app.ts';
import { compileCache } from './process.ts';

const script = fileURLToPath(new URL('../../src/ops.ts', import.meta.url));

/** Runs the command; never rejects. */
export function ops(
  { database }: Pick<TestApp, 'database'>,
  ...parameters: string[]
): Promise<{ code: number; out: string; error: string }> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    DATABASE_URL: database.pool.options.connectionString,
    SECRET_KEY: testSecretKeys.map((key) => key.toString('base64')).join(),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...parameters], { env }, (failure, out, error) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? 1 : 0, out, error }),
    );
  });
}
