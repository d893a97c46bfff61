/**
 * A button or link that needs a right. Without it the button is locked, keeps its label, and says what is missing and who can grant it:
 *
 *     <NeedsRight endpoint={createPayment} label={t('new')}>
 *       <ButtonLink to="/payments/create" …>{t('new')}</ButtonLink>
 *     </NeedsRight>
 */
import type { EndpointSpec } from '@calmly/contract';
import { LockedButton, type LockedLook } from '@calmly/ui/layers/locked-button.tsx';
import type { ReactNode } from 'react';
import { useRight } from '../session/rights.ts';

interface NeedsRightProps extends LockedLook {
  /** The call behind it. */
  endpoint: EndpointSpec;
  /** The text of the locked button. */
  label: string;
  children: ReactNode;
}

export function NeedsRight({ endpoint, label, children, ...look }: NeedsRightProps) {
  const { reason } = useRight(endpoint);
  if (reason === undefined) return children;
  return <LockedButton reason={reason} label={label} {...look} />;
}
