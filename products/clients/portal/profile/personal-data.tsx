/** The client's personal data, and how to change email, phone and address. */
import { type Client, companyUserGrade, requestAddressChange, requestContactChange } from '@calmly/contract';
import { countryName, supportEmail } from '@calmly/domain';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { usePhoneText } from '@calmly/portal-kit/shared/person/use-phone-text.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { FactLine } from '@calmly/ui/facts/fact-line.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AddressChanges } from './address-changes.tsx';
import classes from './profile.module.css';
import type { Change } from './profile-page.tsx';
import { addressChangesQuery } from './queries.ts';

const AddressDrawer = onDemand(async () => (await import('./address-drawer.tsx')).AddressDrawer);
const ContactDialog = onDemand(async () => (await import('./contact-dialog.tsx')).ContactDialog);

interface PersonalDataProps {
  client: Client;
  change: Change | undefined;
  onChange: (change: Change | undefined) => void;
}

/** The call that starts each change. */
const changes = {
  email: requestContactChange,
  phone: requestContactChange,
  address: requestAddressChange,
} as const;

export function PersonalData({ client, change, onChange }: PersonalDataProps) {
  const t = useTranslations('profile');
  const isActive = client.state === 'ACTIVE';
  const country = client.addressCountry ?? client.residence ?? '';
  const close = () => onChange(undefined);
  const lines = useLines(client);
  const requests = useInfiniteQuery(addressChangesQuery);
  // Only one request at a time; its card shows its state.
  const waits = requests.data?.some(({ state }) => state === 'WAITING') ?? false;
  return (
    <Stack gap={24}>
      <Card flush>
        <dl>
          {lines.map(({ label, value, part }) => (
            <FactLine key={label} name={label} value={value} missing={t('notGiven')}>
              {part === 'address' && waits && <span className={classes.waits}>{t('addressWaits')}</span>}
              {part && isActive && !(part === 'address' && waits) && (
                <NeedsRight endpoint={changes[part]} label={t('change')} size="s" align="end">
                  <Button
                    size="s"
                    variant="quiet"
                    aria-label={t(`changeWhat.${part}`)}
                    onClick={() => onChange(part)}
                  >
                    {t('change')}
                  </Button>
                </NeedsRight>
              )}
            </FactLine>
          ))}
        </dl>
        <Text size={13} tone="soft" className={classes.hint}>
          {t.rich('changeHint', {
            email: supportEmail,
            mail: (text) => (
              <a className="link" href={`mailto:${supportEmail}`}>
                {text}
              </a>
            ),
          })}
        </Text>
      </Card>
      <AddressChanges />
      {isActive && change === 'address' && !waits && <AddressDrawer country={country} onClose={close} />}
      {isActive && (change === 'email' || change === 'phone') && (
        <ContactDialog kind={change} country={country} onClose={close} />
      )}
    </Stack>
  );
}

interface Line {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly part?: Change;
}

function useLines(client: Client): readonly Line[] {
  const t = useTranslations('profile');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const phone = usePhoneText(client.phone ?? '');
  const country = (code: string | null) => code && countryName(code, locale);
  const street = [client.addressLine1, client.addressLine2].filter(Boolean).join(', ');
  const town = [client.addressPostCode, client.addressTown].filter(Boolean).join(' ');
  return [
    client.companyName
      ? { label: t('company'), value: client.companyName }
      : { label: t('name'), value: [client.firstName, client.lastName].filter(Boolean).join(' ') },
    { label: t('clientNumber'), value: client.number },
    { label: t('clientType'), value: t(client.companyName ? 'legal' : 'individual') },
    {
      label: t('state'),
      value: client.grade === companyUserGrade ? t('companyUser') : t(`states.${client.state}`),
    },
    { label: t('email'), value: client.email, part: 'email' },
    { label: t('phone'), value: phone, part: 'phone' },
    {
      label: t('address'),
      value: [street, town, country(client.addressCountry)].filter(Boolean).join(', '),
      part: 'address',
    },
    // Companies have no citizenship.
    ...(client.companyName ? [] : [{ label: t('citizenship'), value: country(client.citizenship) }]),
    { label: t('residence'), value: country(client.residence) },
    { label: t('since'), value: format.dateTime(new Date(client.createdAt), { dateStyle: 'long' }) },
  ];
}
