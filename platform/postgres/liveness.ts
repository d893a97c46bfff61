/**
 * Detects peers that are gone without notice: a machine without power, a cut cable. The system's default takes two hours, during which a dead server
 * would keep its leases, the market's writer and its locks.
 */

/** PostgreSQL ends a session whose client it cannot reach within 25 s. The TCP settings have no effect over a Unix socket. */
const sessionSettings = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=25000',
  // What `confirming` (transaction.ts) listens for must arrive, whatever the role's own setting.
  'client_min_messages=warning',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** Options of every server connection; `settings` are further session settings, as `-c name=value`. */
export const liveConnection = (settings = '') => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: `${sessionSettings} ${settings}`.trim(),
});
