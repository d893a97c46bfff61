/**
 * The state of a form, from the first key to the server's response. A form defines its values, reads them, and sends them with a
 * mutation:
 *
 *     const form = useForm({
 *       start: { name: account.name },
 *       read: ({ name }) => (name.trim() ? { body: name.trim() } : { faults: { name: t('nameRequired') } }),
 *       mutation: renameMutation(account.id),
 *       onSent: onClose,
 *     });
 *     return (
 *       <form {...form.props} className={classes.form}>
 *         <TextField label={t('name')} {...form.text('name')} />
 *         <FormMessage form={form} />
 *         <Button type="submit" busy={form.busy}>{t('save')}</Button>
 *       </form>
 *     );
 *
 * - `read` returns the errors of the values in words, or the body to send (or the next step to open). It may be async, and uses nothing
 *   but the values and constants. The client then checks the body against the endpoint's zod schema before it leaves the browser.
 * - `faults` holds the error for each field: from `read`, from the schema, or from the server's problem. It disappears when its field
 *   changes. `message` is a refusal that belongs to no field.
 * - With `live`, `read` is synchronous and may use anything the component knows: other queries, the bank's figures. Errors follow all of
 *   it, for each field once the user has left it, and for all fields after the first submit.
 * - `onSent` usually leads on. It is not called once the person has asked for another screen.
 * - A refused submit focuses the first field with an error. A second submit while one is pending does nothing.
 * - With `kept`, the values survive a reload until they are sent. A change that arrives after the form has closed (an upload that was
 *   still running) goes into the kept values.
 * - A form that stays open after it was sent says with `rest` what stays in it: what was typed while the values were on their way.
 * - A value named `key` is the idempotency key: each change renews it, so the same content is sent once and other content is a new
 *   intent. Setting a value that it already has is no change. A refusal renews it too: the same content sent again is a new attempt.
 *   A form that moves money uses `useMoneyForm` instead.
 *
 * Values and errors live in react-hook-form (ADR 41); fields are controlled, so no component needs a ref.
 */
import { newIdempotencyKey } from '@calmly/contract';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DefaultValues, useFormState, useForm as useHookForm, useWatch } from 'react-hook-form';

import { isRefusal } from '../../session/outcome.ts';
import type { tabStorage } from '../../session/tab-storage.ts';
import { useIsLeaving } from '../navigation/navigate-unless-left.ts';
import { errorsOf, faultsOf, type Shown, shownFaults, withoutChanged } from './fault-paths.ts';
import { type Faults, fieldsOf, focusFirstFault, useRefusal } from './faults.ts';

/** The result of `read`. Undefined errors do not count; without any error nothing is marked. */
export type Reading<Body> =
  | { readonly body: Body }
  | { readonly faults: Faults }
  /** Valid, but the form opens its next step instead of sending. */
  | { readonly next: () => void };

export interface FormOptions<Values, Body, Answer> {
  readonly start: Values | (() => Values);
  readonly kept?: Pick<ReturnType<typeof tabStorage<Values>>, 'read' | 'keep' | 'forget'>;
  readonly read: (values: Values) => Reading<Body> | Promise<Reading<Body>>;
  readonly live?: boolean;
  /** The server's name for a value, if it differs. */
  readonly faultNames?: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** Initial faults, such as the reason why the bank refused the same values before. */
  readonly faults?: Faults;
  /** By default the form sends nothing itself: `read` opens the next step. */
  readonly mutation?: UseMutationOptions<Answer, Error, Body>;
  readonly onSent?: (answer: Answer, body: Body) => void;
  /** The values when the answer arrives, without the sent ones. Default: unchanged. */
  readonly rest?: (now: Values, sent: Values) => Partial<Values>;
  readonly onRefused?: (error: Error) => void;
}

type Patch<Values> = Partial<Values> | ((before: Values) => Partial<Values>);
type Input = HTMLInputElement | HTMLSelectElement;
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface Form<Values, Answer = unknown> {
  readonly values: Values;
  readonly faults: Faults;
  readonly message: string | undefined;
  readonly busy: boolean;
  /** The call succeeded, with this answer. */
  readonly isSent: boolean;
  readonly answer: Answer | undefined;
  readonly error: Error | null;
  readonly change: (patch: Patch<Values>) => void;
  /** In a live form: shows the fault of a field that lost focus. */
  readonly leave: (field: string) => void;
  /** In a live form: shows all faults, like a submit. */
  readonly check: () => void;
  /** Resets to an empty form; during a submit, afterwards. */
  readonly startOver: () => void;
  /** The props of a text field or a select. */
  readonly text: (name: TextName<Values> & string) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<Input>) => void;
  };
  /** For the `<form>` element; a `FormDialog` takes `submit` instead. */
  readonly props: {
    readonly ref: React.RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
  };
  readonly submit: () => void;
}

