import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function capture(isTTY: boolean) {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY });
  const log = createLog('info', output);
  return { log, text: () => String(output.read() ?? '') };
}

describe('the log', () => {
  it('takes and keeps only allowed fields, also in children', () => {
    const { log, text } = capture(false);
    const facts = { endpoint: 'e1', name: 'canary' };
    log
      // @ts-expect-error: the field is not on the list.
      .child({ requestId: 'r1', token: 'canary' })
      // @ts-expect-error: nor is what a spread brings.
      .info({ ...facts, body: { code: 'canary' } }, 'done');
    const line = JSON.parse(text());
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      requestId: 'r1',
      endpoint: 'e1',
      msg: 'done',
    });
  });

  it.each([
    ['an IBAN', 'LT121000011101001000', 'LT12***'],
    ['an IBAN in groups', 'DE89 3704 0044 0532 0130 00', 'DE89***'],
    ['a card number', '4111 1111 1111 1111', '***'],
    ['an email address', 'anna@demo.calmly.example', '***@***'],
    ['a token', 'cal_at_aBc-123_x', 'cal_***'],
  ])('masks %s wherever it occurs', (_what, secret, masked) => {
    const { log, text } = capture(false);
    log.error({ err: new Error(`refused ${secret}`), reason: `it was ${secret}` }, `for ${secret}`);
    const line = text();
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ msg: `for ${masked}`, err: { message: `refused ${masked}` } });
  });

  it('leaves ids, times and sizes readable', () => {
    const { log, text } = capture(false);
    const requestId = '01935b2e-1234-7123-8123-123456789012';
    log.info({ requestId, durationMs: 12345 }, 'served');
    expect(JSON.parse(text())).toMatchObject({
      requestId,
      durationMs: 12345,
      time: expect.stringMatching(/^\d{4}-/),
    });
  });

  it('cannot be given a second line by a message', () => {
    const { log, text } = capture(false);
    log.warn({ reason: 'one\r\n{"level":"fatal"}' }, 'two\nthree');
    expect(text().trimEnd().split('\n')).toHaveLength(1);
  });

  it('is readable at a terminal', () => {
    const { log, text } = capture(true);
    log.warn({ reason: 'gone' }, 'database connection lost');
    expect(text()).toMatch(/^\d\d:\d\d:\d\d warn: database connection lost \(reason gone\)\n$/);
  });
});
