/** Differences between banks' camt messages. */

export interface Dialect {
  readonly name: string;
  readonly xml: string;
  /** Elements that the version does not have. */
  readonly lacks: ReadonlyArray<'otherReferences' | 'details'>;
}

export type Message = '052' | '053' | '054';

export interface Options {
  readonly name?: string;
  readonly message?: Message;
  readonly version: number;
  /** Prefix of element names: `ns2:`. */
  readonly prefix?: string;
  readonly namespace?: string;
  /** A business message envelope around the document. */
  readonly envelope?: boolean;
  readonly declaration?: string;
  /** Days with a time. */
  readonly times?: boolean;
  /** Zone of the times: shortly after midnight there, it is still the day before elsewhere. */
  readonly zone?: string;
  /** The element of a transaction's amount. */
  readonly amounts?: 'Amt' | 'TxAmt' | 'InstdAmt';
  /** Another currency before the account's own. */
  readonly foreignAmount?: boolean;
  /** The element of the payment's text. */
  readonly text?: 'Ustrd' | 'Strd' | 'AddtlTxInf' | 'AddtlNtryInf';
  /** How a return is marked. */
  readonly returns?: 'RtrInf' | 'RtrInf/Prtry' | 'BkTxCd' | 'GVC';
  readonly payer?: 'Dbtr' | 'UltmtDbtr' | 'Agt';
  /** The form of the account's own number. */
  readonly account?: 'IBAN' | 'Othr' | 'BBAN';
  readonly references?: 'entry' | 'transaction' | 'both' | 'none' | 'NONREF';
  readonly balances?: 'OPBD' | 'PRCD' | 'pages' | 'days' | 'none';
  readonly status?: 'text' | 'Cd';
  readonly indented?: boolean;
  readonly extension?: boolean;
}
