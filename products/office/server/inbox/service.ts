/**
 * The inbox: the queues of all modules, as far as the reader's roles go. A queue that fails is shown as failed, never as empty, and one that is not theirs
 * does not exist for them. A decision names what was seen: if anything in the item differs, it is refused and nothing happens.
 *
 * Errors: `not_found`, `staff_role_needed`, `item_changed`, `item_taken`, `reason_needed`, `desk_refused`, and those of the queue.
 */
import { hash } from 'node:crypto';
import type { InboxItem, InboxQueue, InboxSheet } from '@calmly/contract/staff';
import { audit } from '@calmly/platform/audit.ts';
import type { DeskItem, DeskQueue, DeskSheet, QueueRoles } from '@calmly/platform/desk.ts';
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import type { Log } from '@calmly/platform/log.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, StaffActor, Work } from '@calmly/platform/work.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import { clientName } from '../../../identity/server/index.ts';
import { findPerson } from '../people/store.ts';
import * as store from './store.ts';

export interface InboxTools {
  readonly queues: readonly DeskQueue[];
  readonly documents: Documents;
}

export type Access = 'decide' | 'read';

/** What the reader may do with a queue or an item; undefined: nothing, not even know of it. */
export function accessTo(
  { roles }: { readonly roles: QueueRoles },
  actor: Pick<StaffActor, 'roles'>,
): Access | undefined {
  if (roles.decides.some((role) => actor.roles.includes(role))) return 'decide';
  return roles.reads.some((role) => actor.roles.includes(role)) ? 'read' : undefined;
}

/** Whether nobody but those who look into suspicions learns of the item. */
const isSuspicion = (queue: DeskQueue, item: DeskItem): boolean =>
  (item.roles ?? queue.roles).reads.length === 0;

/** The work of an act on the item: what it leaves in the audit is as secret as the item. */
const onItem = (work: Work, actor: StaffActor, queue: DeskQueue, item: DeskItem): Work => ({
  ...work,
  actor: isSuspicion(queue, item) ? { ...actor, onSuspicion: true } : actor,
});

const accessToItem = (queue: DeskQueue, item: DeskItem, actor: Pick<StaffActor, 'roles'>) =>
  accessTo({ roles: item.roles ?? queue.roles }, actor);

/** Items are counted up to here. */
const countMost = 1_000;

export async function listQueues(
  sql: Sql,
  { queues }: InboxTools,
  actor: StaffActor,
  log: Log,
): Promise<InboxQueue[]> {
  const mine = await store.countClaims(sql, actor.personId);
  const listed: InboxQueue[] = [];
  for (const queue of queues) {
    const access = accessTo(queue, actor);
    if (!access) continue;
    const named = { queue: queue.kind, access, mine: mine.get(queue.kind) ?? 0 };
    try {
      const items = (await queue.list(sql, { after: undefined, limit: countMost })).filter(
        (item) => accessToItem(queue, item, actor) !== undefined,
      );
      listed.push({ ...named, state: 'ok', count: items.length, oldest: oldestOf(items) });
    } catch (error) {
      log.error({ err: error, reason: queue.kind }, 'a queue of the inbox cannot be read');
      listed.push({ ...named, state: 'failed', count: null, oldest: null });
    }
  }
  return listed;
}

