/** Shown with an edit that was refused because a colleague saved another one in the meantime. */
export const editing = {
  now: 'Latest saved version',
  restart: 'Use the saved version',
  overwrite: 'Save mine instead',
} as const;
