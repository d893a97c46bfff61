/**
 * The two-factor popup's challenge, between the client that needs a code and the popup host. One challenge at a time: other calls that
 * need a code wait their turn.
 */
import { ApiProblem, type Challenge, codeCanceledMessage } from '@calmly/contract';
import { useSyncExternalStore } from 'react';

export interface OpenQuestion {
  readonly challenge: Challenge;
  /** Why the last code was refused. */
  readonly refusal: ApiProblem | undefined;
  /** A code has been sent to the server. */
  readonly busy: boolean;
  readonly answer: (code: string) => void;
  readonly cancel: () => void;
}

let open: OpenQuestion | undefined;
/** Counts sessions: a question of an earlier one is never shown to the next person. */
let era = 0;
/** The era of the call whose turn it is. */
let turnEra = 0;
let queue: Promise<void> = Promise.resolve();
let release: (() => void) | undefined;
const listeners = new Set<() => void>();

function show(next: OpenQuestion | undefined) {
  open = next;
  for (const listener of listeners) listener();
}

/** Waits until no other call is asking; the turn ends with `codeDone`. */
export async function takeTurn(): Promise<void> {
  const [before, asked] = [queue, era];
  queue = new Promise((resolve) => {
    void before.then(() => {
      release = resolve;
    });
  });
  await before;
  if (asked === era) {
    turnEra = asked;
    return;
  }
  codeDone();
  throw canceled();
}

/** The session has ended: open and waiting questions are cancelled. */
export function abandonQuestions(): void {
  era += 1;
  open?.cancel();
  show(undefined);
}

const canceled = () => new ApiProblem('code_canceled', { message: codeCanceledMessage });

/** Opens the popup, or keeps it open with the refusal of the last code. Rejects when the person cancels. */
export function askForCode(challenge: Challenge, refusal: ApiProblem | undefined): Promise<string> {
  if (turnEra !== era) return Promise.reject(canceled());
  return new Promise((resolve, reject) => {
    const answer = (code: string) => {
      if (open?.answer === answer) show({ ...open, busy: true, refusal: undefined });
      resolve(code);
    };
    show({
      challenge,
      refusal,
      busy: false,
      answer,
      cancel: () => reject(canceled()),
    });
  });
}

/** The challenge has ended: closes the popup and lets the next call ask. */
export function codeDone(): void {
  show(undefined);
  release?.();
  release = undefined;
}

/** Replaces the challenge after "send again", unless another question has opened in the meantime. */
export function replaceChallenge(challenge: Challenge): void {
  if (open?.challenge.challenge_id === challenge.challenge_id)
    show({ ...open, challenge, refusal: undefined });
}

/** Undefined while the popup is closed. */
export const openQuestion = (): OpenQuestion | undefined => open;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOpenQuestion(): OpenQuestion | undefined {
  return useSyncExternalStore(subscribe, openQuestion, openQuestion);
}
