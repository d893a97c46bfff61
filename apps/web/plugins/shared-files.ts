/**
 * Bundles the modules that screens share into few files. By default the bundler makes a file for every set of screens with common modules:
 * the dashboard loaded ninety, most of them under a kilobyte, and a phone takes longer to request a small file than to run it.
 * Which modules a screen needs is known only after unused exports are removed. So a quick build comes first, without compiler and
 * minifier, and its files show which screens need which modules. Modules that the same *places* need then become one file. Every entry
 * page is a place, because a visitor must not load modules that only another page needs; the screens behind the sign-in count together.
 */
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { entryPages } from './entry-pages.ts';

const web = fileURLToPath(new URL('..', import.meta.url));

const places: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(entryPages.map(({ path, modules }) => [path.slice(1), modules])),
  /** Pages opened by a link, also for strangers. */
  linked: [
    'apps/web/src/app/layouts/desk-layout.tsx',
    'apps/web/src/app/layouts/oauth-layout.tsx',
    'apps/web/src/app/screens/money/get-paid.tsx',
    'apps/web/src/app/screens/not-found.tsx',
    'apps/web/src/app/screens/oauth.tsx',
    'apps/web/src/app/screens/verify.tsx',
    'products/programs/portal/index.ts',
    'products/sandbox/portal/index.ts',
  ],
  calls: ['packages/portal-kit/src/session/calls.ts'],
  shell: ['apps/web/src/app/shell/shell.tsx'],
  dashboard: ['products/accounts/portal/dashboard-screen.tsx'],
  screens: [
    'products/payees/portal/beneficiaries-screen.tsx',
    'products/payees/portal/beneficiary-forms-screen.tsx',
    'products/approvals/portal/inbox-screen.tsx',
    'apps/web/src/app/screens/money/payments.tsx',
    'products/clients/portal/profile-screen.tsx',
    'products/accounts/portal/requisites-screen.tsx',
    'products/payments/portal/exchange/index.ts',
    'products/payments/portal/payments/create.ts',
    'products/payments/portal/requests/create.ts',
  ],
};
/** Files that these places load on demand are places too: the panel of a select, the two-factor popup. */
const beforeSignIn = [...entryPages.map(({ path }) => path.slice(1)), 'linked', 'calls'];
/** Not on demand: routes and texts, which belong to one page. */
const isRouteOrTexts =
  /\/app\/screens\/|\/app\/shell\/|\/texts\/|\/portal\/(?:screens\.ts|[\w-]+-screen\.tsx)$/;

/** `config` is the part of the configuration shared with the quick build. */
export function sharedFiles(config: () => InlineConfig): Plugin {
  return {
    name: 'calmly-shared-files',
    apply: 'build',
    async config() {
      const output = await build({
        ...config(),
        configFile: false,
        root: web,
        logLevel: 'error',
        publicDir: false,
        build: { write: false, minify: false, cssMinify: false, reportCompressedSize: false },
      });
      const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
      const names = namesOf(chunks.filter((file) => file.type === 'chunk'));
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // The modules that every page starts with are one file.
                  { name: 'start', tags: ['$initial'], priority: 1 },
                  // Places that need a module need its imports too: they have the same name or one with more places.
                  { name: (id) => names.get(id) ?? null, includeDependenciesRecursively: false },
                ],
              },
            },
          },
        },
      };
    },
  };
}

/** The name of a module's file; without one the bundler decides. */
function namesOf(chunks: readonly Rolldown.OutputChunk[]): ReadonlyMap<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (name: string) => {
    const id = `/${name}`;
    const found = chunks.find(
      ({ facadeModuleId, moduleIds }) =>
        facadeModuleId?.endsWith(id) || moduleIds.some((one) => one.endsWith(id)),
    );
    if (!found) throw new Error(`shared files: no file of the build has ${name}`);
    return found.fileName;
  };
  /** These files and all their static imports. */
  const withImports = (files: Iterable<string>, found = new Set<string>()) => {
    for (const file of files) {
      if (found.has(file)) continue;
      found.add(file);
      withImports(byName.get(file)?.imports ?? [], found);
    }
    return found;
  };
  const start = withImports([chunkOf('apps/web/src/main.tsx')]);
  const needs = new Map(
    Object.entries(places).map(([place, modules]) => [place, withImports(modules.map(chunkOf))]),
  );
  const pages = new Set(Object.values(places).flat().map(chunkOf));
  const onDemand = new Set<string>();
  const opened = [start, ...beforeSignIn.map((place) => needs.get(place) ?? [])].flatMap((files) => [
    ...files,
  ]);
  for (const file of opened)
    for (const later of byName.get(file)?.dynamicImports ?? []) {
      const { facadeModuleId } = byName.get(later) ?? {};
      if (pages.has(later) || (facadeModuleId && isRouteOrTexts.test(facadeModuleId))) continue;
      for (const one of withImports([later]))
        if (!onDemand.has(one)) {
          onDemand.add(one);
          opened.push(one);
        }
    }
  needs.set('later', onDemand);
  return new Map(
    chunks
      .filter(({ fileName }) => !start.has(fileName))
      .flatMap(({ fileName, moduleIds }) => {
        const name = fileOf([...needs].flatMap(([place, files]) => (files.has(fileName) ? place : [])));
        return name === undefined ? [] : moduleIds.map((id) => [id, name] as const);
      }),
  );
}

const behindSignIn: ReadonlySet<string> = new Set(['shell', 'dashboard', 'screens']);
const entries: ReadonlySet<string> = new Set(entryPages.map(({ path }) => path.slice(1)));

/** The file for the modules that these places need; `undefined` if the bundler's own files are few enough. */
function fileOf(needed: readonly string[]): string | undefined {
  const others = needed.filter((place) => !behindSignIn.has(place));
  if (needed.includes('shell') || (needed.includes('dashboard') && needed.includes('screens')))
    return named([...others, 'portal']);
  const isEntry = needed.some((place) => entries.has(place));
  if (needed.includes('screens')) return isEntry ? named([...others, 'screens']) : undefined;
  return needed.includes('calls') || others.length > 1 ? named(others) : undefined;
}

/** Short, because the start file lists the names: `shared-lrp` holds the modules that login, register and the portal share. */
const named = (places: readonly string[]) => `shared-${places.map((place) => initials[place]).join('')}`;
const initials: Readonly<Record<string, string>> = {
  login: 'l',
  register: 'r',
  'forgot-password': 'f',
  linked: 'k',
  calls: 'c',
  dashboard: 'd',
  later: 'o',
  portal: 'p',
  screens: 's',
};
