/**
 * `/companies/change?step=…`: the same steps for an active company, filled with its current facts. The change is requested at the end,
 * with documents and a code. The company works as before until the bank has decided.
 */
import type { Company } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormFoot } from '@calmly/portal-kit/shared/joining/form-foot.tsx';
import { StepFrame } from '@calmly/portal-kit/shared/joining/step-frame.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { LongTextField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { beginChange, changeDraft } from './company-draft.ts';
import { draftSteps } from './company-errors.ts';
import { BackPlace, CompanyStep, Hint } from './company-fields.tsx';
import { companyChangesQuery, companyQuery, requestChangeMutation } from './queries.ts';
import { PapersStep } from './steps/papers-step.tsx';
import { useCompanyForm } from './use-company-form.ts';

const toTab = { to: '/account-profile', search: { tab: 'company' } } as const;

export function ChangeCompanyPage() {
  const client = useClient();
  const mayAsk = client.role === 'LEGAL' && client.rights.is_boss;
  const navigate = useNavigate();
  const company = useQuery({ ...companyQuery(client.id), enabled: mayAsk });
  const changes = useInfiniteQuery({ ...companyChangesQuery, enabled: mayAsk });
  // Only one request at a time; the tab shows its state.
  if (!mayAsk || changes.data?.some(({ state }) => state === 'WAITING'))
    return <Navigate {...toTab} replace />;
  const error = company.error ?? changes.error;
  if (error)
    return (
      <>
        <BackPlace onBack={() => void navigate(toTab)} />
        <ErrorState error={error} onRetry={() => void Promise.all([company.refetch(), changes.refetch()])} />
      </>
    );
  if (!company.data || !changes.data) return <FormShape />;
  return <ChangeFlow company={company.data} />;
}

function ChangeFlow({ company: newest }: { company: Company }) {
  const t = useTranslations('companies');
  const client = useClient();
  const { base: company } = useEditBase(newest);
  const navigate = useNavigate();
  const asked = useSearch({ from: '/joining/companies/change' }).step ?? 1;
  const step = draftSteps[asked - 1] ?? 'company';
  const go = (to: typeof step) =>
    void navigate({ to: '/companies/change', search: { step: draftSteps.indexOf(to) + 1 } });
  const { props, message, busy, uploads, ...fields } = useCompanyForm({
    companyId: company.id,
    version: company.version,
    kept: changeDraft(company),
    begin: () => beginChange(client, company),
    mutation: requestChangeMutation,
    step,
    onStep: go,
    onSaved: () => {
      showSnackbar(t('change.sent'));
      void navigate(toTab);
    },
  });
  const { draft, faults, change } = fields;
  const previous = draftSteps[draftSteps.indexOf(step) - 1];
  return (
    <>
      <BackPlace onBack={() => (previous ? go(previous) : void navigate(toTab))} />
      <StepFrame
        progress={{ steps: draftSteps }}
        current={step}
        title={t(`change.titles.${step}`)}
        text={t(`change.texts.${step}`)}
        aside={<Hint title={t('change.hintTitle')} text={t('change.hintText')} />}
      >
        <Grid as="form" {...props} gap={24} above={32}>
          <CompanyStep
            step={step}
            {...fields}
            papers={
              <>
                <PapersStep label={t('change.papers')} faults={faults} uploads={uploads} />
                <LongTextField
                  label={t('change.reason')}
                  optional
                  help={t('change.reasonHelp')}
                  value={draft.reason}
                  maxLength={300}
                  onChange={(reason) => change(() => ({ reason }))}
                />
              </>
            }
          />
          <FormFoot message={message} busy={busy} {...(step === 'papers' && { label: t('change.send') })} />
        </Grid>
      </StepFrame>
    </>
  );
}
