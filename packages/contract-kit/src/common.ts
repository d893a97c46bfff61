/** Schemas that several contexts share: ids, amounts, times, pages. */

import type { FieldProblemCode } from '@calmly/contract/problems';
import { latinCapitals, plainLine } from '@calmly/domain';
import { z } from 'zod';

/** UUIDv7 as text, so ids sort by creation time. */
export const zId = z.uuid();

/** An amount on the wire: a decimal string in the currency's own exponent, never a JSON number. */
export const zAmount = z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/);

/** An amount that a client enters: no sign. */
export const zAmountInput = z.string().regex(/^\d{1,30}(\.\d{1,18})?$/);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** The reader's time zone, an IANA name such as `Europe/Vilnius`. */
export const zTimeZone = z.string().max(64).refine(isTimeZone).default('UTC');

/** RFC 3339 in UTC. */
export const zTime = z.iso.datetime();

/** `YYYY-MM-DD`. */
export const zDate = z.iso.date();

/**
 * Where a period begins or ends: a day in UTC, the last one included, or a moment, the last one excluded. For days of another
 * time zone, send the moments at which they begin.
 */
export const zPeriodBound = z.union([zDate, zTime]);

/** Three or four capital letters. The list of currencies is `currencies` in the domain package. */
export const zCurrency = z.string().regex(/^[A-Z]{3,4}$/);

/** ISO 3166-1 alpha-2, read in any case (specification section 5). `missing`: as for `zLine`. */
export const zCountryOr = (missing?: FieldProblemCode) =>
  z
    .string(missing)
    .overwrite(latinCapitals)
    .regex(/^[A-Z]{2}$/, missing);
export const zCountry = zCountryOr();

/** Text without invisible characters, for values that are looked up or checked elsewhere: account numbers, search terms. */
export const zPlain = z.string().overwrite(plainLine);

/** The previous value of an edited text, as the caller saw it. */
export const zSeenText = zPlain.max(1_000);

/**
 * One line of text as a person types it: trimmed, without invisible characters. Control characters are refused. `missing` is the field problem for an
 * empty value, where the specification gives that case its own sentence.
 */
export const zLine = (max: number, missing?: FieldProblemCode) =>
  z
    .string(missing)
    .overwrite(plainLine)
    .trim()
    .min(1, missing)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);

export const zIdParam = z.strictObject({ id: zId });

/** Maximum number of ids in `zKnownOrders`. */
const knownOrdersMax = 50;

/**
 * The open standing and scheduled orders that the caller has seen, as comma-separated ids. They are stopped in the same transaction. If any other
 * order is open, nothing happens and the answer is 409 `orders_unknown`.
 */
export const zKnownOrders = z
  .string()
  .max(37 * knownOrdersMax)
  .refine((text) => text.split(',').every((id) => zId.safeParse(id).success))
  .optional();

/** Keyset paging: `cursor` is opaque and comes from the previous page. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
};

/** A page of a list: its items and, when there are more, the cursor of the next page. */
export const zPage = <T extends z.ZodType>(item: T) =>
  z.strictObject({ Items: z.array(item), NextCursor: z.string().nullable() });
