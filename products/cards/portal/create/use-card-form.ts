/** The form of a new card: its values, their errors, and the resulting order. */
import { type Account, type CardOffer, type CardOrder, zNameOnCard } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { addDays, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { type Form, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useAddressFaults } from '../delivery/use-address-faults.ts';
import { limitNames } from '../limits/controls.ts';
import { readLimits } from '../limits/limit-fields.tsx';
import { cardTermsVersion } from '../queries.ts';
import { type CardDraft, emptyDraft, keptCard } from './draft.ts';

/** The earliest possible last day. */
export const firstLastDay = (): string => addDays(localDay(new Date()), 1);

interface CardForm {
  readonly form: Form<CardDraft>;
  readonly account: Account | undefined;
  /** The order, if there are no errors. */
  readonly order: CardOrder | undefined;
}

/** `onReady` follows a submit without errors; the card is ordered later, with `order`. By default the first account pays. */
export function useCardForm(offer: CardOffer, accounts: readonly Account[], onReady: () => void): CardForm {
  const t = useTranslations('cardOrder.form');
  const addressFaults = useAddressFaults();
  const client = useClient();
  const accountOf = ({ accountId }: CardDraft) => accounts.find(({ id }) => id === accountId) ?? accounts[0];

  const faultsOf = (draft: CardDraft): Faults => {
    const { kind, name, nameOnCard, limits, validUntil } = draft;
    const read = readLimits(limits, 'EUR');
    const latin = zNameOnCard.safeParse(nameOnCard).success;
    return {
      name: name.trim() ? undefined : t('nameMissing'),
      nameOnCard: latin ? undefined : t('nameOnCardWrong'),
      validUntil: validUntil && validUntil < firstLastDay() ? t('validUntilPast') : undefined,
      feeAccount: accountOf(draft) ? undefined : t('noAccount'),
      ...('wrong' in read &&
        Object.fromEntries(
          limitNames.map((each) => [each, read.wrong.includes(each) ? t('limitWrong') : undefined]),
        )),
      ...(kind === 'PLASTIC' && addressFaults(draft)),
    };
  };
  const orderOf = (draft: CardDraft): CardOrder | undefined => {
    const account = accountOf(draft);
    const read = readLimits(draft.limits, 'EUR');
    const isFaulty = Object.values(faultsOf(draft)).some((fault) => fault !== undefined);
    if (!account || 'wrong' in read || isFaulty) return undefined;
    const { kind, design, holderId, line, postCode, city, country, isSingleUse, validUntil } = draft;
    return {
      kind,
      design,
      name: draft.name.trim(),
      nameOnCard: draft.nameOnCard.trim(),
      feeAccount: account.number,
      limits: read.limits,
      isSingleUse: kind === 'VIRTUAL' && isSingleUse,
      ...(holderId && { holderId }),
      ...(validUntil && { validUntil }),
      ...(kind === 'PLASTIC' && {
        address: { line: line.trim(), postCode: postCode.trim(), city: city.trim(), country },
      }),
      ...(!offer.termsAccepted && { termsVersion: cardTermsVersion }),
    };
  };
  const form = useForm<CardDraft, never, never>({
    start: () => emptyDraft(offer, client),
    kept: keptCard,
    live: true,
    read: (draft) => (orderOf(draft) ? { next: onReady } : { faults: faultsOf(draft) }),
  });
  return { form, account: accountOf(form.values), order: orderOf(form.values) };
}
