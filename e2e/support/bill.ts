/** A PDF of one empty page, and its upload. */
import type { Page } from '@playwright/test';

export const bill = Buffer.from(
  [
    '%PDF-1.4',
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
    '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> endobj',
    'trailer << /Root 1 0 R >>',
    'startxref',
    '0',
    '%%EOF',
  ].join('\n'),
);

export const attach = (page: Page, name: string, buffer = bill) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
