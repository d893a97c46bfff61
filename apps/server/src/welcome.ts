/** Printed on the terminal when the server is up: its address and, in the sandbox, how to sign in. */
import { relative } from 'node:path';
import type { Config } from '@calmly/platform/config/config.ts';
import { demoStaff } from './seed/demo-staff.ts';

/** Where the parts of a server listen. */
export interface Addresses {
  readonly portal: string | undefined;
  readonly office: string | undefined;
}

/** The demo clients of the sandbox: a person, and those who act for a company. */
const demo = {
  person: 'anna@demo.calmly.example',
  company: 'boris@, maria@, clara@demo.calmly.example',
  password: 'more-payments-less-stress',
};

/** Several lines of plain text for standard output; only a sandbox shows a password, the demo's. */
export function welcome({ portal, office }: Addresses, config: Config): string {
  const at = config.publicUrl ?? portal;
  const officeAt = config.office.publicUrl ?? office;
  const inside = relative(process.cwd(), config.dataDirectory);
  const data = inside.startsWith('..') ? config.dataDirectory : inside;
  const lines: Array<readonly [string, string]> = at === undefined ? [] : [['Portal', at]];
  if (config.sandbox.enabled && at !== undefined)
    lines.push(
      ['Sign in', demo.person],
      ['Company', demo.company],
      ['Password', demo.password],
      ['Messages', `${at}/sandbox/outbox`],
      ['Desk', `${at}/sandbox/desk`],
    );
  if (at !== undefined) lines.push(['API', `${at}/api/docs`]);
  if (officeAt !== undefined) lines.push(['Office', officeAt]);
  if (officeAt !== undefined && config.sandbox.enabled)
    lines.push([
      'Staff',
      `${demoStaff.map(({ email }) => email.replace('@calmly.example', '@')).join(', ')}calmly.example`,
    ]);
  lines.push(['Data', config.databaseUrl === undefined ? data : 'your PostgreSQL server']);
  const body = lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`).join('\n');
  return `\nCalmly is ready.\n\n${body}\n\nCtrl-C stops it.\n`;
}
