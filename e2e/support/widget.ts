/**
 * The sandbox's identity widget, completed with samples and by keyboard: after each step the provider's SDK scrolls the page smoothly,
 * and a pointer aimed meanwhile misses its button.
 */
import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './portal.ts';

export const widgetOf = (page: Page) => page.frameLocator('iframe[title="Identity check"]');

/** Completes the widget with samples up to its last step. */
export async function goToAnswer(widget: FrameLocator): Promise<void> {
  await widget.getByRole('radio', { name: 'Passport' }).press('Space');
  await takeSample(widget, 'Your document');
  await takeSample(widget, 'Take a selfie');
  for (const move of ['straight', 'left', 'right']) {
    await expect(widget.getByRole('status')).toContainText(move);
    await widget.getByRole('button', { name: 'Done' }).press('Enter');
  }
}

/** Submits the sample of a step. */
async function takeSample(widget: FrameLocator, step: string): Promise<void> {
  const title = widget.getByRole('heading', { name: step });
  await expect(title).toBeVisible();
  await widget.getByRole('button', { name: 'Use a sample' }).press('Enter');
  await widget.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(title).toBeHidden();
}

/** Submits documents and chooses the provider's answer. */
export async function answer(widget: FrameLocator, option: string): Promise<void> {
  await goToAnswer(widget);
  await choose(widget, option);
}

/** Chooses the sandbox provider's answer; for a company this is all. */
export async function choose(widget: FrameLocator, option: string): Promise<void> {
  await widget.getByRole('radio', { name: option }).press('Space');
  await widget.getByRole('button', { name: 'Submit' }).press('Enter');
}
