/** PDFs as other programs write them, and qpdf's view of one: qpdf and poppler are Debian packages that only full runs need. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import { type NamedFile, pageObjects, pdfOf, picture } from './files.ts';

const fonts = join(
  dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
  'fonts',
  'Roboto',
);
pdfmake.setFonts({
  Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') },
});

pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts));

/** A program's output. */
function run(
  program: string,
  debianPackage: string,
  args: readonly string[],
): { code: number; text: string } {
  const { error, status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 64 * 1024 * 1024 });
  if (error) throw new Error(`${program} cannot be run: install the Debian package ${debianPackage}`);
  return { code: status ?? 1, text: `${stdout}${stderr}` };
}

/** Runs `use` with a directory that is removed afterwards. */
function inDirectory<T>(use: (path: (name: string) => string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'calmly-pdf-'));
  try {
    return use((name) => join(directory, name));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Faults found by qpdf; empty if there are none. */
export const faultsOf = (pdf: Buffer): string =>
  inDirectory((path) => {
    writeFileSync(path('a.pdf'), pdf);
    const { code, text } = run('qpdf', 'qpdf', ['--check', path('a.pdf')]);
    return code === 0 ? '' : text;
  });

/** Every object of the file in one text, as qpdf resolves them. */
export const objectsOf = (pdf: Buffer): string =>
  inDirectory((path) => {
    writeFileSync(path('a.pdf'), pdf);
    return run('qpdf', 'qpdf', ['--json', '--json-key=qpdf', path('a.pdf')]).text;
  });

interface Writer {
  readonly name: string;
  readonly program: string;
  readonly debianPackage: string;
  readonly args: (from: string, to: string) => readonly string[];
}

const byQpdf = (name: string, ...options: readonly string[]): Writer => ({
  name,
  program: 'qpdf',
  debianPackage: 'qpdf',
  args: (from, to) => [from, to, ...options],
});

const writers: readonly Writer[] = [
  byQpdf('linearized', '--linearize'),
  byQpdf('with object streams', '--object-streams=generate'),
  byQpdf('without object streams', '--object-streams=disable'),
  byQpdf('laid open', '--qdf'),
  byQpdf('unpacked', '--stream-data=uncompress'),
  byQpdf('packed anew', '--recompress-flate', '--compression-level=9'),
  byQpdf('with line breaks before endstream', '--newline-before-endstream'),
  byQpdf('of version 1.4', '--force-version=1.4'),
  byQpdf('of version 2.0', '--force-version=2.0'),
  byQpdf('with joined contents', '--coalesce-contents'),
  byQpdf('linearized with object streams', '--linearize', '--object-streams=generate'),
  byQpdf('with its pages twice', '--pages', '.', '.', '--'),
  byQpdf('turned', '--rotate=90'),
  {
    name: 'of cairo',
    program: 'pdftocairo',
    debianPackage: 'poppler-utils',
    args: (from, to) => ['-pdf', from, to],
  },
  {
    name: 'of poppler',
    program: 'pdfunite',
    debianPackage: 'poppler-utils',
    args: (from, to) => [from, from, to],
  },
];

/** Each source in the output of each writer: at least seventy kinds. */
export async function pdfsOfWriters(): Promise<NamedFile[]> {
  const sources = await pdfSources();
  return sources.flatMap(({ name, bytes }) => [
    { name, bytes },
    ...writers.map(({ name: writer, program, debianPackage, args }) =>
      inDirectory((path) => {
        writeFileSync(path('from.pdf'), bytes);
        const { code, text } = run(program, debianPackage, args(path('from.pdf'), path('to.pdf')));
        // qpdf: 3 is "with warnings".
        if (code !== 0 && code !== 3) throw new Error(`${name} ${writer}: ${text}`);
        return { name: `${name} ${writer}`, bytes: readFileSync(path('to.pdf')) };
      }),
    ),
  ]);
}

async function pdfSources(): Promise<NamedFile[]> {
  const scan = `data:image/jpeg;base64,${(await picture('jpeg', { width: 600, height: 800 })).toString('base64')}`;
  const text = 'Total due 128.40 EUR. Счёт за электроэнергию.';
  const make = async (name: string, content: object[]): Promise<NamedFile> => ({
    name,
    bytes: await pdfmake.createPdf({ defaultStyle: { font: 'Roboto' }, content } as never).getBuffer(),
  });
  return [
    { name: 'a bill by hand', bytes: pdfOf(pageObjects()) },
    await make('a letter', [{ text: `${text} `.repeat(200) }]),
    await make('a scan', [{ image: scan, width: 400 }]),
    await make('a table', [
      { table: { body: Array.from({ length: 200 }, (_, row) => [`${row}`, text, '1.00']) } },
    ]),
    await make('a code with links', [
      { qr: 'BCD\n002\n1\nSCT', fit: 100 },
      { text, link: 'https://power.example' },
      { text: 'next', pageBreak: 'before', tocItem: true },
      { toc: { title: { text: 'Contents' } } },
    ]),
  ];
}

/** Distinct letters. */
export const pdfLetters = (count: number): Promise<NamedFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, number) => ({
      name: `letter ${number}`,
      bytes: await pdfmake
        .createPdf({
          defaultStyle: { font: 'Roboto', fontSize: 8 + (number % 7) },
          ...(number % 2 === 0 && { pageSize: 'A5' }),
          content: Array.from(
            { length: 1 + (number % 40) },
            (__, line) => `Line ${line} of letter ${number}`,
          ),
        } as never)
        .getBuffer(),
    })),
  );
