/** What the bank knows of the client. Read only: a change goes through the bank. */
import type { Client } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import { useFormatter, useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { supportEmail } from '../../session/support-email.ts';
import { Card } from '../../ui/surface.tsx';
import classes from './profile.module.css';

export function PersonalData({ client }: { client: Client }) {
  const t = useTranslations('profile');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const country = (code: string | null) => code && countryName(code, locale);
  const street = [client.addressLine1, client.addressLine2].filter(Boolean).join(', ');
  const town = [client.addressPostCode, client.addressTown].filter(Boolean).join(' ');
  const address = [street, town, country(client.addressCountry)].filter(Boolean).join(', ');
  const lines = [
    client.companyName
      ? { label: t('company'), value: client.companyName }
      : { label: t('name'), value: [client.firstName, client.lastName].filter(Boolean).join(' ') },
    { label: t('clientNumber'), value: client.number },
    { label: t('clientType'), value: t(client.companyName ? 'legal' : 'individual') },
    { label: t('state'), value: t(client.state === 'ACTIVE' ? 'active' : 'notActive') },
    { label: t('email'), value: client.email },
    { label: t('phone'), value: client.phone },
    { label: t('citizenship'), value: country(client.citizenship) },
    { label: t('residence'), value: country(client.residence) },
    { label: t('address'), value: address },
    { label: t('since'), value: format.dateTime(new Date(client.createdAt), { dateStyle: 'long' }) },
    {
      label: t('terms'),
      value: client.acceptedTerms.main && t('termsMain', { version: client.acceptedTerms.main }),
    },
  ];
  return (
    <Card flush>
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd data-empty={value ? undefined : ''}>{value || t('notGiven')}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>{t('changeHint', { email: supportEmail })}</p>
    </Card>
  );
}
