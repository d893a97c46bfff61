/** The roles of the bank's people in words. */
import type { StaffRole } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';

/** "Support, Payments" */
export function useRolesText(): (roles: readonly StaffRole[]) => string {
  const t = useTranslations('office.roles');
  return (roles) => roles.map((role) => t(role)).join(', ');
}
