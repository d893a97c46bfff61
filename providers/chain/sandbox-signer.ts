/**
 * The sandbox's signer, inside the server. A real bank has its keys in another process (`Signer`): this one has a key that everyone may know, because the
 * sandbox's chains hold nothing of value. Like the real one it signs one transaction for each withdrawal.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { networkOf } from '@calmly/domain';
import type { OutgoingTransfer, SignedTransaction, Signer, UnsignedTransaction } from './chain.ts';
import { sandboxTxId } from './sandbox-ids.ts';

/** PKCS #8 of an Ed25519 key whose seed is the hash of a word. */
const privateKey = createPrivateKey({
  key: Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    createHash('sha256').update('calmly sandbox chain').digest(),
  ]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey);

export const sandboxSigner: Signer = {
  check: (transfer, unsigned) =>
    isOrdered(transfer, unsigned)
      ? Promise.resolve()
      : Promise.reject(new Error('the transaction is not what was ordered')),
  sign(transfer, unsigned) {
    if (!isOrdered(transfer, unsigned))
      return Promise.reject(new Error('the transaction is not what was ordered'));
    const signature = sign(null, Buffer.from(unsigned), privateKey).toString('base64');
    return Promise.resolve({
      txId: sandboxTxId(networkOf(transfer.asset), unsigned),
      raw: JSON.stringify({ unsigned, signature }),
    });
  },
};

function isOrdered(
  transfer: Pick<OutgoingTransfer, 'withdrawalId' | 'asset' | 'address' | 'amountMinor'>,
  unsigned: UnsignedTransaction,
): boolean {
  const { withdrawalId, movements } = JSON.parse(unsigned) as {
    withdrawalId: string;
    movements: ReadonlyArray<{ index: number; asset: string; address: string; amount: string }>;
  };
  const paid = movements.find(({ index }) => index === 0);
  return (
    withdrawalId === transfer.withdrawalId &&
    paid?.asset === transfer.asset &&
    paid.address === transfer.address &&
    paid.amount === String(transfer.amountMinor)
  );
}

/** Whether the bank's key has signed it. */
export function isSandboxSigned({ raw }: SignedTransaction): boolean {
  const { unsigned, signature } = JSON.parse(raw) as { unsigned: string; signature: string };
  return verify(null, Buffer.from(unsigned), publicKey, Buffer.from(signature, 'base64'));
}
