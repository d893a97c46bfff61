import { ApiProblem } from '@calmly/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionHandlers } from './handlers.ts';
import { type SignedIn, setSession, setToken } from './state.ts';
import { inTurn } from './turns.ts';

const ok = () => new Response('{}');
const call = { needsSession: true, last: undefined };

/** A call that the test answers. */
function slowCall() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const started = Promise.withResolvers<void>();
  const attempt = () => {
    started.resolve();
    return promise;
  };
  return { attempt, answer: resolve, started: started.promise };
}

/** A call that records when it runs. */
const note = (order: string[], name: string) => async () => {
  order.push(name);
  return ok();
};

describe('turns', () => {
  beforeEach(() => setToken('token'));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    setSession({ status: 'starting' });
  });

  it('lets calls run side by side', async () => {
    const [first, second] = [slowCall(), slowCall()];
    const both = [inTurn(first.attempt, call), inTurn(second.attempt, call)];
    await Promise.all([first.started, second.started]);
    first.answer(ok());
    second.answer(ok());
    await Promise.all(both);
  });

  it('sends the ending call after those in flight, and none before its response is handled', async () => {
    const order: string[] = [];
    const before = slowCall();
    const onItsWay = inTurn(async () => {
      const response = await before.attempt();
      order.push('answered');
      return response;
    }, call);
    await before.started;
    const acted = async () => {
      await Promise.resolve();
      order.push('acted on');
    };
    const last = inTurn(note(order, 'last'), { needsSession: true, last: acted });
    const after = inTurn(note(order, 'after'), call);
    before.answer(ok());
    await Promise.all([onItsWay, last, after]);
    expect(order).toEqual(['answered', 'last', 'acted on', 'after']);
  });

  it('does not send calls that need the session when it has ended meanwhile', async () => {
    const order: string[] = [];
    const last = inTurn(note(order, 'last'), { needsSession: false, last: () => setToken(undefined) });
    const after = inTurn(note(order, 'after'), call);
    const open = inTurn(note(order, 'public'), { needsSession: false, last: undefined });
    await expect(after).rejects.toEqual(new ApiProblem('aborted'));
    await Promise.all([last, open]);
    expect(order).toEqual(['last', 'public']);
  });

  it('does not send calls that need the session if another tab has signed out and its message is still on its way', async () => {
    const order: string[] = [];
    const cookies = { cookie: 'locale=en; signed-in=session' };
    vi.stubGlobal('document', cookies);
    vi.useFakeTimers();
    setSession({ status: 'signed-in' } as SignedIn);
    // Another test file may have set a page's handlers.
    const ended = vi.spyOn(sessionHandlers, 'ended').mockReturnValue(undefined);
    await inTurn(note(order, 'before'), call);
    cookies.cookie = 'locale=en';
    await expect(inTurn(note(order, 'after'), call)).rejects.toEqual(new ApiProblem('aborted'));
    expect(ended).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(ended).toHaveBeenCalledOnce();
    ended.mockRestore();
    expect(order).toEqual(['before']);
  });

  it.each([203, 409])('continues as before when the response to the ending call is %d', async (status) => {
    const order: string[] = [];
    const last = inTurn(async () => new Response('{}', { status }), {
      needsSession: true,
      last: () => setToken(undefined),
    });
    await Promise.all([last, inTurn(note(order, 'after'), call)]);
    expect(order).toEqual(['after']);
  });

  it('passes on errors, and proceeds out of turn when another call holds its turn too long', async () => {
    await expect(inTurn(() => Promise.reject(new TypeError('broken')), call)).rejects.toThrow('broken');
    const stuck = slowCall();
    const forever = inTurn(stuck.attempt, call);
    await stuck.started;
    const acted: string[] = [];
    await inTurn(async () => ok(), { needsSession: true, last: () => void acted.push('last') }, 5);
    expect(acted).toEqual(['last']);
    stuck.answer(ok());
    await forever;
  });
});
