/** Programs of Debian that some tests of `npm run test:all` need. A test without its programs fails and names the packages. */
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where Debian installs them; administrators' programs are not on every user's path. */
const directories = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/sbin'];

/** The program's path. Throws if it is not installed. */
export async function programOf(program: string, debianPackage: string): Promise<string> {
  for (const directory of directories()) {
    const path = join(directory, program);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error(`${program} is missing: apt-get install ${debianPackage}`);
}
