/**
 * A payment's warnings in one notice: the most serious in full, the others by name. Characters that cannot be sent are shown at the
 * reference field.
 */
import { isSerious, type PaymentPreview, type PaymentWarning } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';
import classes from './create.module.css';

type Shown = Exclude<PaymentWarning, 'sepa_characters' | 'payee_added_by_requester'>;

const isShown = (warning: PaymentWarning): warning is Shown =>
  warning !== 'sepa_characters' && warning !== 'payee_added_by_requester';

export function PaymentWarnings({ preview }: { preview: PaymentPreview }) {
  const t = useTranslations('payments.create.warnings');
  const format = useFormatter();
  const { similar, creditorName: name } = preview;
  const [first, ...others] = preview.warnings
    .filter(isShown)
    .toSorted((one, other) => Number(isSerious(other)) - Number(isSerious(one)));
  if (!first) return null;
  const date = similar ? format.dateTime(new Date(similar.createdAt), { day: 'numeric', month: 'long' }) : '';
  return (
    <Notice tone={isSerious(first) ? 'error' : 'warning'} title={t(`${first}.title`)}>
      <p>
        {t(`${first}.text`, { name, date })}{' '}
        {similar && (
          <Link className={`link ${classes.number}`} to="/payments" search={{ payment: similar.id }}>
            {similar.number}
          </Link>
        )}
      </p>
      {others.length > 0 && (
        <p>{t('also', { titles: others.map((each) => t(`${each}.title`)).join(' · ') })}</p>
      )}
    </Notice>
  );
}
