/**
 * Prints the confirmation: `/PaymentTemplate.html`, filled by `textContent` alone, in a sandboxed frame that can run no script. So a
 * payee's name can only be text. Fields: specification section 9, 'N/A' if recipient or account are missing.
 */
import type { PaymentDetails } from '@calmly/contract';
import { formatAccount, supportEmail } from '@calmly/domain';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { useState } from 'react';
import { loadPrintTemplate } from '../queries.ts';
import classes from './drawer.module.css';

const appName = 'Calmly';
const labels = ['title', 'number', 'date', 'recipient', 'account', 'amount', 'due'] as const;

/** `start` never rejects: `failed` says that nothing was printed. */
export function usePrintConfirmation(payment: PaymentDetails) {
  const t = useTranslations('payments.print');
  const format = useFormatter();
  const longDay = (at: string) =>
    format.dateTime(new Date(at), { day: 'numeric', month: 'long', year: 'numeric' });
  const [failed, setFailed] = useState(false);

  const start = async () => {
    setFailed(false);
    try {
      const template = await loadPrintTemplate();
      const missing = t('missing');
      const returnedAt = payment.returnPart === 'ORIGINAL' && payment.returned?.at;
      fill(template, 'label', Object.fromEntries(labels.map((label) => [label, t(label)])));
      fill(template, 'field', {
        appName,
        number: payment.number,
        date: localDay(new Date(payment.createdAt)),
        recipient: payment.creditorName || missing,
        account: formatAccount(payment.creditorAccount) || missing,
        amount: amountText(payment.amount, payment.currency),
        dueDate: payment.expectedAt ?? localDay(new Date(payment.createdAt)),
        returned: returnedAt ? t('returned', { date: longDay(returnedAt) }) : '',
        support: t('questions', { email: supportEmail }),
      });
      template.title = `${t('title')} ${payment.number}`;
      await print(template);
    } catch {
      // The template did not come or the browser refused to print: the drawer says so beside the button.
      setFailed(true);
    }
  };
  return { start, failed };
}

function fill(template: Document, kind: 'label' | 'field', texts: Readonly<Record<string, string>>): void {
  for (const element of template.querySelectorAll<HTMLElement>(`[data-${kind}]`))
    element.textContent = texts[element.dataset[kind] ?? ''] ?? '';
}

async function print(filled: Document): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.className = classes.printFrame ?? '';
  frame.title = filled.title;
  document.body.append(frame);
  try {
    const page = frame.contentDocument;
    if (!page) throw new Error('the print frame has no document');
    page.documentElement.replaceWith(page.importNode(filled.documentElement, true));
    await styled(page);
    frame.contentWindow?.print();
  } finally {
    frame.remove();
  }
}

/** Waits for the stylesheets and the typeface, so that nothing is printed bare. */
async function styled(page: Document): Promise<void> {
  const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(
    sheets.map(
      (sheet) =>
        sheet.sheet ??
        new Promise((resolve, reject) => {
          sheet.addEventListener('load', resolve, { once: true });
          sheet.addEventListener('error', reject, { once: true });
        }),
    ),
  );
  // Without the typeface the page prints in the system's.
  await Promise.allSettled([...page.fonts].map((face) => face.load()));
}
