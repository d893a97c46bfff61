/** Text files of 1C, read in the real process. */

import { encoded, type PayoutFiles, payoutFiles } from '@calmly/server/test/support/files/payout-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let files: PayoutFiles;
beforeAll(async () => {
  files = await payoutFiles();
});
afterAll(() => files.close());

describe('files of 1C', () => {
  const order = (more = '') =>
    `СекцияДокумент=Платежное поручение\r\nНомер=17\r\nДата=21.11.2026\r\nСумма=1250.50\r\nПлательщикСчет=40702810000000000001\r\nПолучатель=ИНН 7700000000 ООО Ромашка\r\nПолучатель1=ООО Ромашка\r\nПолучательСчет=40702810000000000002\r\nПолучательБанк1=Банк\r\nПолучательБИК=044525225\r\n${more}КонецДокумента\r\n`;
  const file = (documents: string, encoding = 'Windows') =>
    `1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=${encoding}\r\nСекцияРасчСчет\r\nРасчСчет=40702810000000000001\r\nКонецРасчСчет\r\n${documents}КонецФайла\r\n`;
  const purpose = 'НазначениеПлатежа=Оплата по счёту 5\r\nв том числе НДС\r\n';

  test.each([
    ['Windows-1251', 'windows-1251', 'Windows'],
    ['DOS', 'ibm866', 'DOS'],
    ['UTF-8', 'utf-8', 'UTF-8'],
  ] as const)('in %s', async (_name, encoding, declared) => {
    const text = file(
      order(purpose) + order('НазначениеПлатежа1=Оплата\r\nНазначениеПлатежа2=аренды\r\n'),
      declared,
    );
    const { description, rows } = await files.read(encoded(text, encoding) ?? '');
    expect(description).toMatchObject({ kind: '1c', layout: '1c_client_bank', encoding });
    expect(description?.mapping[2]).toBe('account');
    expect(rows).toEqual([
      {
        line: 7,
        cells: [
          '40702810000000000001',
          'ООО Ромашка',
          '40702810000000000002',
          '044525225',
          'Банк',
          '1250.50',
          'Оплата по счёту 5 в том числе НДС',
          '17',
          '21.11.2026',
        ],
      },
      { line: 20, cells: expect.arrayContaining(['Оплата аренды']) },
    ]);
  });

  test('documents of other kinds are counted and left out', async () => {
    const other = order().replace('Платежное поручение', 'Банковский ордер');
    const { rows, end } = await files.read(file(order() + other));
    expect([rows.length, end?.otherDocuments]).toEqual([1, 1]);
  });

  test.each([
    ['ends too early', file(order()).replace('КонецФайла', ''), { code: 'damaged', part: 'КонецФайла' }],
    [
      'has a document within another',
      file(order().replace('КонецДокумента', '') + order()),
      { code: 'damaged', part: 'СекцияДокумент (7)' },
    ],
    ['has no documents', file(''), { code: 'empty' }],
  ])('one that %s is refused', async (_what, text, refusal) => {
    expect((await files.read(text)).refusal).toEqual(refusal);
  });
});
