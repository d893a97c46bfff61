/** The sandbox's identity widget, gone through by samples. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './portal.ts';

export const widgetOf = (page: Page) => page.frameLocator('iframe[title="Identity check"]');

/** Goes to the last step of the widget by samples. */
export async function goToAnswer(widget: FrameLocator): Promise<void> {
  await widget.getByText('Passport', { exact: true }).click();
  await takeSample(widget, 'Your document');
  await takeSample(widget, 'Your face');
  for (const move of ['straight', 'left', 'right']) {
    await expect(widget.getByRole('status')).toContainText(move);
    await widget.getByRole('button', { name: 'Done' }).click();
  }
}

/** Hands in the sample of a step. The frame takes the height of each step when it is drawn: what is pressed while it does may miss. */
async function takeSample(widget: FrameLocator, step: string): Promise<void> {
  const sample = widget.getByRole('button', { name: 'Use a sample' });
  const title = widget.getByRole('heading', { name: step });
  await expect(title).toBeVisible();
  await expect(async () => {
    if (await sample.isVisible()) await sample.click({ timeout: 2_000 });
    await expect(sample).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await widget.getByRole('button', { name: 'Continue' }).click();
  await expect(title).toBeHidden();
}

/** Hands in documents that the provider answers so. */
export async function answer(widget: FrameLocator, option: string): Promise<void> {
  await goToAnswer(widget);
  await choose(widget, option);
}

/** What the provider of the sandbox answers; of a company it asks nothing else. */
export async function choose(widget: FrameLocator, option: string): Promise<void> {
  await widget.getByText(option, { exact: true }).click();
  await widget.getByRole('button', { name: 'Hand in' }).click();
}
