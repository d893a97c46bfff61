/** The sandbox's identity widget, gone through by samples. */
import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './portal.ts';

export const widgetOf = (page: Page) => page.frameLocator('iframe[title="Identity check"]');

/** Goes to the last step of the widget by samples. */
export async function goToAnswer(widget: FrameLocator): Promise<void> {
  await widget.getByText('Passport', { exact: true }).click();
  await widget.getByRole('button', { name: 'Use a sample' }).click();
  await widget.getByRole('button', { name: 'Continue' }).click();
  await widget.getByRole('button', { name: 'Use a sample' }).click();
  await widget.getByRole('button', { name: 'Continue' }).click();
  for (const move of ['straight', 'left', 'right']) {
    await expect(widget.getByRole('status')).toContainText(move);
    await widget.getByRole('button', { name: 'Done' }).click();
  }
}

/** Hands in documents that the provider answers so. */
export async function answer(widget: FrameLocator, option: string): Promise<void> {
  await goToAnswer(widget);
  await widget.getByText(option, { exact: true }).click();
  await widget.getByRole('button', { name: 'Hand in' }).click();
}
