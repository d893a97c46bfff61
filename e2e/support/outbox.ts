/** The sandbox's outbox: people's emails and SMS, read as a person would, in a separate window. */
import { type Browser, expect } from '@playwright/test';

export interface Message {
  readonly text: string;
  /** Six digits, if the message contains a code. */
  readonly code: string;
  /** The first link. */
  readonly link: string;
}

/** The newest message to a recipient with a matching title; waits until there are that many. */
export async function newestMessage(
  browser: Browser,
  recipient: string,
  title: RegExp,
  count = 1,
): Promise<Message> {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    const entries = page.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name: title });
    await expect(async () => {
      await page.goto(`/sandbox/outbox?to=${encodeURIComponent(recipient)}`);
      await expect(entries.nth(count - 1)).toBeVisible({ timeout: 500 });
    }).toPass();
    // By its address: after a press, the old page might be read instead of the new one.
    await page.goto((await entries.first().getAttribute('href')) ?? '');
    const text = (await page.locator('pre').textContent()) ?? '';
    return {
      text,
      code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
      link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
    };
  } finally {
    await context.close();
  }
}
