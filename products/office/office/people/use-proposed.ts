/** Leads to a proposal that was just made. */
import type { Proposal } from '@calmly/contract/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

export function useProposed(): (proposal: Proposal) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({ id }) => {
    void client.invalidateQueries({ queryKey: ['proposals'] });
    void navigate({ to: '/proposals', search: { item: id } });
  };
}
