/** What a card may be used for: limits with their usage, ways to pay, categories and countries. Source: server page section 10; product, "Card controls". */

import { zAmount, zAmountInput, zCountry } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { merchantCategories } from '@calmly/domain';
import { z } from 'zod';

/** Null: no limit but the bank's own. Days, weeks (from Monday) and months are those of the bank's time zone. */
const limits = <Amount extends z.ZodType>(amount: Amount) =>
  ({
    perPayment: ['PerPayment', amount.nullable()],
    perDay: ['PerDay', amount.nullable()],
    perWeek: ['PerWeek', amount.nullable()],
    perMonth: ['PerMonth', amount.nullable()],
    /** All that the card may ever spend: a budget. */
    inTotal: ['InTotal', amount.nullable()],
  }) as const;

export const zCardLimits = wire(limits(zAmountInput));
export type CardLimits = z.output<typeof zCardLimits>;

/** ALL: all are allowed. ONLY: those of the list. EXCEPT: all but those of the list. */
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

/** What was spent in the running day, week and month, and in total; holds count. */
export const zCardUsage = wire({
  day: ['Day', zAmount],
  week: ['Week', zAmount],
  month: ['Month', zAmount],
  total: ['Total', zAmount],
});

/** The controls as a client changes them. */
export const zCardControlsInput = wire({
  /** The version that was seen; a newer one answers 409. */
  version: ['Version', z.number().int()],
  limits: ['Limits', zCardLimits],
  ...ways,
  ...lists,
});
export type CardControlsInput = z.output<typeof zCardControlsInput>;
