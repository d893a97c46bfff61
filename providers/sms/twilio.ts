/**
 * SMS by Twilio: `POST /2010-04-01/Accounts/{sid}/Messages.json`, a form with Basic credentials, answered 201 with the message's sid.
 * Source: twilio.com/docs/messaging/api/message-resource, twilio.com/docs/api/errors.
 *
 * Errors: a 4xx about this message (21211: no such number, 21610: the person replied STOP) is final; one about us (401, 403) or the rate
 * (429), and every 5xx, is the gateway's and is retried.
 */
import { callingProvider } from '@calmly/platform/observe/tracing.ts';
import { z } from 'zod';
import { textOf } from '../ask.ts';
import { type Carrier, Undeliverable, Unreachable } from '../outbox/delivery.ts';

export interface TwilioOptions {
  readonly accountSid: string;
  /** An API key (`SK…`) or the account's sid, and its secret. */
  readonly user: string;
  readonly secret: string;
  /** A number in E.164, or the sid of a messaging service (`MG…`). */
  readonly from: string;
  /** `https://api.twilio.com` unless said. */
  readonly baseUrl: string;
}

const timeoutMs = 10_000;
const zRefusal = z.object({ code: z.number() });

/** Waits ten seconds at most. The text goes out as it is; Twilio splits a long one into several SMS. */
export function createTwilio({ accountSid, user, secret, from, baseUrl }: TwilioOptions): Carrier {
  const address = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';

  return async ({ recipient, text }) => {
    const response = await callingProvider('twilio', true, (trace) =>
      fetch(address, {
        method: 'POST',
        headers: { ...trace, authorization },
        body: new URLSearchParams({ To: recipient, [sender]: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }),
    ).catch((error: unknown) => {
      throw new Unreachable(`twilio ${error instanceof Error ? error.name : 'error'}`);
    });
    const answer = await textOf(response).catch(() => '');
    if (response.ok) return;
    if (response.status >= 500 || [401, 403, 408, 429].includes(response.status))
      throw new Unreachable(`twilio ${response.status}`);
    throw new Undeliverable(`twilio ${codeOf(answer) ?? response.status}`);
  };
}

/** Twilio's own code of an error, when the answer has one. */
function codeOf(answer: string): number | undefined {
  try {
    return zRefusal.safeParse(JSON.parse(answer)).data?.code;
  } catch {
    // Something between us and Twilio answered; the status says enough.
    return undefined;
  }
}
