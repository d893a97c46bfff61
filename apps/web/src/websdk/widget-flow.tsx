/**
 * The widget's flow: the state of the check, four steps, and the state again. Each step sends the page the same messages as the
 * provider's own widget; the state is always read from the provider, never assumed.
 */
import type { SandboxAnswer, SandboxApplicant } from '@calmly/contract';
import { Spinner } from '@calmly/ui/button.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AnswerStep } from './answer-step.tsx';
import { DocumentStep } from './document-step.tsx';
import type { Draft } from './draft.ts';
import type { Host } from './host.ts';
import { LivenessStep } from './liveness-step.tsx';
import type { Provider } from './provider.ts';
import { SelfieStep } from './selfie-step.tsx';
import { useText } from './texts.ts';
import { Verdict } from './verdict.tsx';
import classes from './websdk.module.css';

const emptyDraft: Draft = {
  country: 'EE',
  documentType: 'ID_CARD',
  front: undefined,
  back: undefined,
  face: undefined,
};
const personSteps = ['IDENTITY', 'SELFIE', 'LIVENESS', 'ANSWER'] as const;
/** The person who added the company is already verified. */
const companySteps = ['ANSWER'] as const;

export function WidgetFlow({ host, provider }: { host: Host; provider: Provider }) {
  const text = useText();
  const [applicant, setApplicant] = useState<SandboxApplicant | 'loading' | 'lost'>('loading');
  const [again, setAgain] = useState(false);
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(emptyDraft);
  const place = useRef<HTMLDivElement>(null);
  // A keyboard user continues from the title of the new step.
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    place.current?.querySelector('h2')?.focus();
  }, [step]);

  const load = useCallback(async () => {
    setApplicant('loading');
    try {
      const loaded = await provider.findApplicant();
      setApplicant(loaded);
      host.tell('idCheck.onInitialized');
      host.tell('idCheck.onApplicantLoaded', { applicantId: loaded.id });
      if (loaded.reviewStatus !== 'init') host.tell('idCheck.onApplicantStatusChanged', statusOf(loaded));
    } catch {
      setApplicant('lost');
      host.tell('idCheck.onInitialized');
    }
  }, [host, provider]);
  useEffect(() => {
    void load();
  }, [load]);

  if (applicant === 'loading')
    return (
      <div className={classes.loading}>
        <Spinner />
      </div>
    );
  if (applicant === 'lost')
    return <ErrorState title={text.lostTitle} text={text.answer.failed} onRetry={() => void load()} />;
  if (applicant.reviewStatus !== 'init' && !again)
    return (
      <Verdict
        applicant={applicant}
        onRestart={() => {
          setDraft(emptyDraft);
          setStep(0);
          setAgain(true);
        }}
      />
    );

  const isCompany = applicant.kind === 'company';
  const steps: readonly (typeof personSteps)[number][] = isCompany ? companySteps : personSteps;
  const name = steps[step];
  const update = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const next = () => {
    host.tell('idCheck.onStepCompleted', { idDocSetType: steps[step] });
    host.tell('idCheck.scrollTo', { top: 0 });
    setStep(step + 1);
  };
  const back = () => setStep(step - 1);
  async function handIn(answer: SandboxAnswer | null): Promise<void> {
    const { country, documentType } = draft;
    const handedIn = await provider.handIn(isCompany ? { answer } : { country, documentType, answer });
    host.tell(again ? 'idCheck.onApplicantResubmitted' : 'idCheck.onApplicantSubmitted');
    setApplicant(handedIn);
    setAgain(false);
    host.tell('idCheck.onApplicantStatusChanged', statusOf(handedIn));
  }

  return (
    <div ref={place} className={classes.widget}>
      {!isCompany && (
        <Text size={13} tone="soft" className={classes.progress}>
          {text.step} {step + 1} {text.of} {steps.length}: {text.steps[step]}
        </Text>
      )}
      {name === 'IDENTITY' && <DocumentStep draft={draft} onChange={update} onNext={next} />}
      {name === 'SELFIE' && <SelfieStep face={draft.face} onChange={update} onNext={next} onBack={back} />}
      {name === 'LIVENESS' && <LivenessStep onNext={next} onBack={back} />}
      {name === 'ANSWER' && (
        <AnswerStep ofCompany={isCompany} onHandIn={handIn} {...(!isCompany && { onBack: back })} />
      )}
    </div>
  );
}

/** An applicant's state as the provider's widget reports it. */
const statusOf = ({ reviewStatus, reviewAnswer, rejectType }: SandboxApplicant) => ({
  reprocessing: false,
  levelName: 'sandbox',
  reviewStatus,
  ...(reviewAnswer !== null && {
    reviewResult: { reviewAnswer, ...(rejectType !== null && { reviewRejectType: rejectType }) },
  }),
});
