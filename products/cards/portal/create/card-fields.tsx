/** The fields of a new card. Limits and other rare options are collapsed. */
import { type Account, type CardOffer, cardKinds, cardNameLength, nameOnCardLength } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import type { Form } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { formFields } from '@calmly/ui/beside-summary.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { CheckboxField, RadioRow, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { DesignField } from '../actions/design-field.tsx';
import { LimitFields } from '../limits/limit-fields.tsx';
import classes from './create.module.css';
import type { CardDraft } from './draft.ts';
import { firstLastDay } from './use-card-form.ts';

const DeliveryFields = onDemand(async () => (await import('../delivery/delivery-fields.tsx')).DeliveryFields);
const HolderField = onDemand(async () => (await import('./holder-field.tsx')).HolderField);

interface CardFieldsProps {
  form: Form<CardDraft>;
  accounts: readonly Account[];
  account: Account | undefined;
  offer: CardOffer;
}

export function CardFields({ form, accounts, account, offer }: CardFieldsProps) {
  const t = useTranslations('cardOrder.form');
  const namesOf = useNames();
  const { values, faults, change, text, leave } = form;
  const isCompany = useClient().role === 'LEGAL';
  const left = (name: 'name' | 'nameOnCard') => ({ ...text(name), onBlur: () => leave(name) });
  return (
    <div className={formFields}>
      {offer.approvers.length > 0 && (
        <Notice tone="info" title={t('approval')}>
          {t('approvalText', { names: namesOf(offer.approvers) })}
        </Notice>
      )}
      <FieldGroup label={t('kind')}>
        <Grid gap={8}>
          {cardKinds.map((kind) => (
            <RadioRow
              key={kind}
              name="kind"
              title={t(`kinds.${kind}.title`)}
              text={t(`kinds.${kind}.text`)}
              checked={kind === values.kind}
              onChange={() => change({ kind })}
            />
          ))}
        </Grid>
      </FieldGroup>
      {offer.numberAtProcessor && values.kind === 'VIRTUAL' && (
        <Notice tone="warning">{t('numberKept')}</Notice>
      )}
      <TextField
        {...left('name')}
        label={t('name')}
        help={t('nameHelp')}
        maxLength={cardNameLength}
        autoComplete="off"
      />
      {isCompany && <HolderField form={form} />}
      <TextField
        {...left('nameOnCard')}
        label={t('nameOnCard')}
        help={t('nameOnCardHelp')}
        count={`${values.nameOnCard.length} / ${nameOnCardLength}`}
        maxLength={nameOnCardLength}
        autoComplete="off"
        translate="no"
      />
      <DesignField value={values.design} kind={values.kind} onChange={(design) => change({ design })} />
      {values.kind === 'PLASTIC' && <DeliveryFields form={form} />}
      <Picker
        label={t('feeAccount')}
        name="feeAccount"
        placeholder={t('feeAccount')}
        options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
        chosen={account?.id}
        onChoose={(accountId) => change({ accountId })}
        error={faults.feeAccount}
      />
      <details className={classes.more}>
        <summary>{t('more')}</summary>
        <div className={formFields}>
          <LimitFields
            value={values.limits}
            currency={isCurrency(offer.currency) ? offer.currency : 'EUR'}
            faults={faults}
            onChange={(limits) => change({ limits })}
          />
          <DateField
            label={t('validUntil')}
            optional
            name="validUntil"
            help={t('validUntilHelp')}
            min={firstLastDay()}
            value={values.validUntil}
            error={faults.validUntil}
            onChange={(validUntil) => change({ validUntil })}
          />
          {values.kind === 'VIRTUAL' && (
            <CheckboxField
              label={t('singleUse')}
              checked={values.isSingleUse}
              onChange={({ currentTarget: { checked } }) => change({ isSingleUse: checked })}
            />
          )}
        </div>
      </details>
      <FormMessage form={form} />
      <Button type="submit" size="l" block variant="accent">
        {t('continue')}
      </Button>
    </div>
  );
}
