/** Step 3: the main terms, with a card also the card terms, and the fees. Accepting them sets the AccountType. */
import { termsVersions } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { joiningProgress } from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useMutation } from '@tanstack/react-query';
import { PriceList, TermsCard } from '../../terms/index.ts';
import classes from '../onboarding.module.css';
import { termsMutation } from '../queries.ts';
import type { StepProps } from '../with-onboarding.tsx';

export function TermsStep({ onboarding, onNext }: StepProps) {
  const t = useTranslations('onboarding.agreement');
  const problemText = useProblemText();
  const accepting = useMutation(termsMutation);
  const withCard = onboarding.account !== null && onboarding.account.cardType !== 'none';
  return (
    <StepFrame progress={joiningProgress(onboarding)} current="terms" title={t('title')} text={t('text')}>
      <div className={classes.form}>
        <TermsCard
          products={withCard ? ['main', 'cards'] : ['main']}
          fee={<PriceList currency="EUR" />}
          busy={accepting.isPending}
          problem={accepting.error ? problemText(accepting.error) : undefined}
          onAccept={() =>
            accepting.mutate(
              { version: termsVersions.main, ...(withCard && { cardVersion: termsVersions.cards }) },
              { onSuccess: onNext },
            )
          }
        />
      </div>
    </StepFrame>
  );
}
