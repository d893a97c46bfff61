/**
 * One day of an account as many banks would write it: the versions of camt.052, camt.053 and camt.054, and banks' differences within
 * them. All contain the same: a credit with a payer and a text, our debit with its ids, a batch of two credits, a return, and a pending
 * entry. Based on public descriptions of the messages and of banks' formats.
 */
import { dialect } from './bank-dialect.ts';
import type { Dialect } from './bank-dialect-options.ts';

const versions = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/** The versions of each message, and the ways of banks. */
export const dialects: readonly Dialect[] = [
  ...(['053', '054', '052'] as const).flatMap((message) =>
    versions.map((version) => dialect({ message, version })),
  ),
  dialect({ name: 'a prefix for every element', version: 2, prefix: 'ns2:' }),
  dialect({ name: 'a prefix, newest version', version: 13, prefix: 'camt:' }),
  dialect({ name: 'in a business envelope', version: 8, envelope: true }),
  dialect({ name: 'Swift’s namespace', version: 2, namespace: 'urn:swift:xsd:camt.053.001.02' }),
  dialect({ name: 'Swift’s namespace with a sign', version: 3, namespace: 'urn:swift:xsd:$camt.053.001.03' }),
  dialect({ name: 'no declaration, a byte order mark', version: 2, declaration: '\ufeff' }),
  dialect({
    name: 'standalone, small letters',
    version: 4,
    declaration: '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
  }),
  dialect({ name: 'indented with tabs and CRLF', version: 2, indented: true }),
  dialect({ name: 'times without a zone', version: 2, times: true }),
  dialect({ name: 'times after midnight, east', version: 4, times: true, zone: '+02:00' }),
  dialect({ name: 'times after midnight, west', version: 8, times: true, zone: '-05:00' }),
  dialect({ name: 'days with a zone', version: 2, zone: '+01:00' }),
  dialect({ name: 'amounts in TxAmt, newest version', version: 13, amounts: 'TxAmt' }),
  dialect({ name: 'amounts in InstdAmt', version: 2, amounts: 'InstdAmt' }),
  dialect({ name: 'another currency beside the account’s', version: 8, foreignAmount: true }),
  dialect({ name: 'another currency first, old version', version: 2, foreignAmount: true }),
  dialect({ name: 'a structured reference', version: 4, text: 'Strd' }),
  dialect({ name: 'the text in AddtlTxInf', version: 2, text: 'AddtlTxInf' }),
  dialect({ name: 'the text in AddtlNtryInf', version: 2, text: 'AddtlNtryInf' }),
  dialect({ name: 'a return by a reason of the bank’s own', version: 2, returns: 'RtrInf/Prtry' }),
  dialect({ name: 'a return by the domain’s code', version: 4, returns: 'BkTxCd' }),
  dialect({ name: 'a return by the German code', version: 2, returns: 'GVC' }),
  dialect({ name: 'the payer as the ultimate debtor', version: 2, payer: 'UltmtDbtr' }),
  dialect({ name: 'the payer as a bank', version: 8, payer: 'Agt' }),
  dialect({ name: 'our account under Othr', version: 2, account: 'Othr' }),
  dialect({ name: 'our account as a BBAN', version: 2, account: 'BBAN' }),
  dialect({ name: 'references of transactions', version: 2, references: 'transaction' }),
  dialect({ name: 'references of both', version: 8, references: 'both' }),
  dialect({ name: 'no references', version: 2, references: 'none' }),
  dialect({ name: 'NONREF for a reference', version: 4, references: 'NONREF' }),
  dialect({ name: 'the previous closing balance', version: 2, balances: 'PRCD' }),
  dialect({ name: 'a page of several', version: 2, balances: 'pages' }),
  dialect({ name: 'balances of several days', version: 2, balances: 'days' }),
  dialect({ name: 'status as text in a new version', version: 8, status: 'text' }),
  dialect({ name: 'an extension of the bank’s own', version: 8, extension: true }),
];
