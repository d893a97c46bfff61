/** The popup of one open question; "send again" goes to the bank from here. */
import { resendCode } from '@calmly/contract';
import { useState } from 'react';
import { OtpDialog } from '../ui/otp-dialog.tsx';
import { bank } from './bank.ts';
import { type OpenQuestion, replaceChallenge } from './challenge.ts';
import { useProblemText } from './problem-text.ts';

export default function TwoFactorPopup({ question }: { question: OpenQuestion }) {
  const problemText = useProblemText();
  const [resendProblem, setResendProblem] = useState<unknown>();
  const { challenge, refusal } = question;
  const problem = refusal ?? resendProblem;
  const resend = async () => {
    try {
      const { detail } = await bank.call(resendCode, { body: { challenge_id: challenge.challenge_id } });
      setResendProblem(undefined);
      replaceChallenge(detail);
      return detail.resend_in;
    } catch (error) {
      setResendProblem(error);
      return 0;
    }
  };
  return (
    <OtpDialog
      key={challenge.challenge_id}
      sentVia={challenge.sent_via}
      sentTo={challenge.sent_to}
      summary={challenge.summary}
      lifetimeSeconds={challenge.expires_in}
      resendSeconds={challenge.resend_in}
      prefilled={challenge.code}
      error={problem ? problemText(problem) : undefined}
      busy={question.busy}
      onSubmit={question.answer}
      onCancel={question.cancel}
      onResend={resend}
    />
  );
}
