/**
 * How connections notice that the other side is gone without a word: a machine without power, a cut cable. The system's own answer comes
 * after two hours, for which a dead server would keep its leases, the market's writer and its locks.
 */

/** PostgreSQL ends a session whose client it cannot reach within 25 s. Over a Unix socket the TCP settings have no meaning and no effect. */
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

/** What every connection of a server is opened with; `settings` are more of the session's, as `-c name=value`. */
export const liveConnection = (settings = '') => ({
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: `${sessionSettings} ${settings}`.trim(),
});
