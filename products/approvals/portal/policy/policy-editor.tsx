/**
 * Edits the policy sentence by sentence, with a preview that follows the edited rules. Saving first shows the effect of the rules, then
 * asks for a code. If the rules in force require it, the change waits for approval first.
 */
import { isSentForApproval, type Policy, type PolicyRules } from '@calmly/contract';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useSentText } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  draftOf,
  firstRules,
  newRowKey,
  newRule,
  type PolicyDraft,
  readDraft,
} from '../model/policy-draft.ts';
import { changePolicyMutation } from '../queries.ts';
import { EditRule } from './edit-rule.tsx';
import { EditStandIn } from './edit-stand-in.tsx';
import { EditSteps } from './edit-steps.tsx';
import { EditRow, InlineSelect } from './inline-controls.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import classes from './policy.module.css';
import { ConfirmEffect } from './policy-effect.tsx';
import { PolicyTrial } from './policy-preview.tsx';
import { PolicyView } from './policy-view.tsx';
import { changeKinds, deciderOf, defaultOf, hasDefault, policySections } from './policy-words.tsx';

const expiryChoices = [1, 2, 3, 5, 7, 10, 14, 21, 30];

interface PolicyEditorProps {
  policy: Policy;
  onDone: () => void;
}

export function PolicyEditor({ policy, onDone }: PolicyEditorProps) {
  const t = useTranslations('approvals.policy');
  const sentText = useSentText();
  const { people } = policy;
  const { base, restart } = useEditBase(policy);
  const [confirming, setConfirming] = useState(false);
  const form = useForm({
    start: (): PolicyDraft => startOf(base),
    live: true,
    read: (values) => {
      const read = readDraft(values);
      if (!read.rules)
        return {
          faults: Object.fromEntries([...read.faults].map(([key, fault]) => [key, t(`faults.${fault}`)])),
        };
      return confirming
        ? { body: { version: base.version, rules: read.rules } }
        : { next: () => setConfirming(true) };
    },
    mutation: changePolicyMutation,
    onSent: (answer) => {
      showSnackbar(isSentForApproval(answer) ? sentText(answer) : t('saved'));
      onDone();
    },
  });
  const { values: draft, change } = form;
  const { rules } = readDraft(draft);
  /** The page's own error, otherwise the server's for this place (`rules.paymentRules.0.steps.1`). */
  const faultAt = (place: string, key?: string) =>
    (key === undefined ? undefined : form.faults[key]) ??
    Object.entries(form.faults).find(([path]) => `${path}.`.startsWith(`rules.${place}.`))?.[1];

  const parts = {
    payments: (
      <>
        {draft.paymentRules.map((rule, place) => (
          <EditRule
            key={rule.key}
            rule={rule}
            people={people}
            fault={faultAt(`paymentRules.${place}`, rule.key)}
            onChange={(patch) => change({ paymentRules: patchRow(draft.paymentRules, rule.key, patch) })}
            onRemove={() => change({ paymentRules: draft.paymentRules.filter((each) => each !== rule) })}
          />
        ))}
      </>
    ),
    changes: changeKinds.map((kind) => (
      <EditRow key={kind} fault={faultAt(kind)}>
        {t.rich(`sentences.${kind}`, {
          steps: () => (
            <EditSteps
              steps={draft[kind]}
              people={people}
              any={deciderOf[kind]}
              {...(hasDefault(kind) && { none: t(defaultOf[kind]) })}
              onChange={(steps) => change({ [kind]: steps })}
            />
          ),
        })}
      </EditRow>
    )),
    away: draft.standIns.map((standIn, place) => (
      <EditStandIn
        key={standIn.key}
        standIn={standIn}
        people={people}
        fault={faultAt(`standIns.${place}`, standIn.key)}
        onChange={(patch) => change({ standIns: patchRow(draft.standIns, standIn.key, patch) })}
        onRemove={() => change({ standIns: draft.standIns.filter((each) => each !== standIn) })}
      />
    )),
    expiry: (
      <EditRow fault={faultAt('expiryDays')}>
        {t.rich('sentences.expiryDays', {
          days: () => (
            <InlineSelect
              label={t('fields.days')}
              value={String(draft.expiryDays)}
              options={[...new Set([...expiryChoices, draft.expiryDays])].map((days) => ({
                value: String(days),
                text: t('days', { days }),
              }))}
              onChange={(days) => change({ expiryDays: Number(days) })}
            />
          ),
        })}
      </EditRow>
    ),
  };
  const additions = {
    payments: {
      text: t('addRule'),
      add: () =>
        change({ paymentRules: [...draft.paymentRules, { ...newRule('EUR', ''), key: newRowKey() }] }),
    },
    away: {
      text: t('addStandIn'),
      add: () => change({ standIns: [...draft.standIns, newStandIn(people)] }),
    },
  };

  return (
    <div className={classes.editor}>
      <Stack as="form" {...form.props}>
        {policySections.map((section) => {
          const addition = section === 'payments' || section === 'away' ? additions[section] : undefined;
          return (
            <Stack as="section" key={section} gap={8} className={classes.part}>
              <h3>{t(section)}</h3>
              <ul className={classes.editRows}>{parts[section]}</ul>
              {section === 'payments' && <OtherCurrencies rules={draft.paymentRules} />}
              {addition && (
                <p>
                  <Button size="s" icon={<IconPlus aria-hidden="true" />} onClick={addition.add}>
                    {addition.text}
                  </Button>
                </p>
              )}
            </Stack>
          );
        })}
        <FormMessage form={form} />
        <EditConflict error={form.error} onRestart={() => restart((newest) => change(startOf(newest)))}>
          <PolicyView policy={policy} />
        </EditConflict>
        <Inline wrap gap={12} justify="end" above={32}>
          <Button size="l" onClick={onDone}>
            {t('cancel')}
          </Button>
          <Button size="l" variant="accent" type="submit" busy={form.busy}>
            {t(form.busy ? 'saving' : 'save')}
          </Button>
        </Inline>
      </Stack>
      <PolicyTrial people={people} rules={rules} />
      {confirming && rules && (
        <ConfirmEffect
          rules={rules}
          people={[...people, ...policy.absent]}
          onConfirm={() => {
            form.submit();
            setConfirming(false);
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

const startOf = (policy: Policy): PolicyDraft =>
  draftOf(policy.version === 0 ? firstRules(policy.people) : rulesOf(policy));

const patchRow = <R extends { readonly key: string }>(
  rows: readonly R[],
  key: string,
  patch: Partial<R>,
): R[] => rows.map((row) => (row.key === key ? { ...row, ...patch } : row));

function newStandIn(people: Policy['people']) {
  const [first, second] = people.filter(({ canApprove }) => canApprove);
  return {
    key: newRowKey(),
    personId: first?.id ?? '',
    standInId: second?.id ?? first?.id ?? '',
    from: localDay(new Date()),
    to: '',
  };
}

/** The rules of a policy without further facts. */
function rulesOf({
  paymentRules,
  payeeSteps,
  cardSteps,
  peopleSteps,
  policySteps,
  standIns,
  expiryDays,
}: Policy): PolicyRules {
  return { paymentRules, payeeSteps, cardSteps, peopleSteps, policySteps, standIns, expiryDays };
}
