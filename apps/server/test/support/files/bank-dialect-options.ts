/** Differences between banks' camt messages. */

export interface Dialect {
  readonly name: string;
  readonly xml: string;
  /** What the version cannot say. */
  readonly lacks: ReadonlyArray<'otherReferences' | 'details'>;
}

export type Message = '052' | '053' | '054';

export interface Options {
  readonly name?: string;
  readonly message?: Message;
  readonly version: number;
  /** Before the names of elements: `ns2:`. */
  readonly prefix?: string;
  readonly namespace?: string;
  /** Around the document: a business message envelope. */
  readonly envelope?: boolean;
  readonly declaration?: string;
  /** Days with a time in them. */
  readonly times?: boolean;
  /** Zone of the times: booked shortly after midnight there it is still the day before elsewhere. */
  readonly zone?: string;
  /** Where a transaction's amount stands. */
  readonly amounts?: 'Amt' | 'TxAmt' | 'InstdAmt';
  /** Another currency before the account's own. */
  readonly foreignAmount?: boolean;
  /** Where what was paid for stands. */
  readonly text?: 'Ustrd' | 'Strd' | 'AddtlTxInf' | 'AddtlNtryInf';
  /** How a return is told. */
  readonly returns?: 'RtrInf' | 'RtrInf/Prtry' | 'BkTxCd' | 'GVC';
  readonly payer?: 'Dbtr' | 'UltmtDbtr' | 'Agt';
  /** How the account's own number is written. */
  readonly account?: 'IBAN' | 'Othr' | 'BBAN';
  readonly references?: 'entry' | 'transaction' | 'both' | 'none' | 'NONREF';
  readonly balances?: 'OPBD' | 'PRCD' | 'pages' | 'days' | 'none';
  readonly status?: 'text' | 'Cd';
  readonly indented?: boolean;
  readonly extension?: boolean;
}
