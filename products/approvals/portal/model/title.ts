/** The subject of an approval, as the key of a text (`approvals.what.*`) and the name in it. Pure. */
import type { Approval } from '@calmly/contract';
import { shortAddress } from '@calmly/domain';

const payeeActions = ['add', 'add_many', 'change', 'delete'] as const;
const cardActions = ['issue', 'controls'] as const;
const peopleActions = ['invite', 'change', 'suspend', 'resume', 'remove', 'hand_over'] as const;

export type TitleKey =
  | 'payment'
  | 'payout'
  | 'payout_confidential'
  | 'withdrawal'
  | 'policy'
  | `card_${(typeof cardActions)[number]}`
  | `payee_${(typeof payeeActions)[number]}`
  | `people_${(typeof peopleActions)[number]}`
  | 'people_other';

export interface TitleParts {
  readonly key: TitleKey;
  readonly name: string;
}

/** The parts of an approval's title. */
export function titleOf({ kind, facts }: Pick<Approval, 'kind' | 'facts'>): TitleParts {
  switch (kind) {
    case 'payment':
      return { key: 'payment', name: facts.creditorName ?? '' };
    case 'payout':
      return facts.confidential
        ? { key: 'payout_confidential', name: facts.number ?? '' }
        : { key: 'payout', name: facts.name ?? '' };
    case 'withdrawal':
      return { key: 'withdrawal', name: facts.label || shortAddress(facts.address ?? '') };
    case 'policy':
      return { key: 'policy', name: '' };
    case 'payee': {
      const action = payeeActions.find((each) => each === facts.action) ?? 'change';
      return { key: `payee_${action}`, name: (action === 'add_many' ? facts.payees : facts.name) ?? '' };
    }
    case 'card': {
      const action = cardActions.find((each) => each === facts.action) ?? 'controls';
      return { key: `card_${action}`, name: facts.name ?? '' };
    }
    case 'people': {
      const action = peopleActions.find((each) => each === facts.action) ?? 'other';
      return { key: `people_${action}`, name: facts.name || facts.email || '' };
    }
  }
}
