/**
 * The two-factor popup (specification sections 2, 4, 5, 9): 600 px wide, full screen below 600, not dismissed by a click outside. Asks
 * for the method that the bank named (a code, a passkey, a recovery code) and lets the person choose another.
 */
import { type Challenge, type ConfirmationMethod, chooseMethod, resendCode } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CodeForm } from '@calmly/ui/fields/codes/code-form.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconDeviceMobile, IconFingerprint, IconKey, IconMail, IconMessage } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { bank } from '../bank.ts';
import { useProblemText } from '../problem-text.ts';
import { type OpenQuestion, replaceChallenge } from './challenge.ts';
import classes from './two-factor.module.css';
import { PasskeyForm, RecoveryForm } from './two-factor-forms.tsx';

const icons = {
  passkey: IconFingerprint,
  totp: IconDeviceMobile,
  sms: IconMessage,
  email: IconMail,
  recovery_code: IconKey,
} as const satisfies Record<ConfirmationMethod, unknown>;

export default function TwoFactorPopup({ question: asked }: { question: OpenQuestion }) {
  const t = useTranslations('otp');
  const session = useTranslations('shell.session');
  const id = useId();
  const problemText = useProblemText();
  const [choosing, setChoosing] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // The requested action has ended, and not every screen has a place to report that.
  const cancel = () => {
    asked.cancel();
    showSnackbar(session('codeCanceled'));
  };
  const question = { ...asked, cancel };
  const { challenge, refusal } = question;
  const Icon = icons[challenge.sent_via];
  const shown = refusal ?? problem;
  const take = (next: Challenge) => {
    setProblem(undefined);
    setChoosing(false);
    replaceChallenge(next);
  };
  const choose = async (method: ConfirmationMethod) => {
    try {
      const body = { challenge_id: challenge.challenge_id, method };
      take((await bank.call(chooseMethod, { body })).detail);
    } catch (error) {
      setProblem(error);
    }
  };
  const openWays = () => {
    setProblem(undefined);
    setChoosing(true);
  };
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={cancel}>
      <div className={dialog.icon}>
        <Icon aria-hidden="true" />
      </div>
      <h2 id={`${id}-title`} className={dialog.title}>
        {choosing ? t('waysTitle') : t(`title.${challenge.sent_via}`)}
      </h2>
      <div id={`${id}-text`}>
        <Text weight="label" above={8}>
          {challenge.summary}
        </Text>
        {!choosing && <Explanation challenge={challenge} />}
      </div>
      {choosing ? (
        <Ways
          methods={challenge.methods.filter((method) => method !== challenge.sent_via)}
          error={problem ? problemText(problem) : undefined}
          onChoose={choose}
          onBack={() => setChoosing(false)}
        />
      ) : (
        <>
          <Answer
            key={`${challenge.challenge_id} ${challenge.sent_via}`}
            question={question}
            error={shown ? problemText(shown) : undefined}
            onProblem={setProblem}
            onChallenge={take}
          />
          {challenge.methods.length > 1 && (
            <Text align="center" above={24}>
              <button type="button" className="link" onClick={openWays}>
                {t('anotherWay')}
              </button>
            </Text>
          )}
          <Text align="center" above={24}>
            <HelpLink of="twoFactorLost" newTab />
          </Text>
        </>
      )}
    </Dialog>
  );
}

function Explanation({ challenge }: { challenge: Challenge }) {
  const t = useTranslations('otp');
  const { sent_via: method, sent_to: to, expires_in: seconds } = challenge;
  return (
    <p className={dialog.text}>
      {method === 'email' && t('sentByEmail', { to })}
      {method === 'sms' && t('sentBySms', { to })}
      {method === 'totp' && t('fromApp')}
      {method === 'passkey' && t('byPasskey')}
      {method === 'recovery_code' && t('byRecoveryCode')}
      {(method === 'email' || method === 'sms') && (
        <>
          <br />
          {t('lifetime', { minutes: Math.max(1, Math.round(seconds / 60)) })}
        </>
      )}
    </p>
  );
}

interface AnswerProps {
  question: OpenQuestion;
  error: string | undefined;
  onProblem: (problem: unknown) => void;
  onChallenge: (challenge: Challenge) => void;
}

function Answer({ question, error, onProblem, onChallenge }: AnswerProps) {
  const { challenge, busy, answer, cancel } = question;
  const form = { error, busy, onSubmit: answer, onCancel: cancel };
  if (challenge.sent_via === 'passkey')
    return <PasskeyForm {...form} challenge={challenge} onProblem={onProblem} />;
  if (challenge.sent_via === 'recovery_code') return <RecoveryForm {...form} />;
  const onResend = async () => {
    try {
      const { detail } = await bank.call(resendCode, { body: { challenge_id: challenge.challenge_id } });
      onChallenge(detail);
      return detail.resend_in;
    } catch (problem) {
      onProblem(problem);
      return 0;
    }
  };
  const isSent = challenge.sent_via !== 'totp';
  return (
    <CodeForm
      {...form}
      prefilled={challenge.code}
      {...(isSent && { resend: { seconds: challenge.resend_in, onResend } })}
    />
  );
}

interface WaysProps {
  methods: readonly ConfirmationMethod[];
  error: string | undefined;
  onChoose: (method: ConfirmationMethod) => Promise<void>;
  onBack: () => void;
}

function Ways({ methods, error, onChoose, onBack }: WaysProps) {
  const t = useTranslations('otp');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <>
      {error && (
        <div className={dialog.alert}>
          <Notice tone="refusal">{error}</Notice>
        </div>
      )}
      <ul ref={list} className={classes.ways}>
        {methods.map((method) => {
          const Icon = icons[method];
          return (
            <li key={method}>
              <button type="button" onClick={() => void onChoose(method)}>
                <Icon aria-hidden="true" />
                <span>
                  <Text as="strong" weight="label" block>
                    {t(`way.${method}`)}
                  </Text>
                  <span>{t(`wayText.${method}`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Text align="center" above={24}>
        <button type="button" className="link" onClick={onBack}>
          {t('back')}
        </button>
      </Text>
    </>
  );
}
