/** Merchants of the sandbox: invented names in real places, with what they usually charge. */
import type { CardChannel } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Merchant } from './issuer.ts';

export interface SandboxMerchant extends Merchant {
  readonly id: string;
  readonly city: string;
  readonly country: string;
  readonly currency: CurrencyCode;
  /** Least and most of a usual purchase, in minor units. */
  readonly usual: readonly [bigint, bigint];
  readonly channel: CardChannel;
}

type Entry = readonly [
  name: string,
  city: string,
  country: string,
  mcc: string,
  currency: CurrencyCode,
  usual: readonly [bigint, bigint],
  channel: CardChannel,
];

const entries: readonly Entry[] = [
  ['Kase Market', 'Tallinn', 'EE', '5411', 'EUR', [640n, 7_800n], 'CONTACTLESS'],
  ['Vanalinna Kohvik', 'Tallinn', 'EE', '5814', 'EUR', [320n, 1_450n], 'CONTACTLESS'],
  ['Sadama Taxi', 'Tallinn', 'EE', '4121', 'EUR', [550n, 2_600n], 'ONLINE'],
  ['Põhja Fuel', 'Tartu', 'EE', '5541', 'EUR', [2_500n, 9_400n], 'CHIP'],
  ['Daugava Apteka', 'Riga', 'LV', '5912', 'EUR', [480n, 4_200n], 'CONTACTLESS'],
  ['Gediminas Books', 'Vilnius', 'LT', '5942', 'EUR', [900n, 5_600n], 'CHIP'],
  ['Suomenlinna Ferries', 'Helsinki', 'FI', '4111', 'EUR', [560n, 3_800n], 'CONTACTLESS'],
  ['Hotel Spreeblick', 'Berlin', 'DE', '7011', 'EUR', [9_800n, 32_000n], 'CHIP'],
  ['Elbe Electronics', 'Hamburg', 'DE', '5732', 'EUR', [1_900n, 89_900n], 'ONLINE'],
  ['Bahnhof Bäckerei', 'Munich', 'DE', '5462', 'EUR', [240n, 980n], 'CONTACTLESS'],
  ['Chez Odile', 'Paris', 'FR', '5812', 'EUR', [1_800n, 12_400n], 'CHIP'],
  ['Rivage Air', 'Paris', 'FR', '4511', 'EUR', [5_900n, 48_000n], 'ONLINE'],
  ['Atelier Lisboa', 'Lisbon', 'PT', '5651', 'EUR', [2_400n, 15_900n], 'CHIP'],
  ['Canal Bikes', 'Amsterdam', 'NL', '7519', 'EUR', [1_200n, 4_800n], 'ONLINE'],
  ['Nimbus Cloud', 'Dublin', 'IE', '7372', 'EUR', [900n, 24_000n], 'RECURRING'],
  ['Tonwelle Music', 'Stockholm', 'SE', '5815', 'SEK', [11_900n, 17_900n], 'RECURRING'],
  ['Fjord Outdoors', 'Gothenburg', 'SE', '5941', 'SEK', [29_900n, 249_900n], 'CHIP'],
  ['Wawel Gallery', 'Krakow', 'PL', '7991', 'PLN', [2_500n, 12_000n], 'CONTACTLESS'],
  ['Vltava Bistro', 'Prague', 'CZ', '5812', 'CZK', [18_000n, 140_000n], 'CHIP'],
  ['Harbour Tea', 'London', 'GB', '5814', 'GBP', [350n, 1_600n], 'CONTACTLESS'],
  ['Albion Rail', 'London', 'GB', '4112', 'GBP', [890n, 14_500n], 'ONLINE'],
  ['Matterhorn Sport', 'Zermatt', 'CH', '5941', 'CHF', [3_900n, 42_000n], 'CHIP'],
  ['Inkwell Software', 'San Francisco', 'US', '5734', 'USD', [800n, 19_900n], 'RECURRING'],
  ['Hudson Deli', 'New York', 'US', '5814', 'USD', [600n, 3_400n], 'CONTACTLESS'],
  ['Kamo River Inn', 'Kyoto', 'JP', '7011', 'JPY', [9_000n, 42_000n], 'CHIP'],
  ['Seaside Casino', 'Riga', 'LV', '7995', 'EUR', [2_000n, 20_000n], 'CHIP'],
  ['Cash machine', 'Tallinn', 'EE', '6011', 'EUR', [2_000n, 20_000n], 'CASH'],
];

export const sandboxMerchants: readonly SandboxMerchant[] = entries.map(
  ([name, city, country, mcc, currency, usual, channel], index) => ({
    id: String(index + 1),
    name,
    city,
    country,
    mcc,
    currency,
    usual,
    channel,
  }),
);

/** The one with this id. */
export const findSandboxMerchant = (id: string): SandboxMerchant | undefined =>
  sandboxMerchants.find((merchant) => merchant.id === id);
