/** For messages that waited in the outbox: whether their reader may still read them. */
import type { LostReader } from '@calmly/providers/outbox/delivery.ts';
import { findRecipients } from '../../../identity/server/index.ts';
import { lostSince } from './rules.ts';

/** A message about several profiles, such as a summary, is given up as a whole: the portal's lists have the rest. */
export const lostReader: LostReader = async (sql, { personId, about }) => {
  const profiles = await findRecipients(sql, { clientIds: [], personIds: [personId] });
  return about.map((each) => lostSince(each, profiles)).find((reason) => reason !== undefined);
};
