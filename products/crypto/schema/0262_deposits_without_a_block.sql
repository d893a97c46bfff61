-- Each reading of a chain asks which deposits are in no block. Those without a height are in no index so far, so it read all of them.
create index deposit_floating on wallets.deposit (network) where height is null;
