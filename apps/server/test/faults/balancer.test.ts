/**
 * Two servers on one database behind HAProxy with the configuration of deploy/: while one is killed, and while one is stopped for an upgrade, no call
 * fails at its first try, and each payment is made once. Control: a balancer that never retries a call. Needs haproxy.
 */
import { afterEach, expect, test } from 'vitest';
import { record, sized } from '../support/campaign.ts';
import { breachesAfter, type Fleet, startFleet, startLoad } from '../support/processes/fleet.ts';

const rounds = sized(1, 10);

let fleet: Fleet;
afterEach(() => fleet?.close());

test('no call fails while a server is killed, and while one is stopped for an upgrade', async () => {
  fleet = await startFleet();
  const load = startLoad(fleet);
  for (let round = 0; round < rounds; round += 1)
    for (const [place, signal] of [
      [0, 'SIGKILL'],
      [1, 'SIGTERM'],
    ] as const) {
      await load.some();
      fleet.servers[place]?.kill(signal);
      const { code } = (await fleet.servers[place]?.ended) ?? {};
      expect(code).toBe(signal === 'SIGTERM' ? 0 : null);
      await load.some();
      await fleet.start(place);
    }
  await load.some();
  await load.stop();
  expect(load.failed).toEqual([]);
  expect(await breachesAfter(fleet, load.paid)).toEqual([]);
  record({
    id: 'B1',
    what: 'one of two servers killed or stopped under load',
    figure: `${rounds} kills, ${rounds} stops, ${load.paid.length} payments: 0 first tries failed, each made once`,
    control: 'a balancer that sends no call again: calls fail',
  });
});

test('control: with a balancer that sends no call again, calls fail when a server is killed', async () => {
  fleet = await startFleet((text) => text.replace(/^ *(retry-on|option redispatch|retries).*$/gm, ''));
  const load = startLoad(fleet);
  for (let tries = 0; load.failed.length === 0 && tries < 10; tries += 1) {
    await load.some();
    fleet.servers[0]?.kill('SIGKILL');
    await fleet.servers[0]?.ended;
    await load.some();
    await fleet.start(0);
  }
  await load.stop();
  expect(load.failed.length).toBeGreaterThan(0);
});
