/** The topics of notifications, their defaults, and the allowed choices. Pure. */
import {
  type NotificationChoice,
  type NotificationChoiceInput,
  type NotificationTopic,
  notificationTopics,
} from '@calmly/contract';
import type { Reader } from '@calmly/providers/outbox/store.ts';

interface TopicRule {
  /** Whether an email is sent by default; the portal's list always has it. */
  readonly email: boolean;
  /** Whether enabled browsers show it by default; true if absent. */
  readonly push?: false;
  readonly smsOffered?: true;
  readonly fixed?: true;
}

const rules: Readonly<Record<NotificationTopic, TopicRule>> = {
  payment_executed: { email: false, smsOffered: true },
  payment_rejected: { email: true, smsOffered: true },
  payment_received: { email: true, smsOffered: true },
  payouts: { email: true },
  requests: { email: true },
  approvals: { email: true, smsOffered: true },
  accounts: { email: true },
  thresholds: { email: true, smsOffered: true },
  cards: { email: true },
  statements: { email: true },
  support: { email: true },
  // An intruder must not be able to turn off the owner's notices.
  sign_in: { email: true, fixed: true },
  security: { email: true, fixed: true },
  news: { email: false, push: false },
};

export type Ways = Pick<NotificationChoiceInput, 'portal' | 'email' | 'sms' | 'push'>;

/** As stored; null: chosen before this channel existed. */
export type ChosenWays = Omit<Ways, 'push'> & { readonly push: boolean | null };

/** The active channels: the person's choice, or the bank's default. */
export function waysOf(topic: NotificationTopic, chosen: ChosenWays | undefined): Ways {
  const { email, push = true, fixed } = rules[topic];
  if (fixed || !chosen) return { portal: true, email, sms: false, push };
  return { ...chosen, push: chosen.push ?? push };
}

/** Every topic as the person sees it. */
export const choicesOf = (chosen: ReadonlyMap<NotificationTopic, ChosenWays>): NotificationChoice[] =>
  notificationTopics.map((topic) => ({
    topic,
    ...waysOf(topic, chosen.get(topic)),
    fixed: rules[topic].fixed ?? false,
    smsOffered: rules[topic].smsOffered ?? false,
  }));

/** Why a choice is not allowed; undefined if it is. */
export function checkChoice({ topic, sms }: NotificationChoiceInput) {
  if (rules[topic].fixed) return { field: 'topic', code: 'notification_fixed' } as const;
  if (sms && !rules[topic].smsOffered) return { field: 'sms', code: 'invalid' } as const;
  return undefined;
}

/** The subject of a notification: a profile or (null) the person, and who may read it there. */
export interface About {
  readonly clientId: string | null;
  readonly audience: 'confidential' | 'masked' | null;
}

/**
 * Why a delayed message may no longer be read by this person: they may no longer act for the profile, or have lost the right to confidential payouts.
 * `profiles`: those that they may currently act for.
 */
export function lostSince(
  { clientId, audience }: About,
  profiles: ReadonlyArray<{ readonly clientId: string; readonly seesConfidential: boolean }>,
): 'left' | 'right_lost' | undefined {
  if (clientId === null) return undefined;
  const profile = profiles.find((each) => each.clientId === clientId);
  if (!profile) return 'left';
  return audience === 'confidential' && !profile.seesConfidential ? 'right_lost' : undefined;
}

/** The readers of messages about this; undefined if it is about the person alone. */
export const readerOf = (personId: string, about: readonly About[]): Reader | undefined => {
  const profiles = about.flatMap(({ clientId, audience }) =>
    clientId === null ? [] : { clientId, audience },
  );
  return profiles.length > 0 ? { personId, about: profiles } : undefined;
};

/** Whether the acting module writes a topic's messages, so that only the portal's entry is added here. */
export const isToldElsewhere = (topic: NotificationTopic): boolean => rules[topic].fixed ?? false;
