/**
 * What is unusual about a payment, in plain words: each serious thing by itself, the rest together under one sign. Letters that
 * cannot travel are the reference field's to say.
 */
import { isSerious, type PaymentPreview, type PaymentWarning } from '@calmly/contract';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './create.module.css';

export function PaymentWarnings({ preview }: { preview: PaymentPreview }) {
  const t = useTranslations('payments.create.warnings');
  const format = useFormatter();
  const { similar, creditorName: name } = preview;
  const told = preview.warnings.filter((warning) => warning !== 'sepa_characters');
  const textOf = (warning: Exclude<PaymentWarning, 'sepa_characters'>) => {
    if (!similar || (warning !== 'duplicate' && warning !== 'near_duplicate'))
      return t(`${warning}.text`, { name, date: '' });
    const date = format.dateTime(new Date(similar.createdAt), { day: 'numeric', month: 'long' });
    return (
      <>
        {t(`${warning}.text`, { date })}{' '}
        <Link className={`link ${classes.number}`} to="/payments" search={{ payment: similar.id }}>
          {similar.number}
        </Link>
      </>
    );
  };
  const mild = told.filter((warning) => !isSerious(warning));
  return (
    <>
      {told.filter(isSerious).map((warning) => (
        <Notice key={warning} tone="error" title={t(`${warning}.title`)}>
          {textOf(warning)}
        </Notice>
      ))}
      {mild.length > 0 && (
        <Notice tone="warning">
          <ul className={classes.warnings}>
            {mild.map((warning) => (
              <li key={warning}>
                <strong>{t(`${warning}.title`)}</strong>
                <span>{textOf(warning)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
