/** Beside an edit that was refused because a colleague saved another one meanwhile. */
export const editing = {
  now: 'Saved in the meantime',
  restart: 'Start again from this',
} as const;
