/** A link to the subject of a document, with an icon of its kind. */
import type { ListedDocument, ListedKind } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import {
  IconArrowsExchange,
  IconCreditCard,
  IconHome,
  IconMessageDollar,
  IconReceipt,
  IconUserDollar,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const icons: Readonly<Record<ListedKind, typeof IconReceipt>> = {
  PAYMENT: IconArrowsExchange,
  RECEIPT: IconReceipt,
  PAYEE: IconUserDollar,
  REQUEST: IconMessageDollar,
  DISPUTE: IconCreditCard,
  ADDRESS: IconHome,
};

export function KindIcon({ kind }: { kind: ListedKind }) {
  const Icon = icons[kind];
  return (
    <Circle>
      <Icon aria-hidden="true" size={20} stroke={1.6} />
    </Circle>
  );
}

export function SubjectLink({ document: { kind, subjectId: id, about } }: { document: ListedDocument }) {
  const t = useTranslations('documents');
  const text = about || t(`kinds.${kind}`);
  switch (kind) {
    case 'PAYMENT':
    case 'RECEIPT':
      return (
        <Link to="/payments" search={{ payment: id ?? undefined }} className="link">
          {text}
        </Link>
      );
    case 'PAYEE':
      return (
        <Link to="/beneficiaries/$id" params={{ id: id ?? '' }} className="link">
          {text}
        </Link>
      );
    case 'REQUEST':
      return (
        <Link to="/payments" search={{ tab: 'requests', request: id ?? undefined }} className="link">
          {text}
        </Link>
      );
    case 'DISPUTE':
      return (
        <Link to="/cards" className="link">
          {text}
        </Link>
      );
    case 'ADDRESS':
      return text;
  }
}
