/**
 * Parts of a pain.001 transaction that a payment does not carry, and missing parts that the schema requires. Unknown elements are named too, so that
 * nothing in a client's file is dropped silently. Pure.
 */
import type { PayoutField } from '@calmly/contract';
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import { all, find, textAt } from '@calmly/platform/iso20022/fields.ts';
import type { ReadWarning, ReadWarnings } from '../payout-file.ts';

/** Elements that are read, or are irrelevant to the payment. */
const known = {
  group: new Set([
    ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr'],
    ...['DbtrAcct', 'DbtrAgt', 'ChrgBr'],
  ]),
  transaction: new Set([
    ...['PmtId', 'PmtTpInf', 'Amt', 'ChrgBr', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'Purp', 'RmtInf'],
  ]),
  address: new Set(['AdrTp', 'StrtNm', 'BldgNb', 'PstCd', 'TwnNm', 'Ctry', 'AdrLine']),
};

/** Maximum length of one warning. */
const longest = 200;

/** `group`: the elements of its PmtInf by name. Undefined if there are no warnings. */
export function warningsOf(
  transaction: XmlElement,
  group: ReadonlyMap<string, XmlElement>,
): ReadWarnings | undefined {
  const found: Partial<Record<PayoutField, ReadWarning[]>> = {};
  const warn = (field: PayoutField, warning: ReadWarning) => {
    found[field] = [...(found[field] ?? []), warning];
  };
  const notSent = (field: PayoutField, elements: readonly XmlElement[]) => {
    if (elements.length === 0) return;
    const details = elements.map(describe).join(', ').slice(0, longest).toWellFormed();
    warn(field, { code: 'not_sent', details });
  };

  const speed = speedOf(find(transaction, 'PmtTpInf')) ?? speedOf(group.get('PmtTpInf'));
  if (speed !== undefined) warn('amount', { code: speed });
  notSent('fromAccount', unknownOf([...group.values()], known.group));
  const remittance = find(transaction, 'RmtInf');
  const [reference, ...otherReferences] = all(remittance, 'Strd').filter(hasReference);
  notSent('creditorReference', otherReferences);
  notSent('reference', [
    ...all(remittance, 'Strd')
      .filter((each) => each === reference || !hasReference(each))
      .flatMap(({ children }) => unknownOf(children, new Set(['CdtrRefInf']))),
    ...unknownOf(remittance?.children ?? [], new Set(['Ustrd', 'Strd'])),
  ]);
  notSent('street', unknownOf(find(transaction, 'Cdtr/PstlAdr')?.children ?? [], known.address));
  const purpose = find(transaction, 'Purp');
  if (purpose && !find(purpose, 'Cd')) notSent('purpose', [purpose]);
  notSent('name', unknownOf(transaction.children, known.transaction));

  if (!group.has('ReqdExctnDt')) warn('executionDate', { code: 'missing_in_file' });
  if (!find(group.get('DbtrAcct'), 'Id')) warn('fromAccount', { code: 'missing_in_file' });
  // NOTPROVIDED is the schema's value for none.
  if (textAt(transaction, 'PmtId/EndToEndId') === null) warn('endToEndId', { code: 'missing_in_file' });
  return Object.keys(found).length > 0 ? found : undefined;
}

const hasReference = (structured: XmlElement): boolean => find(structured, 'CdtrRefInf/Ref') !== undefined;

const unknownOf = (elements: readonly XmlElement[], names: ReadonlySet<string>): XmlElement[] =>
  elements.filter(({ name }) => !names.has(name));

function speedOf(type: XmlElement | undefined): ReadWarning['code'] | undefined {
  const level = textAt(type, 'SvcLvl/Cd');
  if (textAt(type, 'LclInstrm/Cd') === 'INST') return 'not_instant';
  const isUrgent = level === 'URGP' || level === 'SDVA' || textAt(type, 'InstrPrty') === 'HIGH';
  return isUrgent ? 'not_urgent' : undefined;
}

/** `UltmtCdtr (Anna Tamm)`: the element with its first text. */
function describe(element: XmlElement): string {
  const text = firstText(element).slice(0, 60);
  return text === '' ? element.name : `${element.name} (${text})`;
}

const firstText = ({ text, children }: XmlElement): string =>
  text.trim() || children.map(firstText).find((each) => each !== '') || '';
