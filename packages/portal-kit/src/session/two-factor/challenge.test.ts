import { type ApiProblem, createClient, logout } from '@calmly/contract';
import { expect, test } from 'vitest';
import {
  abandonQuestions,
  askForCode,
  codeDone,
  type OpenQuestion,
  openQuestion,
  subscribe,
  takeTurn,
} from './challenge.ts';

const challenged = (summary: string) =>
  Response.json(
    {
      detail: {
        challenge_id: '019a0000-0000-7000-8000-000000000001',
        sent_via: 'email',
        sent_to: 'a••••a@demo.calmly.example',
        methods: ['email'],
        summary,
        expires_in: 300,
        resend_in: 9,
      },
    },
    { status: 203 },
  );
const refused = (code: string) =>
  Response.json({ type: 'urn:x', title: 'T', status: 401, code, detail: code }, { status: 401 });
const done = () => new Response(null, { status: 204 });

/** A call that gets these answers one after the other. */
function call(...answers: Response[]): Promise<undefined> {
  const fetch = async () => answers.shift() ?? Promise.reject(new Error('no answer left'));
  return createClient({
    baseUrl: '',
    getToken: () => undefined,
    fetch,
    onChallengeStart: takeTurn,
    onChallenge: askForCode,
    onChallengeEnd: codeDone,
  }).call(logout, { query: {} });
}

/** The popup's question for it, once it is shown. */
function shown(summary: string): Promise<OpenQuestion> {
  return new Promise((resolve) => {
    const look = () => {
      const question = openQuestion();
      if (question?.challenge.summary !== summary || question.busy) return;
      unsubscribe();
      resolve(question);
    };
    const unsubscribe = subscribe(look);
    look();
  });
}

test('a call that is challenged again asks again in its own turn', async () => {
  const paying = call(challenged('one euro'), challenged('two euro'), done());
  (await shown('one euro')).answer('111111');
  (await shown('two euro')).answer('222222');
  await expect(paying).resolves.toBeUndefined();
  expect(openQuestion()).toBeUndefined();
});

test('the refusal of the last code is not shown for a new challenge', async () => {
  const paying = call(challenged('one euro'), refused('code_wrong'), challenged('two euro'), done());
  (await shown('one euro')).answer('111111');
  await expect.poll(() => openQuestion()?.refusal?.code).toBe('code_wrong');
  openQuestion()?.answer('222222');
  const second = await shown('two euro');
  expect(second.refusal).toBeUndefined();
  second.answer('333333');
  await paying;
});

test('of two calls that need a code the second asks when the first has ended, also by cancelling', async () => {
  const first = call(challenged('first'), challenged('first again')).catch((error: ApiProblem) => error.code);
  const second = call(challenged('second'), done());
  (await shown('first')).answer('111111');
  const again = await shown('first again');
  again.cancel();
  expect(await first).toBe('code_canceled');
  (await shown('second')).answer('222222');
  await second;
});

test('the end of the session cancels the open question and those that wait, and the next person is asked as usual', async () => {
  const codeOf = (error: ApiProblem) => error.code;
  const first = call(challenged('first'), done()).catch(codeOf);
  const second = call(challenged('second'), done()).catch(codeOf);
  await shown('first');
  abandonQuestions();
  expect(openQuestion()).toBeUndefined();
  expect([await first, await second]).toEqual(['code_canceled', 'code_canceled']);
  expect(openQuestion()).toBeUndefined();
  const next = call(challenged('next'), done());
  (await shown('next')).answer('111111');
  await expect(next).resolves.toBeUndefined();
});

test('a code that is refused after the end of the session opens nothing again', async () => {
  const answered = Promise.withResolvers<Response>();
  const paying = createClient({
    baseUrl: '',
    getToken: () => undefined,
    fetch: async (_url, init) =>
      new Headers(init?.headers).has('x-tfa-code') ? answered.promise : challenged('late'),
    onChallengeStart: takeTurn,
    onChallenge: askForCode,
    onChallengeEnd: codeDone,
  })
    .call(logout, { query: {} })
    .catch((error: ApiProblem) => error.code);
  (await shown('late')).answer('111111');
  abandonQuestions();
  answered.resolve(refused('code_wrong'));
  expect(await paying).toBe('code_canceled');
  expect(openQuestion()).toBeUndefined();
});
