/** The project's commands, as child processes or inside the test's own, without its environment. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Terminal } from '../../../src/command-line.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The compile cache of `npm start`, so that sources are not compiled at each start. */
export const compileCache = fileURLToPath(
  new URL('../../../../../node_modules/.cache/node', import.meta.url),
);

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** `npm run <name> -- …`, as a user types it; never rejects. */
export const npmRun = (name: string, parameters: readonly string[], env: Environment = {}) =>
  run('npm', ['run', '--silent', name, '--', ...parameters], env);

/** The script behind an npm command, by its path from the root. Half a second faster; never rejects. */
export const runScript = (path: string, parameters: readonly string[], env: Environment = {}) =>
  run(process.execPath, [join(root, path), ...parameters], env);

/** The same with a reader that is gone before anything is printed. */
export const runUnread = (path: string, parameters: readonly string[]) =>
  run(
    'bash',
    ['-c', 'set -o pipefail; "$@" | true', 'bash', process.execPath, join(root, path), ...parameters],
    {},
  );

/** Runs a command inside this process and captures its output, which saves the second that a new process takes to load the bank. */
export async function runHere(
  command: (parameters: string[], terminal: Terminal) => Promise<number>,
  parameters: readonly string[],
  env: Environment,
): Promise<CommandResult> {
  let out = '';
  let error = '';
  const code = await command([...parameters], {
    env,
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      error += text;
    },
  });
  return { code, out, error };
}

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
