/** The project's commands as child processes, without the test's own environment. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from './process.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** `npm run <name> -- …`, as a user types it; never rejects. */
export const npmRun = (name: string, parameters: readonly string[], env: Environment = {}) =>
  run('npm', ['run', '--silent', name, '--', ...parameters], env);

/** What npm runs: a script of `apps/server/src`. Half a second faster; never rejects. */
export const runScript = (name: string, parameters: readonly string[], env: Environment = {}) =>
  run(process.execPath, [join(root, 'apps/server/src', name), ...parameters], env);

function run(command: string, parameters: readonly string[], env: Environment): Promise<CommandResult> {
  const options = {
    cwd: root,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
  };
  return new Promise((resolve) => {
    execFile(command, parameters, options, (failure, out, error) =>
      resolve({ code: typeof failure?.code === 'number' ? failure.code : failure ? 1 : 0, out, error }),
    );
  });
}
