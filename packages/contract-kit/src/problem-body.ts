/** A problem on the wire. Kept apart from the table of problems, whose sentences a browser never needs because each response contains its own. */
import { z } from 'zod';

/** RFC 9457 with the specification's three kinds of `detail`. */
export const zProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.union([
    z.string(),
    z.object({ error: z.string() }),
    z.array(z.object({ field: z.string(), message: z.string() })),
  ]),
  requestId: z.string().optional(),
  /** When the action becomes possible. */
  until: z.iso.datetime().optional(),
  /** Where the person can go instead: an address, or a path of the portal. */
  link: z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/[a-z]/)]).optional(),
});
export type ProblemBody = z.output<typeof zProblem>;
