/** The limits of a card with their usage, channels, categories and countries. Source: server page section 10; product, "Card controls". */

import { zAmount, zAmountInput, zCountry } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { merchantCategories } from '@calmly/domain';
import { z } from 'zod';

/** Null: only the bank's own limit. Days, weeks (from Monday) and months are those of the bank's time zone. */
const limits = <Amount extends z.ZodType>(amount: Amount) =>
  ({
    perPayment: ['PerPayment', amount.nullable()],
    perDay: ['PerDay', amount.nullable()],
    perWeek: ['PerWeek', amount.nullable()],
    perMonth: ['PerMonth', amount.nullable()],
    /** The card's total budget. */
    inTotal: ['InTotal', amount.nullable()],
  }) as const;

export const zCardLimits = wire(limits(zAmountInput));
export type CardLimits = z.output<typeof zCardLimits>;

/** ALL: all are allowed. ONLY: those in the list. EXCEPT: all except those in the list. */
export const restrictionModes = ['ALL', 'ONLY', 'EXCEPT'] as const;

const restriction = <Item extends z.ZodType>(item: Item, most: number) =>
  wire({ mode: ['Mode', z.enum(restrictionModes)], items: ['Items', z.array(item).max(most)] });

const ways = {
  online: ['Online', z.boolean()],
  contactless: ['Contactless', z.boolean()],
  cash: ['Cash', z.boolean()],
  /** Payments at merchants outside the card's country group (EEA). */
  abroad: ['Abroad', z.boolean()],
} as const;

const lists = {
  categories: ['Categories', restriction(z.enum(merchantCategories), merchantCategories.length)],
  countries: ['Countries', restriction(zCountry, 250)],
} as const;

export const zCardControls = wire({ limits: ['Limits', wire(limits(zAmount))], ...ways, ...lists });
export type CardControls = z.output<typeof zCardControls>;

/** Spending of the current day, week and month, and in total; holds count. */
export const zCardUsage = wire({
  day: ['Day', zAmount],
  week: ['Week', zAmount],
  month: ['Month', zAmount],
  total: ['Total', zAmount],
});

/** The controls in a client's change. */
export const zCardControlsInput = wire({
  /** The version shown; if there is a newer one, the answer is 409. */
  version: ['Version', z.number().int()],
  limits: ['Limits', zCardLimits],
  ...ways,
  ...lists,
});
export type CardControlsInput = z.output<typeof zCardControlsInput>;
