import type { EndpointSpec } from '@calmly/contract';
import { expect, test } from 'vitest';
import { inCall, requireJudged, ruleAsked } from './exits.ts';

const call = (money: EndpointSpec['money']) => ({ id: 'someCall', ...(money && { money }) });

test('a call that does not declare its effect on money cannot touch money', () => {
  expect(() => inCall(call(undefined), requireJudged)).toThrow('someCall touches money');
  expect(() => inCall(call('own'), requireJudged)).not.toThrow();
  expect(() => inCall(call('desk'), requireJudged)).not.toThrow();
});

test('a call by which money leaves must have checked every rule', () => {
  expect(() => inCall(call('leaves'), requireJudged)).toThrow('approvals, cooling_off');
  const asking = (...rules: Parameters<typeof ruleAsked>[0][]) =>
    inCall(call('leaves'), () => {
      rules.forEach(ruleAsked);
      requireJudged();
    });
  expect(() => asking('approvals')).toThrow('without asking: cooling_off');
  expect(() => asking('approvals', 'cooling_off')).not.toThrow();
});

test('what one call has asked does not count for another, and work of no call is free', async () => {
  const asks = inCall(call('leaves'), async () => {
    ruleAsked('approvals');
    ruleAsked('cooling_off');
    await Promise.resolve();
    requireJudged();
    // A batch that this call starts for other calls starts without checked rules.
    inCall(call('leaves'), requireJudged);
  });
  await expect(asks).rejects.toThrow('approvals, cooling_off');
  expect(requireJudged).not.toThrow();
});
