/** Emails about conversations with support, in both languages. They never contain the text of a message. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const texts: Readonly<
  Record<Locale, Readonly<Record<'support_answered' | 'support_closed', Text>> & { readonly open: string }>
> = {
  en: {
    open: 'Open the conversation',
    support_answered: {
      subject: 'We’ve answered your message',
      paragraphs: [
        'Our support team has answered your message.',
        'For your security, you can read the answer only in the portal. We never ask for your password or a code.',
      ],
    },
    support_closed: {
      subject: 'We’ve closed your conversation with support',
      paragraphs: ['Our support team has closed your conversation.', 'To reopen it, send another message.'],
    },
  },
  ru: {
    open: 'Открыть переписку',
    support_answered: {
      subject: 'Мы ответили на ваше обращение',
      paragraphs: [
        'Служба поддержки ответила на ваше обращение.',
        'В целях безопасности ответ можно прочитать только в портале. Мы никогда не спрашиваем пароль или код.',
      ],
    },
    support_closed: {
      subject: 'Ваше обращение в поддержку закрыто',
      paragraphs: [
        'Служба поддержки закрыла ваше обращение.',
        'Чтобы открыть его снова, отправьте ещё одно сообщение.',
      ],
    },
  },
};

/** The email's text and its link's label; undefined for other kinds. */
export function supportTextOf(kind: NotificationKind, locale: Locale) {
  if (kind !== 'support_answered' && kind !== 'support_closed') return undefined;
  const { open, [kind]: text } = texts[locale];
  return { ...text, open };
}
