/**
 * The shape of this bank's pain.001.001.09, in our own words: elements, their order and number, and their
 * texts. Narrower than the schema, like the SEPA rule books. A document of this shape is valid by ISO 20022's schema too.
 */
import { faultsAgainst } from '../processes/message-shape.ts';

const children: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf+'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  InitgPty: ['Nm'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf?',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf+',
  ],
  PmtTpInf: ['SvcLvl', 'LclInstrm?'],
  SvcLvl: ['Cd'],
  LclInstrm: ['Cd'],
  ReqdExctnDt: ['Dt'],
  Dbtr: ['Nm', 'PstlAdr?'],
  DbtrAcct: ['Id'],
  DbtrAgt: ['FinInstnId'],
  CdtTrfTxInf: ['PmtId', 'Amt', 'IntrmyAgt1?', 'CdtrAgt?', 'Cdtr', 'CdtrAcct', 'Purp?', 'RmtInf?'],
  PmtId: ['InstrId', 'EndToEndId', 'UETR?'],
  Amt: ['InstdAmt'],
  IntrmyAgt1: ['FinInstnId'],
  CdtrAgt: ['FinInstnId'],
  FinInstnId: ['BICFI'],
  Cdtr: ['Nm', 'PstlAdr?'],
  PstlAdr: ['StrtNm?', 'BldgNb?', 'PstCd?', 'TwnNm', 'Ctry'],
  CdtrAcct: ['Id'],
  Othr: ['Id'],
  Purp: ['Cd'],
  RmtInf: ['Ustrd?', 'Strd?'],
  Strd: ['CdtrRefInf'],
  CdtrRefInf: ['Tp', 'Ref'],
  Tp: ['CdOrPrtry', 'Issr?'],
  CdOrPrtry: ['Cd?', 'Prtry?'],
};

const id = /^.{1,35}$/u;
const amount = /^(?=.{1,19}$)\d{1,18}(\.\d{1,5})?$/;
const texts: Readonly<Record<string, RegExp>> = {
  MsgId: id,
  PmtInfId: id,
  InstrId: id,
  EndToEndId: id,
  UETR: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  CreDtTm: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,18}(\.\d{1,5})?$/,
  PmtMtd: /^TRF$/,
  Cd: /^[A-Z]{4}$/,
  Dt: /^\d{4}-\d{2}-\d{2}$/,
  Nm: /^.{1,140}$/u,
  IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  Id: /^.{1,34}$/u,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  ChrgBr: /^(SLEV|SHAR|DEBT|CRED)$/,
  InstdAmt: amount,
  StrtNm: /^.{1,70}$/u,
  BldgNb: /^.{1,16}$/u,
  PstCd: /^.{1,16}$/u,
  TwnNm: /^.{1,35}$/u,
  Ctry: /^[A-Z]{2}$/,
  Ustrd: /^.{1,140}$/u,
  Prtry: /^QRR$/,
  Issr: /^BBA$/,
  Ref: /^[A-Z0-9-]{1,35}$/,
};

/** Faults, by path; empty: none. */
export const faultsOf = (xml: string): string[] =>
  faultsAgainst({ namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09', children, texts }, xml);
