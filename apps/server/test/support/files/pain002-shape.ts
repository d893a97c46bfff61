/**
 * The shape of this bank's pain.002.001.11 for payouts, in our own words and narrower than the schema. A document of this shape is valid by
 * ISO 20022's schema too (`npm run validate-files`).
 */
import { faultsAgainst } from '../processes/message-shape.ts';

const children: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrPmtStsRpt'],
  CstmrPmtStsRpt: ['GrpHdr', 'OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts*'],
  GrpHdr: ['MsgId', 'CreDtTm'],
  OrgnlGrpInfAndSts: [
    'OrgnlMsgId',
    'OrgnlMsgNmId',
    'OrgnlCreDtTm?',
    'OrgnlNbOfTxs?',
    'OrgnlCtrlSum?',
    'GrpSts',
  ],
  OrgnlPmtInfAndSts: ['OrgnlPmtInfId', 'PmtInfSts', 'TxInfAndSts+'],
  TxInfAndSts: ['OrgnlInstrId?', 'OrgnlEndToEndId?', 'TxSts', 'StsRsnInf?', 'AcctSvcrRef?', 'OrgnlTxRef?'],
  StsRsnInf: ['Rsn', 'AddtlInf*'],
  Rsn: ['Cd'],
  OrgnlTxRef: ['Amt'],
  Amt: ['InstdAmt'],
};

const id = /^.{1,35}$/u;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;
const texts: Readonly<Record<string, RegExp>> = {
  MsgId: id,
  CreDtTm: time,
  OrgnlMsgId: id,
  OrgnlMsgNmId: id,
  OrgnlCreDtTm: time,
  OrgnlNbOfTxs: /^\d{1,15}$/,
  OrgnlCtrlSum: /^(?=.{1,18}$)\d{1,17}(\.\d{1,16})?$/,
  GrpSts: /^(RCVD|ACTC|ACCP|ACSP|ACSC|PART|RJCT|PDNG)$/,
  OrgnlPmtInfId: id,
  PmtInfSts: /^(ACCP|ACSP|ACSC|PART|RJCT|PDNG)$/,
  OrgnlInstrId: id,
  OrgnlEndToEndId: id,
  TxSts: /^(ACSP|ACSC|RJCT|PDNG)$/,
  Cd: /^[A-Z]{2}[A-Z0-9]{2}$/,
  AddtlInf: /^.{1,105}$/u,
  AcctSvcrRef: id,
  InstdAmt: /^(?=.{1,19}$)\d{1,18}(\.\d{1,5})?$/,
};

/** Faults, by path; empty: none. */
export const faultsOf = (xml: string): string[] =>
  faultsAgainst({ namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.11', children, texts }, xml);
