/** Acts and values of proposals in words; one without a word of ours is shown as it is. */
import type { ProposalState } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { useRolesText } from '../shared/roles.ts';
import { rolesIn } from './roles-in.ts';

export function useActName(): (act: string) => string {
  const t = useTranslations('office.acts');
  return (act) => {
    const key = act as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : act;
  };
}

/** A value of a proposal: roles and states by their words, anything else as it is. */
export function useValueText(): (name: string, value: string | null) => string {
  const t = useTranslations('office.values');
  const states = useTranslations('office.people.states');
  const rolesText = useRolesText();
  return (name, value) => {
    if (value === null || value === '') return t('none');
    const state = value as Parameters<typeof states>[0];
    if (name === 'state' && states.has(state)) return states(state);
    const roles = name === 'roles' ? rolesIn(value) : undefined;
    return roles ? rolesText(roles) : value;
  };
}

export function useValueName(): (name: string) => string {
  const t = useTranslations('office.values');
  return (name) => {
    const key = name as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : name;
  };
}

export const stateColours: Readonly<Record<ProposalState, BadgeColour>> = {
  WAITING: 'yellow',
  DONE: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'orange',
  VOIDED: 'grey',
};
