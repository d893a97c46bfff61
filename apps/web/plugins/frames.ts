/**
 * Renders the pages for visitors without a session, and writes them to `frames.json` for the server: the markup in each language, and
 * links to the files that the page needs next, so that the browser requests all of them at once.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { entryPages } from './entry-pages.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const web = join(here, '..');

const languages = ['en', 'ru'] as const;

/** `config` is the part of the build configuration shared with the portal's own build. */
export function frames(config: () => InlineConfig): Plugin {
  return {
    name: 'calmly-frames',
    apply: 'build',
    async writeBundle({ dir: outDir = '' }, bundle) {
      const drawn = await draw(config());
      const frames = entryPages.map((page) => [
        page.path,
        Object.fromEntries(
          languages.map((language) => [
            language,
            { head: headOf(bundle, page, language), body: drawn[page.path]?.[language] },
          ]),
        ),
      ]);
      await writeFile(join(outDir, 'frames.json'), JSON.stringify(Object.fromEntries(frames)));
    },
  };
}

/** The markup by path and language. */
async function draw(config: InlineConfig): Promise<Record<string, Record<string, string>>> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-frames-'));
  try {
    await build({
      ...config,
      configFile: false,
      root: web,
      logLevel: 'error',
      publicDir: false,
      // The modules run outside the bundler, from anywhere.
      ssr: { noExternal: true },
      build: { ...config.build, ssr: 'src/frames.tsx', outDir: directory, sourcemap: false, minify: false },
    });
    const argv = [
      join(here, 'draw-frames.mjs'),
      join(directory, 'frames.js'),
      ...entryPages.map(({ path }) => path),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, argv);
    return JSON.parse(stdout);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Links to the files that the page needs besides those that every page starts with. */
function headOf(
  bundle: Rolldown.OutputBundle,
  { modules, texts }: (typeof entryPages)[number],
  language: string,
): string {
  const wanted = [
    ...modules,
    ...(texts ? [texts.replace('*', language)] : []),
    ...(language === 'ru' ? ['packages/texts/src/ru/entry.ts'] : []),
  ];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (name: string) => {
    const id = `/${name}`;
    const found =
      chunks.find(({ moduleIds }) => moduleIds.some((moduleId) => moduleId.endsWith(id))) ??
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(id));
    if (!found) throw new Error(`frames: no file of the build has ${name}`);
    return found.fileName;
  };
  const begun = withImports(chunkOf('apps/web/src/main.tsx'), byName);
  const files = new Set<string>();
  for (const name of wanted)
    for (const file of withImports(chunkOf(name), byName)) if (!begun.has(file)) files.add(file);
  const styles = [...files].flatMap((file) => [...(byName.get(file)?.viteMetadata?.importedCss ?? [])]);
  const fonts = Object.keys(bundle).filter((file) =>
    (language === 'ru' ? /onest-(latin|cyrillic)-wght/ : /onest-latin-wght/).test(file),
  );
  return [
    // The first text is painted in its own typeface, so that nothing moves when the font arrives.
    ...fonts.map((file) => link('preload" as="font', file)),
    ...[...new Set(styles)].map((file) => link('stylesheet', file)),
    ...[...files].map((file) => link('modulepreload', file)),
  ].join('');
}

const link = (kind: string, file: string) =>
  `<link rel="${kind}" crossorigin href="/${file}" nonce="__CSP_NONCE__">`;

/** A file and all its static imports. */
function withImports(
  fileName: string,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const imported of byName.get(fileName)?.imports ?? []) withImports(imported, byName, found);
  return found;
}
