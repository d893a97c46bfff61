/** All paid and free services, by kind. */
import type { Price, PricedService } from '@calmly/contract';
import { useFeeText } from '@calmly/portal-kit/shared/amount/fee-text.ts';
import { pricesQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import classes from './terms.module.css';

const sections = {
  outgoing: ['SEPA', 'SEPA_INSTANT', 'SWIFT'],
  incoming: ['SEPA_INCOMING', 'SWIFT_INCOMING'],
  inside: ['OWN_ACCOUNTS', 'CALMLY_CLIENTS', 'EXCHANGE'],
  accounts: ['ACCOUNT', 'IBAN'],
  cards: ['VIRTUAL_CARD_INDIVIDUAL', 'VIRTUAL_CARD_COMPANY', 'CARD_TOP_UP'],
} as const satisfies Record<string, readonly PricedService[]>;
const sectionNames = Object.keys(sections) as (keyof typeof sections)[];
const zones = ['eu', 'inter'] as const;

interface PriceListProps {
  /** The account's currency. */
  currency: string;
  /** Only these kinds. */
  only?: readonly (keyof typeof sections)[];
}

export function PriceList({ currency, only = sectionNames }: PriceListProps) {
  const t = useTranslations('terms');
  const prices = useQuery(pricesQuery(currency));
  if (prices.isError) return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  return (
    <Grid gap={24} className={classes.prices} aria-busy={prices.isPending}>
      {only.map((name) => (
        <table key={name} className={classes.fees}>
          <caption>{t(`prices.${name}`)}</caption>
          {name === 'outgoing' && (
            <thead>
              <tr>
                <td />
                {zones.map((zone) => (
                  <th key={zone} scope="col">
                    {t(zone)}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rowsOf(prices.data ?? shapes, sections[name]).map((row) => (
              <PriceRow
                key={`${row[0].service} ${row[0].chargeBearer}`}
                row={row}
                byZone={name === 'outgoing'}
                loaded={!!prices.data}
              />
            ))}
          </tbody>
        </table>
      ))}
      {only === sectionNames && (
        <Text size={13} tone="soft">
          {t('feesText')}
        </Text>
      )}
    </Grid>
  );
}

interface PriceRowProps {
  row: Row;
  /** Whether there is a cell for each zone; otherwise one cell for a price that is the same everywhere. */
  byZone: boolean;
  loaded: boolean;
}

function PriceRow({ row, byZone, loaded }: PriceRowProps) {
  const t = useTranslations('terms');
  const feeText = useFeeText();
  const [{ service, chargeBearer }] = row;
  const texts = row.map(feeText);
  const same = row.length === 1 || (!byZone && texts.every((text) => text === texts[0]));
  const note = noteOf(service);
  return (
    <tr>
      <th scope="row">
        {t(`services.${service}`)}
        {(chargeBearer || note) && (
          <span>{chargeBearer ? t(`bearers.${chargeBearer}`) : note && t(note)}</span>
        )}
      </th>
      {same ? (
        <td colSpan={2}>{loaded && texts[0]}</td>
      ) : (
        row.map((price, index) => (
          <td key={price.zone} data-label={price.zone && t(price.zone)}>
            {loaded && texts[index]}
          </td>
        ))
      )}
    </tr>
  );
}

type Row = readonly [Price, ...Price[]];

/** The prices of these services in order; both zones of a service share a row. */
function rowsOf(prices: readonly Price[], services: readonly PricedService[]): Row[] {
  return services.flatMap((service) => {
    const own = prices.filter((price) => price.service === service);
    return [...Map.groupBy(own, ({ chargeBearer }) => chargeBearer).values()].flatMap(([first, ...rest]) =>
      first ? [[first, ...rest] as const] : [],
    );
  });
}

function noteOf(service: PricedService): 'exchangeNote' | 'cardNote' | undefined {
  if (service === 'EXCHANGE') return 'exchangeNote';
  return service.startsWith('VIRTUAL_CARD') ? 'cardNote' : undefined;
}

/** Placeholder rows while the list loads. */
const shapes: readonly Price[] = sectionNames
  .flatMap((name) => sections[name])
  .map((service) => ({
    service,
    zone: null,
    chargeBearer: null,
    currency: 'EUR',
    rate: '0',
    minimum: '0.00',
    surcharge: '0.00',
  }));
