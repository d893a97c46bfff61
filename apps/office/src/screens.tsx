/** The screens with what their addresses say. */
import { AuditPage } from '@calmly/products/office/office/audit/audit-page.tsx';
import { InboxPage } from '@calmly/products/office/office/inbox/inbox-page.tsx';
import { PeoplePage } from '@calmly/products/office/office/people/people-page.tsx';
import { ProposalsPage } from '@calmly/products/office/office/proposals/proposals-page.tsx';
import { InvitationPage } from '@calmly/products/office/office/sign-in/invitation-page.tsx';
import { PasswordPage } from '@calmly/products/office/office/sign-in/password-page.tsx';
import { SignInPage } from '@calmly/products/office/office/sign-in/sign-in-page.tsx';
import { WorkPage } from '@calmly/products/office/office/work/work-page.tsx';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { auditSearch, itemSearch, proposalsSearch, signInSearch } from './search.ts';

function useRead<Read>(read: (search: Record<string, unknown>) => Read): Read {
  return read(useSearch({ strict: false }));
}

export function SignInScreen() {
  const navigate = useNavigate();
  const { next, reason } = useRead(signInSearch);
  return (
    <SignInPage reason={reason} onSignedIn={() => void navigate({ href: next ?? '/work', replace: true })} />
  );
}

export function InvitationScreen() {
  const navigate = useNavigate();
  return <InvitationPage onSignedIn={() => void navigate({ to: '/work', replace: true })} />;
}

export const WorkScreen = WorkPage;
export const PasswordScreen = PasswordPage;

export function InboxScreen() {
  const { queue } = useParams({ strict: false }) as { queue?: string };
  const { item } = useRead(itemSearch);
  return <InboxPage key={queue ?? ''} queue={queue} open={item} />;
}

export function ProposalsScreen() {
  const { view = 'waiting', item } = useRead(proposalsSearch);
  return <ProposalsPage view={view} open={item} />;
}

export function PeopleScreen() {
  return <PeoplePage open={useRead(itemSearch).item} />;
}

export function AuditScreen() {
  return <AuditPage filters={useRead(auditSearch)} />;
}
