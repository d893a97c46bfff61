/**
 * Quiet hours: when a person gets no SMS and no push notifications, in their own time zone. Security messages are never held back. Held messages are
 * sent as one summary when the hours end. Source: server page section 12.
 */

import { zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** A wall-clock time, `HH:MM`. */
const zClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const fields = {
  isOn: ['IsOn', z.boolean()],
  from: ['From', zClock],
  /** The first minute that is no longer quiet; if it is before `from`, it is on the next day. */
  to: ['To', zClock],
  timeZone: ['TimeZone', zTimeZone],
  /** Whether emails wait too, except those about security. */
  holdsEmail: ['HoldsEmail', z.boolean()],
} as const;

export const zQuietHours = wire(fields);
export type QuietHours = z.output<typeof zQuietHours>;

/** The suggestion for a person without quiet hours. */
export const usualQuietHours = { from: '22:00', to: '07:00' } as const;

export const getQuietHours = endpoint({
  id: 'getQuietHours',
  method: 'GET',
  path: '/notifications/quiet-hours',
  tag: 'Notifications',
  summary: 'Read the quiet hours',
  access: 'client',
  presence: 'required',
  response: zQuietHours,
});

export const saveQuietHours = endpoint({
  id: 'saveQuietHours',
  method: 'PUT',
  path: '/notifications/quiet-hours',
  tag: 'Notifications',
  summary: 'Change or turn off the quiet hours',
  access: 'client',
  presence: 'required',
  body: zQuietHours,
  response: zQuietHours,
});
