/** The roles that a text of a proposal names. Pure. */
import { type StaffRole, staffRoles } from '@calmly/contract/staff';

/** The roles in a text such as `SUPPORT, FIN`; undefined if it is another text. */
export function rolesIn(text: string): StaffRole[] | undefined {
  const named = text.split(', ');
  const roles = staffRoles.filter((role) => named.includes(role));
  return roles.length === named.length ? roles : undefined;
}