export function useForm<Values extends object, Body, Answer>(
  options: FormOptions<Values, Body, Answer>,
): Form<Values, Answer> {
  const { kept, read, live = false, faultNames, mutation = {}, onSent, rest, onRefused } = options;
  const ref = useRef<HTMLFormElement>(null);
  const underway = useRef(false);
  /** Requested during a submit; the form restarts with the `start` of that time. */
  const startingOver = useRef<() => void>(undefined);
  const sent = useRef<Values>(undefined);
  const [start] = useState(() => kept?.read() ?? startOf(options.start));
  /** The server's faults, by field. */
  const [refused, setRefused] = useState(options.faults ?? none);
  /** Faults found by a live form, and the fields that show them. */
  const [found, setFound] = useState(none);
  const [shown, setShown] = useState<Shown>(noFields);
  const sending = useMutation({
    ...mutation,
    // Not in the call's own callback: a sent draft is deleted even if its form has closed.
    onSuccess: async (...outcome) => {
      if (rest) keepRest(rest);
      else kept?.forget();
      await mutation.onSuccess?.(...outcome);
    },
    onError: (error, ...outcome) => {
      setRefused(fieldsOf(error));
      if (isRefusal(error)) renewKey();
      return mutation.onError?.(error, ...outcome);
    },
  });
  const { message } = useRefusal(sending.error);
  const { control, handleSubmit, setValues, getValues, clearErrors, reset } = useHookForm<
    Values,
    unknown,
    Exclude<Reading<Body>, { faults: Faults }>
  >({
    defaultValues: start as DefaultValues<Values>,
    shouldFocusError: false,
    resolver: async (values) => {
      const reading = await read(values);
      return 'faults' in reading
        ? { values: {}, errors: errorsOf<Values>(reading.faults) }
        : { values: reading, errors: {} };
    },
  });
  const values = useWatch({ control }) as Values;
  const { errors, isSubmitting } = useFormState({ control });
  const busy = isSubmitting || sending.isPending;
  const isOpen = useIsOpen();
  const isLeaving = useIsLeaving();

  // After each render, because `read` may use values that the component computes.
  useLayoutEffect(() => {
    if (!live) return;
    const reading = read(values);
    const next = 'faults' in reading ? reading.faults : none;
    if (JSON.stringify(next) !== JSON.stringify(found)) setFound(next);
  });

  const change = (patch: Patch<Values>) => {
    const before = isOpen() ? getValues() : kept?.read();
    if (!before) return;
    const given = typeof patch === 'function' ? patch(before) : patch;
    // A field that only lost focus reports its unchanged value: its fault and the key stay.
    if (namesOf(given).some((name) => given[name] !== before[name])) take(before, given);
  };
  const take = (before: Values, changed: Partial<Values>) => {
    const next = { ...changed, ...('key' in before && { key: newIdempotencyKey() }) };
    kept?.keep({ ...before, ...next });
    if (!isOpen()) return;
    setValues(next);
    const nameOf = (value: string) => faultNames?.[value as keyof Values & string] ?? value;
    const names = Object.keys(changed).map(nameOf);
    clearErrors(names as Parameters<typeof clearErrors>[0]);
    const known = Object.keys(before).map(nameOf);
    setRefused((faults) => withoutChanged(faults, names, known));
    if (sending.isError) sending.reset();
  };
  const renewKey = () => {
    const before = isOpen() ? getValues() : kept?.read();
    if (!before || !('key' in before)) return;
    const renewed = { key: newIdempotencyKey() } as unknown as Partial<Values>;
    kept?.keep({ ...before, ...renewed });
    if (isOpen()) setValues(renewed);
  };
  const keepRest = (restOf: NonNullable<typeof rest>) => {
    const now = isOpen() ? getValues() : kept?.read();
    if (sent.current && now) take(now, restOf(now, sent.current));
    setShown(noFields);
  };
  const submit = async () => {
    if (underway.current || busy) return;
    underway.current = true;
    sent.current = getValues();
    const form = ref.current ?? document.activeElement?.closest('form');
    const end = () => {
      underway.current = false;
      startingOver.current?.();
      startingOver.current = undefined;
    };
    const send = (reading: Exclude<Reading<Body>, { faults: Faults }>) => {
      if (startingOver.current) return end();
      if ('next' in reading) {
        end();
        // Faults of the next step show after its own submit.
        reset(getValues());
        setShown(noFields);
        return reading.next();
      }
      const { body } = reading;
      setRefused(none);
      sending.mutate(body, {
        onSuccess: (answer) => {
          if (!isLeaving()) onSent?.(answer, body);
        },
        onError: (error) => {
          onRefused?.(error);
          focusFirstFault(form);
        },
        onSettled: end,
      });
    };
    const refuse = () => {
      end();
      focusFirstFault(form);
    };
    setShown('all');
    try {
      await handleSubmit(send, refuse)();
    } catch (error) {
      end();
      throw error;
    }
  };
  const startOver = () => {
    if (underway.current) {
      startingOver.current = startOver;
      return;
    }
    kept?.forget();
    reset(startOf(options.start));
    setShown(noFields);
    setRefused(none);
    sending.reset();
  };
  const faults = { ...(live ? shownFaults(found, shown) : faultsOf(errors)), ...refused };
  return {
    values,
    faults,
    message,
    busy,
    isSent: sending.isSuccess,
    answer: sending.data,
    error: sending.error,
    change,
    leave: (field) => setShown((fields) => (fields === 'all' ? fields : new Set(fields).add(field))),
    check: () => setShown('all'),
    startOver,
    text: (name) => ({
      name,
      value: values[name] as string,
      error: faults[name],
      onChange: ({ currentTarget: { value } }) => change({ [name]: value } as Partial<Values>),
    }),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
    submit: () => void submit(),
  };
}

const startOf = <Values>(start: Values | (() => Values)): Values =>
  typeof start === 'function' ? (start as () => Values)() : start;

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

const none: Faults = {};
const noFields: Shown = new Set();

/** Returns whether the component is still mounted. */
function useIsOpen(): () => boolean {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return () => open.current;
}
