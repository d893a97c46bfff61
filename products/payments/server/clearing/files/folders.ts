/**
 * Moves files out of the inbox, to `done/` or `failed/`. No file there is overwritten: if the name is taken, a part of the hash is added to
 * it.
 */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { syncDirectory } from './outbox.ts';

export type Folder = 'done' | 'failed';

/** Moves a file out of the inbox; its name there. Undefined: another process has moved it. */
export async function moveTo(
  inbox: string,
  folder: Folder,
  file: { readonly name: string; readonly hash: Buffer },
): Promise<string | undefined> {
  const directory = join(inbox, folder);
  await mkdir(directory, { recursive: true });
  const name = await reserve(directory, file);
  try {
    await rename(join(inbox, file.name), join(directory, name));
  } catch (error) {
    await rm(join(directory, name));
    if (!isCode(error, 'ENOENT')) throw error;
    return undefined;
  }
  await syncDirectory(directory);
  return name;
}

/** Makes an empty file of a free name, which the rename then replaces: a link would need a file system that has them. */
async function reserve(directory: string, file: { name: string; hash: Buffer }): Promise<string> {
  const { name: stem, ext } = parse(file.name);
  for (let tries = 0; ; tries += 1) {
    const more =
      tries === 0 ? '' : `.${file.hash.toString('hex').slice(0, 12)}${tries === 1 ? '' : `.${tries}`}`;
    const name = `${stem}${more}${ext}`;
    try {
      await (await open(join(directory, name), 'wx', 0o600)).close();
      return name;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
