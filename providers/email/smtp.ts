/**
 * SMTP: hands emails to the bank's relay (RFC 5321), which signs and routes them. Always over TLS, by `smtps:` or STARTTLS, except for a
 * relay on this machine. The Message-ID comes from the message's own id, so that a duplicate is recognised.
 *
 * Errors: a 5xx answer to the recipient or the content is final (`Undeliverable`); a 4xx concerns only this message and is retried; a
 * failure of connection, TLS, sign-in or sender is the relay's (`Unreachable`).
 */
import { callingProvider } from '@calmly/platform/observe/tracing.ts';
import { type Carrier, Undeliverable, Unreachable } from '../outbox/delivery.ts';
import { renderHtml } from './render.ts';

export interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string;
  /** Sender, an address or `Name <address>`. */
  readonly from: string;
}

const connectTimeoutMs = 5_000;
const socketTimeoutMs = 10_000;
/** Fewer than the concurrent jobs, so that emails alone never occupy them all. */
const connections = 4;

/** Connects with the first email, and keeps up to four connections to the relay for news and four for what somebody waits for. */
export function createSmtp({ url, from }: SmtpOptions): Carrier {
  const { hostname } = new URL(url);
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? hostname;
  const transports: { awaited?: Transport; news?: Transport } = {};

  return async ({ id, at, recipient, subject, text, email, isAwaited }) => {
    if (!email) throw new Undeliverable('no_content');
    const kind = isAwaited ? 'awaited' : 'news';
    transports[kind] ??= openTransport(url);
    try {
      const transport = await transports[kind];
      const mail = {
        from,
        // As an object it is one address, with any characters in it.
        to: { name: '', address: recipient },
        subject: subject ?? '',
        text,
        html: renderHtml(email),
        messageId: `<${id}@${domain}>`,
        date: at,
        // RFC 3834: no automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': email.locale },
      };
      await callingProvider('smtp', false, () => transport.sendMail(mail));
    } catch (error) {
      throw verdictOf(error);
    }
  };
}

type Transport = ReturnType<typeof openTransport>;

/** Loaded with the first email: a sandbox sends none. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const { hostname, protocol } = new URL(url);
  return createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Sending again is our queue's business, where it is remembered.
    maxRequeues: 0,
    requireTLS: protocol === 'smtp:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What the relay's refusal means, without its words: they quote addresses. */
function verdictOf(error: unknown): Error {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const what = ['smtp', code, responseCode].filter((part) => part !== undefined).join(' ');
  const aboutMessage = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  if (!aboutMessage) return new Unreachable(what);
  const final = responseCode === undefined || responseCode >= 500;
  return final ? new Undeliverable(what) : new Error(what);
}
