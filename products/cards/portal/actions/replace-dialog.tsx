/** Replaces a lost, stolen, damaged or expiring card: the new one takes its money, name and limits. */
import type { CardDetails } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconReplace } from '@tabler/icons-react';
import { canRenew } from '../card-state.ts';
import { DeliveryFields } from '../delivery/delivery-fields.tsx';
import { useAddressFaults } from '../delivery/use-address-faults.ts';
import { type ReplaceReason, replaceMutation, replaceReasons } from '../queries.ts';

interface ReplaceDialogProps {
  card: CardDetails;
  onClose: () => void;
  onReplaced: (id: string) => void;
}

export function ReplaceDialog({ card, onClose, onReplaced }: ReplaceDialogProps) {
  const t = useTranslations('cards.replace');
  const { locale } = useLocaleControl();
  const addressFaults = useAddressFaults();
  const isExpired = card.status === 'EXPIRED';
  const sentTo = card.delivery?.address;
  const form = useMoneyForm({
    intent: `cards.replace.${card.id}`,
    start: {
      reason: (isExpired ? 'renewal' : '') as ReplaceReason | '',
      isElsewhere: false,
      line: '',
      postCode: '',
      city: '',
      country: sentTo?.country ?? '',
    },
    read: ({ reason, isElsewhere, ...address }) => {
      const faults: Faults = {
        reason: reason === '' ? t('reasonMissing') : undefined,
        ...(isElsewhere && addressFaults(address)),
      };
      if (reason === '' || Object.values(faults).some((fault) => fault !== undefined)) return { faults };
      const { line, postCode, city, country } = address;
      const trimmed = { line: line.trim(), postCode: postCode.trim(), city: city.trim(), country };
      return { body: { reason, ...(isElsewhere && { address: trimmed }) } };
    },
    mutation: replaceMutation(card.id),
    onSent: (next) => {
      showSnackbar(t(card.kind === 'PLASTIC' ? 'ordered' : 'done', { lastFour: next.lastFour }));
      onReplaced(next.id);
    },
  });
  const { reason, isElsewhere } = form.values;
  const worksOn = reason === 'renewal' && !isExpired;
  return (
    <MoneyDialog
      icon={<IconReplace aria-hidden="true" />}
      title={t('title', { name: card.name })}
      text={t(card.kind === 'VIRTUAL' ? 'text' : worksOn ? 'textRenewal' : 'textPlastic')}
      confirm={t('confirm')}
      form={form}
      onCancel={onClose}
    >
      {!isExpired && (
        <FieldGroup label={t('why')} error={form.faults.reason}>
          <Grid gap={8}>
            {replaceReasons
              .filter((each) => each !== 'renewal' || canRenew(card, new Date()))
              .map((each) => (
                <RadioRow
                  key={each}
                  name="reason"
                  title={t(`reasons.${each}.title`)}
                  text={t(`reasons.${each}.text`)}
                  checked={each === reason}
                  onChange={() => form.change({ reason: each })}
                />
              ))}
          </Grid>
        </FieldGroup>
      )}
      {sentTo && (
        <FieldGroup label={t('sendTo')}>
          <Grid gap={8}>
            <RadioRow
              name="address"
              title={t('sameAddress')}
              text={[
                sentTo.line,
                `${sentTo.postCode} ${sentTo.city}`,
                countryName(sentTo.country, locale),
              ].join(', ')}
              checked={!isElsewhere}
              onChange={() => form.change({ isElsewhere: false })}
            />
            <RadioRow
              name="address"
              title={t('otherAddress')}
              text={t('otherAddressText')}
              checked={isElsewhere}
              onChange={() => form.change({ isElsewhere: true })}
            />
          </Grid>
        </FieldGroup>
      )}
      {sentTo && isElsewhere && <DeliveryFields form={form} />}
    </MoneyDialog>
  );
}
