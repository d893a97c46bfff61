/**
 * A form whose call moves money. What leaves is an intent: body, idempotency key and the values on screen, frozen together and stored in
 * the tab before the HTTP request leaves. It ends with the bank's answer: success, a refusal, or "nothing was done".
 *
 *     const form = useMoneyForm({
 *       intent: `cards.topUp.${card.id}`,
 *       start: { accountId: '', amount: '' },
 *       read: …, // the body alone; the key is made here
 *       mutation: moveMutation(card.id, kind), // takes { body, key }
 *     });
 *
 * - While the outcome is unknown, and after a reload in that time, the form is `locked`: it shows the values that were sent, ignores
 *   changes, and submitting sends the same body under the same key.
 * - `intent` names what the money moves from. Two forms of one name in a tab share the intent.
 *
 * `MoneyFields` and `MoneyDialog` show the state. The payment form keeps its intent in its draft and the exchange in its quote; all of them
 * decide by `outcomeOf`.
 */
import type { UseMutationOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../session/bank.ts';
import { outcomeOf } from '../../session/outcome.ts';
import { tabStorage } from '../../session/tab-storage.ts';
import { type Form, type FormOptions, type Reading, useForm } from './use-form.ts';

/** The input of a mutation that moves money. */
export interface Keyed<Body> {
  readonly body: Body;
  readonly key: string;
}

interface Intent<Values, Body> extends Keyed<Body> {
  readonly values: Values;
}

interface MoneyFormOptions<Values, Body, Answer>
  extends Omit<FormOptions<Values, Body, Answer>, 'mutation' | 'read'> {
  readonly intent: string;
  readonly read: (values: Values) => Reading<Body>;
  readonly mutation: UseMutationOptions<Answer, Error, Keyed<Body>>;
}

export interface MoneyForm<Values, Answer = unknown> extends Form<Values, Answer> {
  /** Sent with an unknown outcome: it can only be sent again. */
  readonly locked: boolean;
}

export function useMoneyForm<Values extends object, Body, Answer>(
  options: MoneyFormOptions<Values, Body, Answer>,
): MoneyForm<Values, Answer> {
  const { intent: name, start, kept, read, mutation, onSent, onRefused, ...rest } = options;
  const [storage] = useState(() => tabStorage(`calmly.intent.${name}`, isIntent<Values, Body>));
  const [unsettled, setUnsettled] = useState(storage.read);
  const settle = () => {
    storage.forget();
    setUnsettled(undefined);
  };
  const form = useForm<Values, Intent<Values, Body>, Answer>({
    ...rest,
    start: unsettled?.values ?? start,
    ...(kept && { kept: { ...kept, read: () => unsettled?.values ?? kept.read() } }),
    read: (values) => {
      if (unsettled) return { body: unsettled };
      const reading = read(values);
      return 'body' in reading ? { body: { body: reading.body, key: newIdempotencyKey(), values } } : reading;
    },
    mutation: {
      ...mutation,
      mutationFn: (intent, context) => {
        storage.keep(intent);
        if (!mutation.mutationFn) throw new Error(`nothing sends ${name}`);
        return mutation.mutationFn({ body: intent.body, key: intent.key }, context);
      },
      // Not in the call's own callback: the intent ends even if its form has closed.
      onSuccess: (answer, ...more) => {
        settle();
        return mutation.onSuccess?.(answer, ...more);
      },
      onError: (error, ...more) => {
        if (outcomeOf(error, unsettled !== undefined) !== 'unknown') settle();
        return mutation.onError?.(error, ...more);
      },
    },
    onSent: (answer, intent) => onSent?.(answer, intent.body),
    onRefused: (error) => {
      const sent = storage.read();
      if (sent) form.change(sent.values);
      setUnsettled(sent);
      onRefused?.(error);
    },
  });
  const locked = unsettled !== undefined;
  return { ...form, locked, change: (patch) => locked || form.change(patch) };
}

const isIntent = <Values, Body>(value: unknown): value is Intent<Values, Body> =>
  typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'values' in value;
