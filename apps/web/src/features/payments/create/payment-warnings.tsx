/** What is unusual about a payment, in plain words: the serious first. Letters that cannot travel are the reference field's to say. */
import { isSerious, type PaymentPreview } from '@calmly/contract';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';

export function PaymentWarnings({ preview }: { preview: PaymentPreview }) {
  const t = useTranslations('payments.create.warnings');
  const format = useFormatter();
  const { similar } = preview;
  const date = similar ? format.dateTime(new Date(similar.createdAt), { day: 'numeric', month: 'long' }) : '';
  const shown = preview.warnings
    .filter((warning) => warning !== 'sepa_characters')
    .toSorted((left, right) => Number(isSerious(right)) - Number(isSerious(left)));
  return shown.map((warning) => (
    <Notice key={warning} tone={isSerious(warning) ? 'error' : 'warning'} title={t(`${warning}.title`)}>
      {t(`${warning}.text`, { name: preview.creditorName, date })}
      {similar && (warning === 'duplicate' || warning === 'near_duplicate') && (
        <>
          {' '}
          <Link className="link" to="/payments" search={{ payment: similar.id }}>
            {similar.number}
          </Link>
        </>
      )}
    </Notice>
  ));
}