function oldestOf(items: readonly DeskItem[]): string | null {
  const times = items.map(({ since }) => since.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

export async function listItems(
  sql: Sql,
  tools: InboxTools,
  actor: StaffActor,
  by: { readonly queue: string; readonly after: string | undefined; readonly limit: number },
): Promise<{ items: InboxItem[]; next: string | null; access: Access }> {
  const { queue, access } = requireQueue(tools, actor, by.queue);
  const { shown, next } = await pageOf(sql, queue, actor, by);
  const claims = await store.findClaims(
    sql,
    queue.kind,
    shown.map(({ id }) => id),
  );
  const items: InboxItem[] = [];
  for (const item of shown) items.push(await itemView(sql, queue, item, claims.get(item.id)));
  return { items, next, access };
}

/** A page of what the reader may see. Its cursor is an item that they see too: one of a hidden item would tell that there is one. */
async function pageOf(
  sql: Sql,
  queue: DeskQueue,
  actor: StaffActor,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ shown: DeskItem[]; next: string | null }> {
  const visible: DeskItem[] = [];
  for (let last = after; ; ) {
    const page = await queue.list(sql, { after: last, limit: limit + 1 });
    visible.push(...page.filter((item) => accessToItem(queue, item, actor)));
    if (visible.length > limit)
      return { shown: visible.slice(0, limit), next: visible[limit - 1]?.id ?? null };
    if (page.length <= limit) return { shown: visible, next: null };
    last = page.at(-1)?.id;
  }
}

const ownMost = 200;

/** What the reader has taken and that still waits. */
export async function listOwn(sql: Sql, tools: InboxTools, actor: StaffActor): Promise<InboxItem[]> {
  const items: InboxItem[] = [];
  for (const { queue: kind, itemId } of await store.listClaims(sql, actor.personId, ownMost)) {
    const queue = tools.queues.find((each) => each.kind === kind);
    const sheet = queue && (await queue.find(sql, itemId));
    if (!sheet || !accessToItem(queue, sheet, actor) || !(await isWaiting(sql, queue, sheet))) continue;
    const [taken] = (await store.findClaims(sql, kind, [itemId])).values();
    items.push(await itemView(sql, queue, sheet, taken));
  }
  return items.sort((one, other) => one.since.localeCompare(other.since));
}

/** An item with the facts that decide it. Opening it leaves a line in the audit. */
export async function openItem(
  work: Work,
  tools: InboxTools,
  actor: StaffActor,
  { queue: kind, id }: { readonly queue: string; readonly id: string },
): Promise<InboxSheet> {
  const { sql } = work;
  const { queue } = requireQueue(tools, actor, kind);
  const { sheet, access } = await requireSheet(sql, queue, actor, id);
  const [claim] = (await store.findClaims(sql, kind, [id])).values();
  const isOpen = await isWaiting(sql, queue, sheet);
  const documents: InboxSheet['documents'] = [];
  for (const documentId of sheet.documentIds) {
    const { fileName, content } = await tools.documents.requireContent(sql, documentId);
    documents.push({ id: documentId, fileName, bytes: content.length });
  }
  await audit(onItem(work, actor, queue, sheet), {
    action: 'inbox.opened',
    ...(sheet.clientId !== null && { clientId: sheet.clientId }),
    details: { queue: kind, item: id },
  });
  return {
    ...(await itemView(sql, queue, sheet, claim)),
    isOpen,
    facts: sheet.facts.map(([label, value]) => ({ label, value })),
    documents,
    version: versionOf(sheet),
    access,
    acts: access === 'decide' && isOpen && !queue.hasOwnActs ? actsOf(queue) : [],
    takesAccount: queue.takesAccount === true,
    tellsReason: queue.tellsReason === true,
  };
}

const actsOf = (queue: DeskQueue): InboxSheet['acts'] =>
  queue.hold ? ['approve', 'reject', 'hold'] : ['approve', 'reject'];

export interface InboxDecision {
  readonly queue: string;
  readonly id: string;
  readonly decision: 'approve' | 'reject' | 'hold';
  readonly version: string;
  readonly reason: string | undefined;
  readonly account: string | undefined;
}

/** Decides in the open transaction. */
export async function decide(
  work: Work,
  tools: InboxTools,
  actor: StaffActor,
  { queue: kind, id, decision, version, reason, account }: InboxDecision,
): Promise<void> {
  const { sql } = work;
  const { queue } = requireQueue(tools, actor, kind);
  await store.lockItem(sql, kind, id);
  const { sheet, access } = await requireSheet(sql, queue, actor, id);
  if (access !== 'decide') throw new Problem('staff_role_needed');
  if (queue.hasOwnActs) throw new Problem('not_found');
  if (versionOf(sheet) !== version) throw new Problem('item_changed');
  await refuseTaken(sql, actor, kind, id);
  if (decision === 'reject' && reason === undefined) throw new Problem('reason_needed');
  if (account !== undefined && !queue.takesAccount)
    throw badFields({ field: 'account', code: 'unknown_field' });
  const deciding = onItem(work, actor, queue, sheet);
  const options = { ...(reason !== undefined && { reason }), ...(account !== undefined && { account }) };
  if (decision === 'hold' && !queue.hold) throw new Problem('not_found');
  await refusalsAsProblems(async () => {
    if (decision === 'hold') await queue.hold?.(deciding, id, options);
    else await queue.decide(deciding, id, decision, options);
  });
  if (decision !== 'hold') await store.deleteClaim(sql, kind, id);
  await audit(deciding, {
    action: 'inbox.decided',
    ...(sheet.clientId !== null && { clientId: sheet.clientId }),
    details: { queue: kind, item: id, decision, reason: reason ?? null },
  });
}

/** Takes an item, or gives it to a colleague who may decide it. */
export async function claim(
  work: Work,
  tools: InboxTools,
  actor: StaffActor,
  { queue: kind, id, person = actor.personId }: { queue: string; id: string; person?: string | undefined },
): Promise<{ id: string; name: string }> {
  const { queue } = requireQueue(tools, actor, kind);
  const { sheet, access } = await requireSheet(work.sql, queue, actor, id);
  if (access !== 'decide') throw new Problem('staff_role_needed');
  const taker = await findPerson(work.sql, person);
  if (taker?.state !== 'ACTIVE') throw new Problem('not_found');
  if (!(await isWaiting(work.sql, queue, sheet))) throw new Problem('not_found');
  if (accessToItem(queue, sheet, taker) !== 'decide') throw new Problem('staff_role_needed');
  await store.saveClaim(work.sql, { queue: kind, itemId: id, personId: person, at: work.now });
  await audit(onItem(work, actor, queue, sheet), {
    action: 'inbox.claimed',
    details: { queue: kind, item: id, by: taker.name },
  });
  return { id: taker.id, name: taker.name };
}

export async function release(
  work: Work,
  tools: InboxTools,
  actor: StaffActor,
  { queue: kind, id }: { readonly queue: string; readonly id: string },
): Promise<void> {
  const { queue } = requireQueue(tools, actor, kind);
  const { sheet, access } = await requireSheet(work.sql, queue, actor, id);
  if (access !== 'decide') throw new Problem('staff_role_needed');
  if (await store.deleteClaim(work.sql, kind, id))
    await audit(onItem(work, actor, queue, sheet), {
      action: 'inbox.released',
      details: { queue: kind, item: id },
    });
}

/** A document of an item; nothing else that is stored can be read this way. */
export async function readDocument(
  work: Work,
  tools: InboxTools,
  actor: StaffActor,
  { queue: kind, id, document }: { readonly queue: string; readonly id: string; readonly document: string },
) {
  const { queue } = requireQueue(tools, actor, kind);
  const { sheet } = await requireSheet(work.sql, queue, actor, id);
  if (!sheet.documentIds.includes(document)) throw new Problem('not_found');
  const content = await tools.documents.requireContent(work.sql, document);
  await audit(onItem(work, actor, queue, sheet), {
    action: 'inbox.document_opened',
    ...(sheet.clientId !== null && { clientId: sheet.clientId }),
    details: { queue: kind, item: id, document },
  });
  return content;
}

function requireQueue({ queues }: InboxTools, actor: StaffActor, kind: string) {
  const queue = queues.find((each) => each.kind === kind);
  const access = queue && accessTo(queue, actor);
  if (!queue || !access) throw new Problem('not_found');
  return { queue, access };
}

async function requireSheet(sql: Sql, queue: DeskQueue, actor: StaffActor, id: string) {
  const sheet = await queue.find(sql, id);
  const access = sheet && accessToItem(queue, sheet, actor);
  if (!sheet || !access) throw new Problem('not_found');
  return { sheet, access };
}

/** Whether the item is among those that wait: the one after the item before it. */
async function isWaiting(sql: Sql, queue: DeskQueue, { id }: DeskSheet): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const page = await queue.list(sql, { after, limit: countMost });
    if (page.some((item) => item.id === id)) return true;
    if (page.length < countMost) return false;
    after = page.at(-1)?.id;
  }
}

/** Changes with anything that a decision rests on. */
const versionOf = ({ subject, facts, documentIds, since }: DeskSheet): string =>
  hash('sha256', canonicalJson([subject, facts, documentIds, since.toISOString()]), 'hex').slice(0, 32);

async function refuseTaken(sql: Sql, actor: StaffActor, queue: string, id: string): Promise<void> {
  const [taken] = (await store.findClaims(sql, queue, [id])).values();
  if (taken && taken.personId !== actor.personId)
    throw new Problem('item_taken', { params: { name: taken.name } });
}

/** A queue refuses in the words of the command line; here it is a problem like any other. */
async function refusalsAsProblems(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Refusal) throw new Problem('desk_refused', { params: { reason: error.message } });
    throw error;
  }
}

async function itemView(
  sql: Sql,
  queue: DeskQueue,
  { id, clientId, since, subject }: DeskItem,
  taken: store.Claim | undefined,
): Promise<InboxItem> {
  return {
    queue: queue.kind,
    id,
    client: clientId === null ? null : { id: clientId, name: await clientName(sql, clientId) },
    since: since.toISOString(),
    subject,
    claimedBy: taken ? { id: taken.personId, name: taken.name } : null,
  };
}
