/**
 * Drafts and templates: forms as they were typed. They belong to the client: everyone who may request payments for it sees and uses
 * them. They are not validated and have no effect; a payment that starts from one is checked like any other. Errors: not_found,
 * too_many_kept, kept_form_changed (409).
 */
import {
  type changeKeptForm,
  type EndpointInput,
  type KeptForm,
  type KeptFormInput,
  keptFormLimit,
} from '@calmly/contract';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { findBeneficiaries } from '../../../payees/server/index.ts';
import * as store from './kept-store.ts';

/** Keeps a new one. */
export async function keepForm(work: Work, input: KeptFormInput): Promise<KeptForm> {
  const { clientId } = requireClientActor(work);
  if ((await store.countForms(work.sql, clientId)) >= keptFormLimit)
    throw new Problem('too_many_kept', { params: { max: keptFormLimit } });
  return write(work, work.newId(), input);
}

/** Writes over the one of this id. */
export async function changeForm(
  work: Work,
  id: string,
  { version, ...input }: EndpointInput<typeof changeKeptForm>['body'],
): Promise<KeptForm> {
  const { clientId } = requireClientActor(work);
  const stored = await store.lockForm(work.sql, clientId, id);
  if (!stored) throw new Problem('not_found');
  requireUnchanged(version, stored.updatedAt.toISOString(), 'kept_form_changed');
  return write(work, id, input);
}

/** Errors: `not_found`. Hints `orders`. */
export async function deleteForm(work: Work, id: string): Promise<undefined> {
  const { clientId } = requireClientActor(work);
  if (!(await store.deleteForm(work.sql, clientId, id))) throw new Problem('not_found');
  await publish(work.sql, clientId, { topic: 'orders' });
}

async function write(work: Work, id: string, input: KeptFormInput): Promise<KeptForm> {
  const { clientId, personName } = requireClientActor(work);
  const stored = { id, ...input, savedBy: personName, updatedAt: work.now };
  if (!(await store.writeForm(work.sql, clientId, stored))) throw new Problem('not_found');
  await publish(work.sql, clientId, { topic: 'orders' });
  return requireForm(await toKeptForms(work.sql, clientId, [stored]));
}

/** One of them. */
export async function readForm(work: Work, id: string): Promise<KeptForm> {
  const { clientId } = requireClientActor(work);
  const stored = await store.findForm(work.sql, clientId, id);
  return requireForm(stored ? await toKeptForms(work.sql, clientId, [stored]) : []);
}

function requireForm([form]: readonly KeptForm[]): KeptForm {
  if (!form) throw new Problem('not_found');
  return form;
}

/** With the payees that they name; a deleted one is marked as such. */
export async function toKeptForms(
  sql: Sql,
  clientId: string,
  forms: readonly store.StoredForm[],
): Promise<KeptForm[]> {
  const ids = [...new Set(forms.flatMap(({ form }) => form.beneficiaryId || []))];
  const payees =
    ids.length > 0
      ? await findBeneficiaries(
          sql,
          ids.map((id) => ({ clientId, id })),
        )
      : [];
  const payeeOf = new Map(payees.flatMap((payee) => (payee ? [[payee.id, payee] as const] : [])));
  return forms.map(({ updatedAt, ...form }) => {
    const payee = payeeOf.get(form.form.beneficiaryId);
    return {
      ...form,
      updatedAt: updatedAt.toISOString(),
      payee: payee ? { name: payee.name, deleted: payee.status === 'DELETED' } : null,
    };
  });
}
