/** The email to an administrator whose place in a decision lapses because they are suspended or their membership has expired. Pure. */
import { longDate, supportEmail } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';
import type { RequestRecord } from './request-store.ts';

type WaitingRequest = Pick<RequestRecord, 'kind' | 'clientName' | 'requestedByName'> & {
  readonly lapsesAt: Date;
};

const texts = {
  en: {
    subject: (company: string) => `${company} is about to change without your approval`,
    policy: 'the approval rules',
    people: 'who works with its accounts and their rights',
    said: (by: string, what: string, company: string) =>
      `${by} asked to change ${what} at ${company}. You’d normally approve this, but your access to the company is suspended or has ended.`,
    when: (date: string) =>
      `Unless another administrator rejects it, the change can go ahead without you on ${date}.`,
    closing: `If this isn’t right, write to us before then: ${supportEmail}.`,
  },
  ru: {
    subject: (company: string) => `${company}: изменение без вашего согласования`,
    policy: 'изменение правил согласования',
    people: 'изменение доступа и прав сотрудников',
    said: (by: string, what: string, company: string) =>
      `${company}: ${by} запрашивает ${what}. Обычно такое согласуете вы, но ваш доступ к компании приостановлен или закончился.`,
    when: (date: string) =>
      `Если другой администратор не отклонит запрос, ${date} изменение сможет вступить в силу без вас.`,
    closing: `Если это ошибка, напишите нам раньше: ${supportEmail}.`,
  },
} as const satisfies Record<Locale, object>;

export function absenceLetter(
  { kind, clientName, requestedByName, lapsesAt }: WaitingRequest,
  locale: Locale,
) {
  const { subject, said, when, closing, ...what } = texts[locale];
  const changed = kind === 'policy' ? what.policy : what.people;
  return {
    subject: subject(clientName),
    paragraphs: [said(requestedByName, changed, clientName), when(longDate(lapsesAt, locale))],
    closing,
  };
}
