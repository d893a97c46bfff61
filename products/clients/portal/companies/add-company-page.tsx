/**
 * `/companies/add?company=…&step=…`: company details, address, directors and owners, documents, check. Until it is submitted, everything is kept in
 * the tab; afterwards it opens by its id, at the missing details or at its check. Back is beside the logo, and on the first step leaves the flow.
 */
import type { Company } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import {
  checkStepOf,
  companySteps,
  joiningProgress,
} from '@calmly/portal-kit/shared/joining/joining-steps.ts';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CompanyCheck } from './company-check.tsx';
import { beginDraft, companyDraft } from './company-draft.ts';
import { draftSteps } from './company-errors.ts';
import { BackPlace, CompanyStep, Hint } from './company-fields.tsx';
import { companyQuery, saveCompanyMutation } from './queries.ts';
import { PapersStep } from './steps/papers-step.tsx';
import { useCompanyForm } from './use-company-form.ts';

const steps = companySteps;
type Step = (typeof steps)[number];

export function AddCompanyPage() {
  const { company: id } = useSearch({ from: '/joining/companies/add' });
  const t = useTranslations('companies.check');
  const navigate = useNavigate();
  const { role } = useClient();
  const { data, error, refetch } = useQuery({ ...companyQuery(id ?? ''), enabled: id !== undefined });
  if (role === 'LEGAL')
    return (
      <EmptyState
        level={1}
        icon={<IconUser aria-hidden="true" />}
        title={t('ownProfileTitle')}
        text={t('ownProfileText')}
        action={<ButtonLink to="/dashboard">{t('toPortal')}</ButtonLink>}
      />
    );
  if (id === undefined || data) return <CompanyFlow key={id} company={data} />;
  if (error)
    return (
      <>
        <BackPlace onBack={() => void navigate({ to: '/dashboard' })} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  return <FormShape />;
}

function CompanyFlow({ company }: { company: Company | undefined }) {
  const t = useTranslations('companies');
  const client = useClient();
  const navigate = useNavigate();
  const asked = useSearch({ from: '/joining/companies/add' }).step;
  const step = stepOf(company, asked);
  const draftStep = draftSteps.find((name) => name === step);
  const registered = company?.isRegistered ?? false;
  const go = (to: Step, id = company?.id) =>
    void navigate({
      to: '/companies/add',
      search: { ...(id !== undefined && { company: id }), step: steps.indexOf(to) + 1 },
    });
  const { props, message, busy, uploads, ...fields } = useCompanyForm({
    companyId: company?.id,
    kept: companyDraft(company?.id),
    begin: () => beginDraft(client, company),
    mutation: saveCompanyMutation,
    step: draftStep,
    onStep: go,
    onSaved: ({ id }) => go('check', id),
  });
  const { faults } = fields;
  const previous = steps[steps.indexOf(step) - 1];
  return (
    <>
      <BackPlace
        onBack={() => (previous && mayEdit(company) ? go(previous) : void navigate({ to: '/dashboard' }))}
      />
      <StepFrame
        progress={registered ? joiningProgress({ kind: 'company' }) : { steps }}
        current={registered ? checkStepOf(step) : step}
        title={t(`titles.${step}`)}
        text={t(`texts.${step}`)}
        aside={<Hint title={t(`hints.${step}.title`)} text={t(`hints.${step}.text`)} />}
      >
        {step === 'check' && company ? (
          <CompanyCheck company={company} />
        ) : (
          <Grid as="form" {...props} gap={24} above={32}>
            {draftStep && (
              <CompanyStep
                step={draftStep}
                {...fields}
                papers={<PapersStep label={t('papers.label')} faults={faults} uploads={uploads} />}
              />
            )}
            <FormFoot message={message} busy={busy} />
          </Grid>
        )}
      </StepFrame>
    </>
  );
}

/** The step to open: the requested one, but the check only for a complete company, and only the check once it has started. */
function stepOf(company: Company | undefined, asked: number | undefined): Step {
  if (company && !mayEdit(company)) return 'check';
  const step = steps[(asked ?? 0) - 1];
  if (company?.isComplete) return step ?? 'check';
  return step === undefined || step === 'check' ? 'company' : step;
}

const mayEdit = (company: Company | undefined) => company === undefined || company.state === 'SMS_CONFIRMED';
