-- A deposit below the minimum is the bank's, so when a network undoes it, that is the bank's incident: the client's wallet stays open and owes nothing.

alter table wallets.deposit
  drop constraint deposit_state_check,
  add constraint deposit_state_check check (state in ('DETECTED', 'CREDITED', 'SMALL', 'REJECTED', 'LOST', 'SMALL_LOST'));

-- The ledger's transfer has the deposit's id.
update wallets.deposit d set state = 'SMALL_LOST'
from ledger.transfers t where t.id = d.id and t.code = 'crypto_small' and d.state = 'LOST';
update wallets.deposit d set state = 'SMALL'
from ledger.transfers t where t.id = d.id and t.code = 'crypto_small' and d.state = 'CREDITED';
update wallets.incident i set wallet_id = null, client_id = null
from ledger.transfers t where t.id = i.id and t.code = 'crypto_small' and i.closed_at is null;
