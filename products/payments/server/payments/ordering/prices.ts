/** The price lists. They are written from the rules that charge, so that a client is shown what is taken. Pure. */
import type { Price, TransferFees } from '@calmly/contract';
import {
  type CurrencyCode,
  cardTopUpPercent,
  chargeBearers,
  type FeeRule,
  formatDecimal,
  parseDecimal,
  virtualCardFee,
} from '@calmly/domain';
import { exchangeMarginPercent, incomingFeeRule, outgoingFeeRule, type Zone } from './policy.ts';

const zones = ['eu', 'inter'] as const satisfies readonly Zone[];
const free: FeeRule = { rate: '0', minfixMinor: 0n, surchargeMinor: 0n };

type Service = Pick<Price, 'service'> & Partial<Pick<Price, 'zone' | 'chargeBearer'>>;

function price(service: Service, rule: FeeRule, currency: CurrencyCode): Price {
  return {
    zone: null,
    chargeBearer: null,
    ...service,
    currency,
    rate: rule.rate,
    minimum: formatDecimal(rule.minfixMinor, currency),
    surcharge: formatDecimal(rule.surchargeMinor, currency),
  };
}

/** Everything that has a price or is free; transfers in one currency, as `GET /fees` answers it. */
export function pricesIn(currency: CurrencyCode): Price[] {
  const percent = (rate: string): FeeRule => ({ ...free, rate });
  return [
    ...zones.flatMap((zone) => transferPrices(zone, currency)),
    price({ service: 'OWN_ACCOUNTS' }, free, currency),
    price({ service: 'CALMLY_CLIENTS' }, free, currency),
    price({ service: 'EXCHANGE' }, percent(exchangeMarginPercent), currency),
    price({ service: 'ACCOUNT' }, free, currency),
    price({ service: 'IBAN' }, free, currency),
    price({ service: 'VIRTUAL_CARD_INDIVIDUAL' }, cardIssue(virtualCardFee.individual), 'EUR'),
    price({ service: 'VIRTUAL_CARD_COMPANY' }, cardIssue(virtualCardFee.company), 'EUR'),
    price({ service: 'CARD_TOP_UP' }, percent(cardTopUpPercent), 'EUR'),
  ];
}

/** SEPA moves euro only. */
function transferPrices(zone: Zone, currency: CurrencyCode): Price[] {
  const sepa = currency === 'EUR' ? (['SEPA', 'SEPA_INSTANT'] as const) : [];
  return [
    ...sepa.map((service) =>
      price({ service, zone }, outgoingFeeRule(zone, service, currency, 'SHA'), currency),
    ),
    ...chargeBearers.map((chargeBearer) =>
      price(
        { service: 'SWIFT', zone, chargeBearer },
        outgoingFeeRule(zone, 'SWIFT', currency, chargeBearer),
        currency,
      ),
    ),
    ...(currency === 'EUR'
      ? [price({ service: 'SEPA_INCOMING', zone }, incomingFeeRule(zone, 'sepa', currency), currency)]
      : []),
    price({ service: 'SWIFT_INCOMING', zone }, incomingFeeRule(zone, 'swift', currency), currency),
  ];
}

const cardIssue = (amount: string): FeeRule => ({ ...free, minfixMinor: parseDecimal(amount, 'EUR') ?? 0n });

/** The table of transfers with its minimums in one currency, as `GET /fees/trans` answers it. */
export function transferFees(currency: CurrencyCode): TransferFees {
  const cell = ({ rate, minfixMinor }: FeeRule) => ({ rate, minfix: formatDecimal(minfixMinor, currency) });
  const type = (zone: Zone, name: 'sepa' | 'swift') => ({
    incoming: cell(incomingFeeRule(zone, name, currency)),
    outgoing: cell(outgoingFeeRule(zone, name === 'swift' ? 'SWIFT' : 'SEPA', currency, 'SHA')),
  });
  const zone = (name: Zone) => ({ sepa: type(name, 'sepa'), swift: type(name, 'swift') });
  return { inter: zone('inter'), eu: zone('eu') };
}
