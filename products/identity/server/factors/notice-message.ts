/** Emails about changed confirmation methods: what happened, and what to do if it was someone else. */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import { coolingOffText } from './cooling-off.ts';

export type FactorChange =
  | {
      readonly kind: 'passkey_added' | 'totp_added' | 'passkey_removed' | 'totp_removed';
      readonly name: string;
    }
  | { readonly kind: 'email_on' | 'email_off' | 'sms_on' | 'sms_off' | 'recovery_codes_made' }
  | { readonly kind: 'recovery_code_used'; readonly left: number };

const subject = {
  en: 'Your confirmation methods have changed',
  ru: 'Изменились способы подтверждения',
} as const;

const closing = {
  en: 'If this wasn’t you, change your password straight away and write to us.',
  ru: 'Если это были не вы, сразу смените пароль и напишите нам.',
} as const;

function textOf(change: FactorChange): Record<Locale, string> {
  switch (change.kind) {
    case 'passkey_added':
      return {
        en: `The passkey “${change.name}” was added. You can use it to confirm sign-ins and payments.`,
        ru: `Добавлен ключ доступа «${change.name}». Им можно подтверждать вход и платежи.`,
      };
    case 'totp_added':
      return {
        en: `The authenticator app “${change.name}” was added. You can use its codes to confirm sign-ins and payments.`,
        ru: `Добавлено приложение-аутентификатор «${change.name}». Его кодами можно подтверждать вход и платежи.`,
      };
    case 'passkey_removed':
      return {
        en: `The passkey “${change.name}” was removed. It can’t be used to confirm any more.`,
        ru: `Ключ доступа «${change.name}» удалён. Подтвердить им больше ничего нельзя.`,
      };
    case 'totp_removed':
      return {
        en: `The authenticator app “${change.name}” was removed. Its codes no longer work.`,
        ru: `Приложение-аутентификатор «${change.name}» удалено. Его коды больше не действуют.`,
      };
    case 'email_on':
      return { en: 'Codes by email were turned on.', ru: 'Включены коды по электронной почте.' };
    case 'email_off':
      return { en: 'Codes by email were turned off.', ru: 'Коды по электронной почте отключены.' };
    case 'sms_on':
      return { en: 'Codes by SMS were turned on.', ru: 'Включены коды по SMS.' };
    case 'sms_off':
      return { en: 'Codes by SMS were turned off.', ru: 'Коды по SMS отключены.' };
    case 'recovery_codes_made':
      return {
        en: 'New recovery codes were created. The previous ones no longer work.',
        ru: 'Созданы новые коды восстановления. Прежние больше не действуют.',
      };
    case 'recovery_code_used':
      return {
        en: `A recovery code was used. Codes left: ${change.left}.`,
        ru: `Использован код восстановления. Осталось неиспользованных: ${change.left}.`,
      };
  }
}

/** Sends the notice when the transaction commits. */
export function sendFactorNotice(
  sql: Sql,
  to: { email: string; locale: Locale },
  change: FactorChange,
): Promise<void> {
  const { locale } = to;
  const isNewDevice = change.kind === 'passkey_added' || change.kind === 'totp_added';
  return sendEmail(sql, {
    to: to.email,
    locale,
    subject: subject[locale],
    paragraphs: [textOf(change)[locale], ...(isNewDevice ? [coolingOffText[locale]] : [])],
    closing: closing[locale],
  });
}

const unblocking = {
  en: {
    doneSubject: 'Confirmations are unblocked',
    refusedSubject: 'Confirmations stay blocked',
    done: 'You can confirm again. If you haven’t changed your password yet, do it now: the person who entered the wrong codes knew it.',
    refused: 'Confirmations stay blocked because we couldn’t verify that the request came from you.',
  },
  ru: {
    doneSubject: 'Подтверждения снова работают',
    refusedSubject: 'Подтверждения остаются заблокированными',
    done: 'Вы снова можете подтверждать операции. Если вы ещё не сменили пароль, сделайте это сейчас: тот, кто вводил неверные коды, его знал.',
    refused: 'Подтверждения остаются заблокированными: мы не смогли убедиться, что обратились именно вы.',
  },
} as const satisfies Record<Locale, object>;

/** Reports that the bank has lifted the block. */
export function sendUnblocked(sql: Sql, to: { email: string; locale: Locale }): Promise<void> {
  const { doneSubject: subject, done } = unblocking[to.locale];
  return sendEmail(sql, { to: to.email, locale: to.locale, subject, paragraphs: [done] });
}

/** Reports that the bank has not lifted the block. */
export function sendUnblockRefused(
  sql: Sql,
  to: { email: string; locale: Locale },
  reason: string | undefined,
): Promise<void> {
  const { refusedSubject: subject, refused } = unblocking[to.locale];
  const paragraphs = reason === undefined ? [refused] : [refused, reason];
  return sendEmail(sql, { to: to.email, locale: to.locale, subject, paragraphs });
}
