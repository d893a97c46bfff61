/**
 * The euro foreign exchange reference rates of the European Central Bank: one file a day, about 16:00 CET on days on which TARGET is open. Units per euro.
 * Source: www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates, eurofxref-daily.xml.
 */
import { createXmlReader, type XmlElement, XmlRefused } from '@calmly/platform/files/xml.ts';
import { PartnerUnavailable } from '../../ask.ts';
import { readDecimal } from '../decimals.ts';
import { believable, type RatesRead } from './reading.ts';

const name = 'the source of reference rates';
/** The file has 30 currencies; its 90-day sister is another address. */
const limits = { bytes: 100_000, elements: 500, elementsBetweenTaken: 500, depth: 8, text: 1_000 };

/** Throws PartnerUnavailable. */
export function readEcb(text: string): RatesRead {
  const day = onlyDay(rootOf(text));
  const { time = '' } = day.attributes;
  const asOf = new Date(`${time}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(time) || Number.isNaN(asOf.getTime()))
    throw new PartnerUnavailable(`${name} names no day`);
  return believable(
    name,
    asOf,
    day.children.map(({ attributes: { currency = '', rate } }) => [currency, readDecimal(rate)] as const),
  );
}

function rootOf(text: string): XmlElement {
  const reader = createXmlReader({ rootName: 'Cube', limits });
  try {
    reader.write(Buffer.from(text));
    return reader.end().root;
  } catch (error) {
    if (error instanceof XmlRefused) throw new PartnerUnavailable(`${name}: ${error.fault}`);
    throw error;
  }
}

/** The outer cube has one for each day; a file of many days is not the one that was meant. */
function onlyDay({ children: [day, second] }: XmlElement): XmlElement {
  if (!day || second) throw new PartnerUnavailable(`${name} names no day, or several`);
  return day;
}
