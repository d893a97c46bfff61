/** The demo company as a client: founded by Boris, verified, with accounts, and with colleagues who have no bank relation of their own. */
import { allRights, termsVersions } from '@calmly/contract';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { foundCompany, replaceFacts } from '@calmly/products/clients/server/companies/index.ts';
import {
  acceptTerms,
  addMember,
  createInvitedPerson,
  fillCompany,
  moveClient,
} from '@calmly/products/identity/server/index.ts';
import { demoPassword } from './demo-shapes.ts';
import { colleagues, northwind } from './northwind.ts';

const dayMs = 86_400_000;

/** The company's client, active, with its founder as its administrator; returns the founder acting for it. */
export async function foundNorthwind(work: Work, founder: ClientActor): Promise<ClientActor> {
  const { facts } = northwind;
  const { clientId: creatorId, personId } = founder;
  const clientId = await foundCompany(work, {
    creatorId,
    personId,
    entry: facts,
    isRegistered: false,
  });
  await replaceFacts(work.sql, clientId, facts, []);
  await fillCompany(work.sql, clientId, facts);
  await moveClient(work, clientId, 'handInIdentity');
  await moveClient(work, clientId, 'approveIdentity');
  const actor: ClientActor = {
    ...founder,
    clientId,
    displayName: facts.name,
    role: 'LEGAL',
    rights: allRights,
  };
  await acceptTerms(work, actor, { main: { version: termsVersions.main } });
  return actor;
}

/** Adds the colleagues, each at their time; returns them. */
export async function hireColleagues(
  workAt: (at: Date) => Work,
  boss: ClientActor,
  now: Date,
): Promise<Record<keyof typeof colleagues, { readonly personId: string; readonly name: string }>> {
  const hired: Record<string, { personId: string; name: string }> = {};
  for (const [key, colleague] of Object.entries(colleagues)) {
    const { joinedMonthsAgo, rights, email, firstName, lastName, phone, ...member } = colleague;
    const work = workAt(averageMonthsBefore(now, joinedMonthsAgo));
    const { personId } = await createInvitedPerson(work, {
      email,
      password: demoPassword,
      firstName,
      lastName,
      phone,
    });
    const validUntil = 'days' in member ? new Date(now.getTime() + member.days * dayMs) : null;
    await addMember({ ...work, actor: boss }, { clientId: boss.clientId, personId, rights, validUntil });
    hired[key] = { personId, name: `${firstName} ${lastName}` };
  }
  return hired as Record<keyof typeof colleagues, { personId: string; name: string }>;
}

const monthMs = 30.44 * dayMs;

/** Months of 30.44 days, not calendar months. */
export const averageMonthsBefore = (now: Date, months: number): Date =>
  new Date(now.getTime() - months * monthMs);
